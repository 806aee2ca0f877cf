// Builds findings: where, what was expected in our own words, and the target's value through the quoter.
import { isObject, type Json } from '../../contract/json.ts';
import { placeText, type Where } from '../../contract/place-text.ts';
import { quote } from '../../contract/quote.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { Node, Observation } from '../../record/observation.ts';
import type { Detail, JudgeContext } from './judged.ts';
import { type NotReadTold, notReadAsSent } from './not-read.ts';
import { whereClaimed, whereOf } from './where.ts';

/** Names of the probes at the root of a path. */
function rootsOf({ segments }: ParsedPath): string[] {
  const names = (at: number): string[] => (segments[at]?.selectors ?? []).flatMap((s) => (s.kind === 'name' ? [s.name] : []));
  const roots = names(0);
  return roots.length === 1 && roots[0] === 'tried' ? names(1) : roots;
}

const firstOf = (names: readonly string[], context: JudgeContext, list: 'observations' | 'tried'): Observation | undefined => {
  for (const name of names) {
    const found = context.scope.probe(name)?.[list][0];
    if (found) return found;
  }
  return undefined;
};

/** The exchange that tells most of what a path did not find: the one that it looks into, else what was tried, else what would have led there. It leaves no trace in what a rule looked at. */
function nearby(paths: readonly ParsedPath[], context: JudgeContext): Observation | undefined {
  let names = paths.flatMap(rootsOf);
  const known = new Set<string>();
  while (names.length > 0) {
    const found = firstOf(names, context, 'observations') ?? firstOf(names, context, 'tried');
    if (found) return found;
    for (const name of names) known.add(name);
    names = names.flatMap((name) => context.scope.uses?.(name) ?? []).filter((name) => !known.has(name));
  }
  return undefined;
}

/** Findings of one assertion that are listed; the rest is counted. */
const LISTED = 5;
const LONGEST_VALUE = 200;
const LONGEST_MESSAGE = 800;
const LONGEST_KEYWORD = 60;
/** Names of members are the target's, and of any length. */
export const LONGEST_PLACE = 400;

/** Several lines as one that people can read; what is blank stays as it is. */
const inOneLine = (text: string): string => (text.trim() === '' ? text : text.trimEnd().replace(/\r\n?|\n/g, ' ⏎ '));

/** A short, inert rendering of any JSON value. */
export function describeValue(value: Json): string {
  if (typeof value === 'string') return quote(inOneLine(value), LONGEST_VALUE);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  return String(value);
}

/** Name of the operation that an exchange was sent for, where its item has one. */
function operationOf({ item }: Observation): string | undefined {
  const value = item?.value;
  return isObject(value) && typeof value.id === 'string' ? quote(value.id, LONGEST_VALUE) : undefined;
}

function callOf(body: string | undefined): string | undefined {
  if (body === undefined || !body.startsWith('{')) return undefined;
  const { method } = JSON.parse(body) as { method?: unknown };
  return typeof method === 'string' ? quote(method, LONGEST_VALUE) : undefined;
}

function describeRequest({ record: { request } }: Observation): NonNullable<Detail['request']> {
  const { accept } = request.headers;
  const call = request.headers['content-type'] === 'application/json' ? callOf(request.body) : undefined;
  return {
    method: request.method,
    url: quote(request.url, LONGEST_VALUE),
    ...(accept === undefined ? {} : { accept: quote(accept, LONGEST_VALUE) }),
    ...(call === undefined ? {} : { call }),
  };
}

function came({ record, outcome }: Observation): NonNullable<Detail['answer']> {
  const { status } = record.answer;
  if (status === undefined) return { outcome: outcome.is };
  return { outcome: outcome.is, status, is: record.is, ...(record.type === undefined ? {} : { type: quote(record.type, LONGEST_VALUE) }) };
}

/** What a finding says of the exchange that it rests on. */
function circumstances(seen: Observation): Partial<Detail> {
  const claim = seen.claimedBy[0];
  const operation = operationOf(seen);
  return {
    request: describeRequest(seen),
    answer: came(seen),
    exchange: seen.name,
    ...(operation ? { operation } : {}),
    ...(claim ? { claimedBy: quote(placeText(whereClaimed(claim)) ?? '', LONGEST_PLACE) } : {}),
  };
}

export const quoted = ({ place, line }: Where): Where => ({
  ...(place === undefined ? {} : { place: quote(place, LONGEST_PLACE) }),
  ...(line === undefined ? {} : { line }),
});

