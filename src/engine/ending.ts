// The end of a run: outcomes after comparison with every control, with refusals of everything, and with the methods that the site declares for an address. Pure.
import { isObject, type JsonObject } from '../contract/json.ts';
import { type Unclear, unseenBy } from '../contract/unclear.ts';
import type { ProbeNode } from '../pack/compiled/graph.ts';
import type { ParsedPath } from '../pack/compiled/path-types.ts';
import { CONTROL } from '../pack/visit.ts';
import type { Observation } from '../record/observation.ts';
import type { Likeness, Outcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import { list } from '../views/members.ts';
import { basesOf } from '../views/openapi/bases.ts';
import { keyFor } from '../views/openapi/responses.ts';
import type { Controls } from './controls.ts';
import type { ProbeRun } from './probe/probe-run.ts';
import { Templates } from './probe/templates.ts';
import { sharedInTemplates } from './same-answers.ts';
import { whyUnclear } from './select/exchange-members.ts';
import type { Observed, ProbeValue, Scope } from './select/scope.ts';
import { select } from './select/select.ts';
import type { Selection } from './select/selection.ts';

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

/** Segments of a path that are text alone, up to the first that is not. */
function literals(path: string): string[] {
  const segments = path.split('/').slice(1, -1);
  const end = segments.findIndex((segment) => segment.includes('{'));
  return end < 0 ? segments : segments.slice(0, end);
}

/** Addresses under which all operations of one of their servers lie: bases to build on, which need not answer themselves. */
function* bases(operations: readonly JsonObject[]): Generator<string> {
  const common = new Map<string, string[]>();
  for (const operation of operations) {
    const { path } = operation;
    if (typeof path !== 'string') continue;
    const own = literals(path);
    for (const base of basesOf(operation)) {
      const known = common.get(base) ?? own;
      const differs = known.findIndex((segment, i) => segment !== own[i]);
      common.set(base, differs < 0 ? known : known.slice(0, differs));
    }
  }
  for (const [base, segments] of common) for (let n = 0; n <= segments.length; n++) yield [base, ...segments.slice(0, n)].join('/');
}

/** The same address with a closing slash, or without: routers take one for the other, or send from one to the other. */
const twinOf = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) : `${address}/`);

/** Whether an absolute URL is an address that is declared for other methods than GET. */
type IsOther = (url: string) => boolean;

/**
 * Addresses that are declared for another method than GET, and not for GET, with a closing slash or without, or by a template; those of interfaces
 * (an item with a url and no path) for no method or another one; and bases of operations: most frameworks answer a GET there with 404.
 */
function otherMethods(operations: readonly JsonObject[], observations: readonly Observation[]): IsOther {
  const byGet = new Set<string>();
  const others = new Set<string>();
  for (const { path, url, method } of operations)
    if (path === undefined && typeof url === 'string') (method === 'GET' ? byGet : others).add(withoutQuery(url));
  const addressesOf = (isGet: boolean): string[] =>
    operations.flatMap((operation) => {
      const { path, method } = operation;
      return typeof path === 'string' && (method === 'GET') === isGet ? basesOf(operation).map((base) => base + path) : [];
    });
  for (const address of addressesOf(true)) byGet.add(address);
  for (const address of addressesOf(false)) {
    others.add(address);
    if (!byGet.has(twinOf(address))) others.add(twinOf(address));
  }
  for (const { record } of observations) if (record.request.method === 'POST') others.add(withoutQuery(record.request.url));
  for (const base of bases(operations)) for (const address of [base, `${base}/`]) others.add(address);
  for (const address of byGet) others.delete(address);
  const read = new Templates(operations.filter(({ method }) => method === 'GET'));
  const taken = new Templates(operations.filter(({ method }) => method !== 'GET'));
  return (url) => {
    const address = withoutQuery(url);
    if (others.has(address)) return true;
    return !byGet.has(address) && !byGet.has(twinOf(address)) && taken.holdsCall(address) && !read.holds(address);
  };
}

