// What puts a reason right, made out for one target from what it serves: a file, a document before and after, or headers. It judges nothing.
import type { Exchange, Finding, HeaderMap, Mend, Report, Rule } from '../contract/generated/types.ts';
import { isObject, type Json, parsedJson } from '../contract/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import { at, below, setAt, tokensOf } from '../json/pointer.ts';
import { firstBlock } from '../pack/fix-text.ts';
import { editedYaml, type YamlEdit } from '../pack/migrate/yaml-edit.ts';
import { yamlNodes } from '../views/yaml.ts';
import { EXAMPLE, fixFor } from './fix.ts';
import { fitExample } from './published.ts';

const AROUND = 3;
/** Longer changes are told by their text, not by a diff. */
const MOST_LINES = 200;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Two texts as one unified hunk; undefined where nothing differs, or too much. */
export function diffLines(before: string, after: string): string | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [gone, come] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (gone.length + come.length === 0 || gone.length + come.length > MOST_LINES) return undefined;
  const from = Math.max(0, head - AROUND);
  const above = old.slice(from, head);
  const below = old.slice(old.length - tail, old.length - tail + AROUND);
  const around = above.length + below.length;
  return [
    `@@ -${from + 1},${around + gone.length} +${from + 1},${around + come.length} @@`,
    ...above.map((line) => ` ${line}`),
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ].join('\n');
}

export interface Replacement {
  /** Address of what is to be served otherwise. */
  url: string;
  /** What is to be sent with it. */
  headers: HeaderMap;
  /** The whole document as it should be; absent where only headers change. */
  body?: string;
  /** It is a file to be served, and no change of one. */
  file?: true;
  /** A unified hunk, where the document exists already. */
  diff?: string;
}

/** Whether a file says less than the example of the fix, since the target does not serve all of that. */
export const saysNow = ({ body }: Replacement, fix: string): boolean => body !== `${firstBlock(fix)}\n`;

export const TODAY = 'The same with only what exists on this site today (the names in it are an example: put your own), to serve at';

type Found = Pick<Finding, 'exchange' | 'place' | 'request'>;

const filled = (json: Json, target: string): Json => JSON.parse(JSON.stringify(json).replaceAll(EXAMPLE, target)) as Json;

const written = (json: Json): string => `${JSON.stringify(json, null, 2)}\n`;

const findExchange = (report: Report, { exchange }: Found): Exchange | undefined =>
  report.evidence.exchanges.find(({ names }) => exchange !== undefined && names.includes(exchange));

/** Only a text that came whole can be changed. */
function textOf(exchange: Exchange | undefined): string | undefined {
  const { answer } = exchange ?? {};
  return answer?.status === 200 && !answer.truncated ? answer.body?.text : undefined;
}

/** What a patch changes of a value, member by member. */
function editsOf(place: string, now: Json | undefined, patch: Json): YamlEdit[] {
  if (!isObject(patch) || !isObject(now)) return [{ place, value: mergePatch(undefined, patch) }];
  return Object.entries(patch as { [name: string]: Json }).flatMap(([name, value]): YamlEdit[] => {
    if (value === null) return Object.hasOwn(now, name) ? [{ place: below(place, name), value: undefined }] : [];
    return editsOf(below(place, name), Object.hasOwn(now, name) ? now[name] : undefined, value);
  });
}

/** Characters of a document in YAML that is edited: it is composed three times. */
const MOST_YAML = 128 * 1024;

/** A patch that names the very member at which the fault was found is for what holds that member. */
function holding(value: Json | undefined, place: string, patch: Json): string {
  const above = place.slice(0, Math.max(0, place.lastIndexOf('/')));
  const [name = ''] = tokensOf(place.slice(above.length));
  const isNamed = isObject(patch) && Object.hasOwn(patch, name) && !isObject(at(value, place));
  return isNamed && isObject(at(value, above)) ? above : place;
}

/** A document before and after, each in the form in which changes of it are shown. */
function edited(text: string, found: string, patch: Json): [before: string, after: string] | undefined {
  const json = parsedJson(text);
  const value = json ?? (text.length > MOST_YAML ? undefined : yamlNodes(text)?.value);
  const place = holding(value, found, patch);
  const there = at(value, place);
  if (there === undefined || (place === '' && !isObject(there))) return undefined;
  const edits = editsOf(place, there, patch);
  if (json === undefined) {
    const after = editedYaml(text, edits, yamlNodes);
    return after === undefined ? undefined : [text, after];
  }
  const after = structuredClone(json);
  for (const edit of edits) setAt(after, edit.place, edit.value);
  return [written(json), written(after)];
}

/** The documents that a patch may be meant for, each with the place in it. */
function meant({ merge, document }: Mend, { place: where }: Found, { target }: Report['verdict']): [url: string, place: string][] {
  const [own, place = ''] = where?.split(/#(.*)/s) ?? [];
  if (document === undefined) return own === undefined ? [] : [[own, place]];
  // A patch that names an address is for the document at that place alone; any other is as true of the one that was found elsewhere.
  const elsewhere = own !== undefined && place !== '' && !JSON.stringify(merge).includes(EXAMPLE);
  return [[`${target}${document}`, ''], ...(elsewhere ? [[own, ''] as [string, string]] : [])];
}

function merged(mend: Mend, found: Found, { verdict, evidence }: Report): Replacement | undefined {
  const patch = filled(mend.merge as Json, verdict.target);
  for (const [url, place] of meant(mend, found, verdict)) {
    const exchange = evidence.exchanges.find((one) => (one.url ?? one.request.url) === url && textOf(one) !== undefined);
    const texts = edited(textOf(exchange) ?? '', place, patch);
    const diff = texts && diffLines(...texts);
    if (diff !== undefined) return { url, headers: {}, body: texts?.[1] as string, diff };
  }
  return undefined;
}

function prepended(prepend: string, found: Found, report: Report): Replacement | undefined {
  const text = textOf(findExchange(report, found));
  if (text === undefined || found.request === undefined) return undefined;
  const body = prepend + text;
  const diff = diffLines(text, body);
  return { url: found.request.url, headers: {}, body, ...(diff === undefined ? {} : { diff }) };
}

/** Undefined where it cannot be known, or the target serves nothing that it could be made from. */
export function replacement(rule: Rule, code: string, found: Found, report: Report): Replacement | undefined {
  const mend = rule.mends && Object.hasOwn(rule.mends, code) ? rule.mends[code] : undefined;
  if (!mend) return undefined;
  const { target } = report.verdict;
  if (mend.merge) return merged(mend, found, report);
  if (mend.prepend !== undefined) return prepended(mend.prepend, found, report);
  if (mend.headers) {
    const headers = Object.entries(mend.headers).map(([name, value]) => [name, value.replaceAll(EXAMPLE, target)]);
    return found.request && { url: found.request.url, headers: Object.fromEntries(headers) as HeaderMap };
  }
  const example = firstBlock(fixFor(rule.fix, code, target));
  if (example === undefined) return undefined;
  const body = fitExample(example, report);
  return { url: `${target}${mend.serve}`, headers: { 'content-type': mend.type ?? '' }, body: `${body}\n`, file: true };
}