export interface AssertionFault {
  message: string;
  keyword?: string;
  /** JSON pointer below the node. */
  below?: string;
  value?: string;
}

/** In the rule's words where it has some; else in our own, which may name a type or a member as somebody else wrote it. */
const words = (message: string, { expected }: JudgeContext, notRead?: NotReadTold): string =>
  quote(
    `${expected === undefined ? message : `expected ${expected}`}${notRead === undefined ? '' : `, but ${notRead.message}`}`,
    LONGEST_MESSAGE,
  );

/** That something is wrong, where nobody asks what. */
const unsaid = ({ code, level }: JudgeContext): Detail => ({ code, level, message: '' });

export function detail(node: Node, fault: AssertionFault, context: JudgeContext): Detail {
  if (context.wordless) return unsaid(context);
  const { part, problem, ...where } = whereOf(node, fault.below);
  // Where the rule says what was to be there, and not where the fault itself is told.
  const notRead = context.expected !== undefined && node.whole && node.observation ? notReadAsSent(node.observation) : undefined;
  // What a view says of a place is more than that its code is not among those that are allowed.
  const told = problem === undefined ? words(fault.message, context, notRead) : quote(problem, LONGEST_MESSAGE);
  const value = problem === undefined ? fault.value : undefined;
  return {
    code: context.code,
    level: context.level,
    message: told,
    ...quoted(where),
    ...(part === undefined ? {} : { part: quote(part, LONGEST_VALUE) }),
    ...(fault.keyword ? { keyword: quote(fault.keyword, LONGEST_KEYWORD) } : {}),
    ...(value === undefined ? {} : { value: quote(value, LONGEST_VALUE) }),
    ...(node.observation ? { ...circumstances(node.observation), at: [node.observation] } : {}),
    // What stands in a body is said by that body itself.
    ...(node.observation && node.view ? { document: node.observation.record.url } : {}),
  };
}

/** A finding about a selection as a whole, with the request that tells most of it. */
export function bare(
  message: string,
  context: JudgeContext,
  counts: { selected?: number; failed?: number } = {},
  notRead?: NotReadTold,
): Detail {
  if (context.wordless) return unsaid(context);
  const seen = notRead?.observation ?? nearby(context.paths ?? [], context);
  const found = seen?.outcome.is === 'found';
  const claim = seen?.claimedBy[0];
  const where = found
    ? { place: seen.record.url, ...(notRead?.line === undefined ? {} : { line: notRead.line }) }
    : claim
      ? whereClaimed(claim)
      : {};
  return {
    code: context.code,
    level: context.level,
    message: words(message, context, notRead),
    ...quoted(where),
    ...(seen ? circumstances(seen) : {}),
    ...counts,
  };
}

/** What tells one fault from another, whichever of several answers showed it. */
const faultKey = ({ code, operation, place, part, keyword, request }: Detail): string =>
  [code, operation ?? `${place} ${request?.url} ${request?.accept}`, part?.replace(/\/\d+(?=\/|$)/g, '/*'), keyword].join(' ');

/** Puts a finding into words, where it is listed: of a hundred thousand, five are. */
export type Tell = () => Detail;

/** What could be told of nodes, with the exchange that each came from. */
export interface Telling {
  readonly exchange: string | undefined;
  readonly tell: Tell;
}

export const tellings = ({ observation }: Node, tells: readonly Tell[]): Telling[] =>
  tells.map((tell) => ({ exchange: observation?.name, tell }));

/** Each fault once before any a second time. Faults of several answers stand by what they are, so that the order of a draw does not show. */
function distinctFirst(tellings: readonly Telling[]): Detail[] {
  const exchanges = new Set(tellings.map(({ exchange }) => exchange));
  if (exchanges.size < 2) return tellings.slice(0, LISTED).map((one) => one.tell());
  const details = tellings.map((one) => one.tell());
  const firsts = new Map<string, Detail>();
  for (const one of details) if (!firsts.has(faultKey(one))) firsts.set(faultKey(one), one);
  const inOrder = [...firsts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
  return [...inOrder, ...details.filter((one) => firsts.get(faultKey(one)) !== one)];
}

/** The first few, with the count of the rest on the last of them. */
export function listDetails(tellings: readonly Telling[], selected: number): Detail[] {
  const failed = tellings.length;
  const kept = distinctFirst(tellings)
    .slice(0, LISTED)
    .map((d) => ({ ...d, selected, failed }));
  const last = kept.at(-1);
  if (last && failed > LISTED) last.more = failed - LISTED;
  return kept;
}