/** Addresses that answered a POST of this run. */
const takers = (observations: readonly Observation[]): ReadonlySet<string> =>
  new Set(
    observations.flatMap(({ record: { request, answer } }) => {
      const { status = 0 } = answer;
      return request.method === 'POST' && status >= 200 && status < 300 ? [withoutQuery(request.url)] : [];
    }),
  );

/** Operations by the method and the address that they are declared for; those of a template have none. */
function byAddress(operations: readonly JsonObject[]): ReadonlyMap<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    if (typeof path !== 'string') continue;
    for (const base of new Set(basesOf(operation))) {
      const key = `${method} ${base}${path}`;
      const known = found.get(key);
      if (known) known.push(operation);
      else found.set(key, [operation]);
    }
  }
  return found;
}

/** Why a declared 404 says nothing: that there may be nothing is said by its body, and that was not seen. */
function whyUnsaid({ answer: { status, failure } }: Record, operations: readonly JsonObject[] = []): Unclear | undefined {
  if (failure === undefined || status === undefined) return undefined;
  const isDeclared = operations.some((operation) => keyFor(list(operation, 'statuses').map(String), status) !== undefined);
  return isDeclared ? unseenBy(failure) : undefined;
}

export interface AtEnd {
  outcome: Outcome;
  /** Whether the answer is the one of what cannot exist. */
  likeControl: Likeness;
  /** What is declared for the address that was asked, and by that method. */
  operations?: readonly JsonObject[];
  /** What was not read may declare more. */
  operationsOpen?: true;
}
export type OutcomeAtEnd = (record: Record) => AtEnd;

/** What a site declares, as far as it was read. */
export interface DeclaredOperations {
  operations: readonly JsonObject[];
  /** More may be declared, in a document that the draw left out or that was not read to its end, or that something names and that was not seen. */
  open: boolean;
}

/** What was seen, and yet not read. */
const UNREAD: ReadonlySet<Unclear> = new Set<Unclear>(['cut', 'unread', 'unsupported-charset']);

/** That something unseen lies at a place which the pack alone names, nobody says. */
const mayHoldMore = ({ open, openAt }: Selection): boolean =>
  open !== undefined && (openAt === undefined || openAt.item !== undefined || UNREAD.has(open));

const isDrawn = ({ segments: [root] }: ParsedPath, scope: Scope): boolean =>
  root?.selectors.some((s) => s.kind === 'name' && scope.probe(s.name)?.drawn) === true;

/** Items of the openapi view at the paths by which a pack says where operations are declared. */
export function declaredAt(paths: readonly ParsedPath[], scope: Scope): DeclaredOperations {
  const found = paths.map((path) => select(path, scope));
  return {
    operations: found.flatMap(({ nodes }) => nodes.flatMap(({ value }) => (isObject(value) ? [value] : []))),
    open: found.some(mayHoldMore) || paths.some((path) => isDrawn(path, scope)),
  };
}

export class Ending {
  readonly #templates: Templates;

  constructor(
    private readonly controls: Controls,
    private readonly observed: Observed,
    private readonly declared: DeclaredOperations,
  ) {
    // What may be sent there by another method says nothing of what a GET gets.
    this.#templates = new Templates(declared.operations.filter(({ method }) => method === 'GET'));
  }

