// Whether a value that was sent for a parameter is valid under the schema of that parameter. It must not look at the answer.
import type { Json } from '../../contract/json.ts';
import type { ReadOther } from '../../contract/view.ts';
import { at, parentOf } from '../../json/pointer.ts';
import { list, member, text } from '../members.ts';
import { openApiDocument } from './document.ts';
import { type Judges, judgesOf } from './judges.ts';
import { follow } from './reference.ts';

/** Untold: some of it is not evaluated, or nothing is said. */
export type Fit = 'fits' | 'untold' | 'misfits';

/** An operation by its place in a document, with the views and the URL of the document. */
export interface DeclaredPlace {
  place: string;
  document: string;
  read: ReadOther;
}

export interface SentParameter {
  in: 'query' | 'header';
  name: string;
  /** As sent, decoded; several where the name was sent several times. */
  values: readonly string[];
}

/** What judging one reading may cost, and how many there are of a list. */
const STEPS = 2_000;
const MOST_PARTS = 50;
/** Written in a URL as in JSON. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: { readonly [word: string]: Json } = { true: true, false: false, null: null };
/** What stands between the elements of a list, by its style. */
const BETWEEN = [',', ' ', '|', '\t'];

const RANK: readonly Fit[] = ['misfits', 'untold', 'fits'];
const best = (fits: readonly Fit[]): Fit => RANK[Math.max(...fits.map((fit) => RANK.indexOf(fit)))]!;
const worst = (fits: readonly Fit[]): Fit => RANK[Math.min(...fits.map((fit) => RANK.indexOf(fit)))]!;

/** The values that a text may stand for. */
function scalars(plain: string): Json[] {
  const number = NUMBER.test(plain) && Number.isFinite(Number(plain)) ? [Number(plain)] : [];
  return [plain, ...number, ...(Object.hasOwn(WORDS, plain) ? [WORDS[plain]!] : [])];
}

/** The lists that texts may stand for: of texts, and of what else all of them may be. */
function lists(values: readonly string[]): Json[] {
  const [only, ...more] = values;
  const parts = only === undefined || more.length > 0 ? [values] : [values, ...BETWEEN.map((sign) => only.split(sign, MOST_PARTS))];
  return parts.flatMap((texts) => {
    const readings = texts.map(scalars);
    const others = readings.every(({ length }) => length > 1) ? [readings.map((reading) => reading[1]!)] : [];
    return [[...texts], ...others];
  });
}

function fitOf(judges: Judges, schema: Json, value: Json): Fit {
  const verdict = judges.first.judge({ ...judges.source.root, schema }, value, STEPS);
  if (verdict.valid === false) return 'misfits';
  return verdict.valid === 'unknown' || Object.keys(verdict.left).length > 0 ? 'untold' : 'fits';
}

function schemaOf(judges: Judges, parameter: Json, isSwagger: boolean): Json | undefined {
  if (isSwagger) return judges.schemaIn(parameter);
  return member(parameter, 'content') === undefined ? (member(parameter, 'schema') ?? {}) : undefined;
}

/** The parameter as its operation declares it, else the path item around that. */
function findParameter(root: Json, uri: string | null, place: string, sent: SentParameter): Json | undefined {
  const outer = parentOf(place);
  const item = outer.endsWith('/additionalOperations') ? parentOf(outer) : outer;
  const fold = (name: string | undefined): string | undefined => (sent.in === 'header' ? name?.toLowerCase() : name);
  for (const holder of [place, item])
    for (const value of list(at(root, holder), 'parameters')) {
      const found = follow(root, value, '', uri);
      if (found.ok && text(found.value, 'in') === sent.in && fold(text(found.value, 'name')) === fold(sent.name)) return found.value;
    }
  return undefined;
}

/** Whether what was sent for a parameter that an operation declares can be a value of it, in any way that it may be written. */
export function fits({ place, document, read }: DeclaredPlace, sent: SentParameter): Fit {
  const found = openApiDocument(read);
  if (!found.ok) return 'untold';
  const judges = judgesOf(found, document);
  const parameter = findParameter(found.root, judges.source.root.uri, place, sent);
  const schema = parameter === undefined ? undefined : schemaOf(judges, parameter, found.edition.line === '2.0');
  if (schema === undefined) return 'untold';
  if (member(parameter, 'allowEmptyValue') === true && sent.values.includes('')) return 'fits';
  const fit = (value: Json): Fit => fitOf(judges, schema, value);
  return best([worst(sent.values.map((value) => best(scalars(value).map(fit)))), ...lists(sent.values).map(fit)]);
}
