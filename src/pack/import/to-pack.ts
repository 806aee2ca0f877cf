// A PinnedSpec or Suite as a pack: a rule for each requirement, in their order. A rule that lost anything can fail, but never pass.
import { sha256 } from '../../contract/digest.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Assertion, Pack, Probe, Rule } from '../../contract/generated/types.ts';
import { ENGINE, LIMITS } from '../../contract/limits.ts';
import { quote } from '../../contract/quote.ts';
import { below } from '../../json/pointer.ts';
import { boundsOf } from '../bounds.ts';
import type { ImportedDocument } from './document.ts';
import { endpoint, isWrite } from './endpoint.ts';
import { type ImportStep, type Loss, Losses, nothingJudged, type StepContext } from './step.ts';
import { surface, surfaceOfCheck } from './surface.ts';

// How a rule is kept from passing where part of its original was lost: it is inconclusive, since nobody looked, and blames nobody.
const NAME = 'unjudged';

/** A list that is left after one request by its own bound stays unfinished: nothing that is to be counted at most can be said of it. */
const HELD_BACK_PROBES: Record<string, Probe> = {
  [NAME]: { get: '/', bytes: 1024, repeat: { most: 1, merge: { url: '/?after={{ $.self.status }}' } } },
};

const HELD_BACK: Assertion = { select: `$.${NAME}[*]`, count: { max: 1 }, else: 'not-imported' };
const HELD_BACK_REASON = 'a part of the original has no equivalent, and is not judged';

const SOURCE = 'https://github.com/dot-do/api.qa';
const CONTROL: Probe = { eachOf: [{ get: '/{{ $.run.nonce }}' }, { get: '/{{ $.run.nonce }}.json' }] };

/** Lower-case words with hyphens, of at most so many characters. */
export const slug = (text: string, most: number): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '') || 'imported';

function semver(version: string): string {
  const [, whole] = /^v?((?:(?:0|[1-9]\d*)\.){2}(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?)$/.exec(version) ?? [];
  if (whole !== undefined) return whole;
  const [, major = 0, minor = 0] = /^v?(\d{1,9})(?:\.(\d{1,9}))?$/.exec(version) ?? [];
  return `${Number(major)}.${Number(minor)}.0`;
}

const WHY_NOT: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['probe', "requests that the target's card declares are not followed by an imported spec"],
  ['check', 'the built-in check has no counterpart that is known to ask the same; add a test with a grading pack to the suite'],
  ['ax-floor', 'a score is not part of a spec; add a test with a grading pack and minGrade to the suite'],
]);

function stepOf(requirement: ImportedDocument['requirements'][number], context: StepContext): ImportStep {
  const { value, pointer } = requirement;
  if (value.kind === 'endpoint') return endpoint(value, pointer, context);
  if (value.kind === 'surface') return surface(value, pointer, context);
  const same = value.kind === 'check' && value.appliesWhen === undefined ? surfaceOfCheck(value.check) : undefined;
  if (same !== undefined) return surface({ surface: same }, pointer, context);
  context.losses.lost(below(pointer, 'kind'), WHY_NOT.get(value.kind) ?? `${quote(String(value.kind), 40)} is not known here`);
  return nothingJudged();
}

function uniqueId(text: string, taken: Set<string>): string {
  const base = slug(text, 40).replace(/^([^a-z])/, 'r-$1');
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

interface Told {
  id: string;
  original: string;
  order: number;
  from: string;
  lost: readonly Loss[];
}

function ruleOf(step: ImportStep, { id, original, order, from, lost }: Told): Rule {
  const held = lost.length > 0;
  const missing = lost.map((l) => `${quote(l.pointer, 80)}: ${quote(l.why, 120)}`).join('; ');
  return {
    id,
    order,
    title: quote(`${held ? 'Only partly imported: ' : ''}${original}`, 120).padEnd(3, '.'),
    points: 1,
    why: `The requirement ${quote(original, 100)} of ${from}.${held ? ` Not judged: ${missing}.` : ''}`.slice(0, 4000),
    fix: held
      ? 'Write what is missing into this rule, take out the assertion on $.unjudged, and ratify the new digest.'
      : 'Answer as the requirement says.',
    refs: [SOURCE],
    assert: held ? [...step.assertions, HELD_BACK] : step.assertions,
    reasons: { pass: 'the requirement holds', ...step.reasons, ...(held ? { 'not-imported': HELD_BACK_REASON } : {}) },
  } as Rule;
}

/** Members of a whole document that held something to be judged, or nothing at all. */
function wholeLosses({ whole, kind }: ImportedDocument, losses: Losses): void {
  const known = new Set(['$type', 'name', 'version', 'description', 'requirements', ...(kind === 'Suite' ? ['environments'] : [])]);
  for (const key of Object.keys(whole)) {
    if (known.has(key)) continue;
    if (key === 'tests' || key === 'module') losses.lost(below('', key), 'JavaScript has no equivalent');
    else losses.note(below('', key), 'nothing is judged there');
  }
}

export interface ImportedPack {
  document: Pack;
  losses: Loss[];
}

/** bound: what names mean before the first requirement. text: the exact original, whose digest was its pin. */
export function toPack(imported: ImportedDocument, text: string, bound: ReadonlyMap<string, string>): ImportedPack {
  const from = `${quote(imported.name, 80)} ${quote(imported.version, 20)} (${sha256(text)})`;
  const writes = imported.requirements.some(({ value }) => isWrite(value));
  const scope = new Map(bound);
  const all: Loss[] = [];
  const probes: Record<string, Probe> = {};
  const rules: Rule[] = [];
  const ids = new Set<string>();
  let after: string | undefined;
  const add = (step: ImportStep, losses: Losses, original: string): void => {
    const lost = losses.list.filter((l) => !l.harmless);
    Object.assign(probes, step.probes, lost.length > 0 ? HELD_BACK_PROBES : {});
    rules.push(ruleOf(step, { id: uniqueId(original, ids), original, order: (rules.length + 1) * 10, from, lost }));
    all.push(...losses.list);
  };
  for (const [i, requirement] of imported.requirements.entries()) {
    const losses = new Losses();
    const context: StepContext = { number: i + 1, bound: scope, losses, writes, ...(writes && after ? { after } : {}) };
    const step = stepOf(requirement, context);
    if (requirement.value.kind === 'endpoint') after = Object.keys(step.probes)[0] ?? after;
    add(step, losses, requirement.id);
  }
  const whole = new Losses();
  wholeLosses(imported, whole);
  if (whole.list.some((l) => !l.harmless)) add(nothingJudged(), whole, 'the rest of the document');
  else all.push(...whole.list);
  return { document: packOf(imported, probes, rules, writes), losses: all };
}

function packOf(imported: ImportedDocument, probes: Record<string, Probe>, rules: Rule[], writes: boolean): Pack {
  const { requests, bytes } = boundsOf(CONTROL, Object.values(probes), writes ? 'writes' : undefined);
  if (requests > LIMITS.requests || bytes > LIMITS.runBytes || rules.length > 200)
    throw new AxproofError('bad-import', `the document asks for up to ${requests} requests; a run has at most ${LIMITS.requests}`, [
      'split it into several specs',
    ]);
  return {
    format: 1,
    name: `imported/${slug(imported.name, 60)}`,
    version: semver(imported.version),
    title: quote(`${imported.name} ${imported.version}, imported`, 200),
    engine: ENGINE,
    ...(writes ? { consent: 'writes' as const } : {}),
    limits: { requests, bytes },
    control: CONTROL,
    bands: [
      [100, 'A+'],
      [0, 'F'],
    ],
    probes,
    rules,
  };
}