  /** Asks for what cannot exist beside what was claimed and found. */
  ask(): void {
    this.controls.close(this.observed.uses, this.#templates);
  }

  /** The outcomes of exchanges by all that is known now. origin: the target's. */
  outcomes(origin: string): OutcomeAtEnd {
    const controls = this.controls;
    const root = this.observed.uses.find(({ record: { request } }) => request.method === 'GET' && request.url === `${origin}/`)?.record;
    // A gateway says of what it shuts to strangers what it says of no route.
    const isServed = this.observed.uses.some(
      ({ record }) => controls.outcome(record).is === 'found' && new URL(record.request.url).origin === origin,
    );
    const hiddenBy = controls.blanketAnswers(root, isServed);
    const shared = sharedInTemplates(this.observed.uses, this.#templates);
    const isAway = root !== undefined && this.observed.uses.every(({ record }) => record.stopped === 'elsewhere');
    const { operations: all, open } = this.declared;
    const isDeclaredOther = otherMethods(all, this.observed.uses);
    const takesPost = takers(this.observed.uses);
    const outcomeOf = (record: Record, operations: readonly JsonObject[] | undefined): Outcome => {
      const hidden = hiddenBy(record);
      if (hidden) return { is: 'unclear', why: hidden };
      if (isAway) return { is: 'unclear', why: 'sent-away' };
      const outcome = controls.outcome(record);
      const { method, url } = record.request;
      const address = withoutQuery(url);
      const isOther = method === 'GET' && isDeclaredOther(url);
      // A GET that opens a stream may stay without a word for ever.
      if (isOther && outcome.is === 'unclear' && outcome.why === 'timed-out' && takesPost.has(address)) return { is: 'method-refused' };
      if (outcome.is === 'found' && shared.has(record)) return { is: 'unclear', why: 'baseline' };
      if (outcome.is !== 'absent') return outcome;
      const { status } = record.answer;
      const isSuccess = status !== undefined && status < 300;
      // An application of one page answers with it where a router answers 404, and a gateway of gRPC with 501 what others refuse with 405.
      if (isOther && (isSuccess || status === 404 || status === 501)) return { is: 'method-refused' };
      const unsaid = whyUnsaid(record, operations);
      if (unsaid) return { is: 'unclear', why: unsaid };
      // Inside a template at the root every answer may be the template's own: equality with the control shows nothing.
      return isSuccess && this.#templates.holds(`${new URL(url).origin}/x`) ? { is: 'unclear', why: 'baseline' } : outcome;
    };
    const declared = byAddress(all);
    // One exchange stands in several probes.
    const known = new Map<Record, AtEnd>();
    return (record) => {
      const before = known.get(record);
      if (before) return before;
      const operations = declared.get(`${record.request.method} ${withoutQuery(record.request.url)}`);
      const atEnd: AtEnd = {
        outcome: outcomeOf(record, operations),
        likeControl: controls.likeness(record),
        ...(operations ? { operations } : {}),
        ...(open ? { operationsOpen: true } : {}),
      };
      known.set(record, atEnd);
      return atEnd;
    };
  }
}

/** The first of these that came to nothing because something was not seen. */
const unseenOf = (sources: readonly (ProbeValue | undefined)[]): ProbeValue | undefined =>
  sources.find((source) => source?.open !== undefined && source.observations.length === 0);

/**
 * A settled probe with other outcomes. What was missing for certain is open where its attempts turned out not to have been seen, and so
 * is a probe that asked for nothing because what would have led it was not seen (sources: the probes that turned out so before it).
 */
function reconsidered(value: ProbeValue, atEnd: OutcomeAtEnd, sources: readonly (ProbeValue | undefined)[]): ProbeValue {
  const again = (observation: Observation): Observation => ({ ...observation, ...atEnd(observation.record) });
  const tried = value.tried.map(again);
  const observations = value.observations.map((one) => tried[value.tried.indexOf(one)] ?? again(one));
  const now = { ...value, observations, tried };
  if (value.open || observations.length > 0) return now;
  // What was unclear before was weighed by the probe's own until.
  const unseen = value.list ? undefined : tried.find((one, i) => whyUnclear(one) && !whyUnclear(value.tried[i] as Observation));
  if (unseen) return { ...now, open: whyUnclear(unseen) as NonNullable<ProbeValue['open']>, openAt: unseen };
  const source = tried.length === 0 ? unseenOf(sources) : undefined;
  if (source?.open === undefined) return now;
  return { ...now, open: source.open, ...(source.openAt ? { openAt: source.openAt } : {}) };
}

/** Gives settled probes their outcomes at the end; they stand by height, so that what a probe was led by comes before it. */
export function reconsiderAll(probes: readonly { node: ProbeNode; run: ProbeRun }[], atEnd: OutcomeAtEnd): void {
  const opened = new Map<string, ProbeValue>();
  for (const { node, run } of probes) {
    // What the control itself answered is no claim.
    if (!run.value || node.name === CONTROL) continue;
    const value = reconsidered(
      run.value,
      atEnd,
      node.uses.map((name) => opened.get(name)),
    );
    if (value.open && !run.value.open) opened.set(node.name, value);
    run.value = value;
  }
}
