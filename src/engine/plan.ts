// What a pack would send to a target: the requests known beforehand, the ones that answers decide, and the hard bound. It sends nothing.
import { exchangeKey } from '../contract/exchange-key.ts';
import type { HeaderMap, Request } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSafeMethod } from '../contract/method.ts';
import { MiB } from '../contract/units.ts';
import { type Bounds, bounds, ROBOTS } from '../pack/bounds.ts';
import type { ProbeNode } from '../pack/compiled/graph.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import type { SourcePlan } from '../pack/compiled/source-plan.ts';
import { AGENT, defaultHeaders } from '../pack/default-headers.ts';
import { buildRequest, requestHeaders } from './probe/request.ts';
import type { Scope } from './select/scope.ts';

/** A request that will be sent as it stands here; {nonce} and {seed} are drawn when the run begins. */
export interface PlannedRequest extends Request {
  probes: string[];
  bytes: number;
  /** Sent when all else is done, and always. */
  cleanup?: true;
}

/** Requests that depend on answers: the URL as a template, and how many there can be. */
export interface PlannedFamily {
  probe: string;
  method: Request['method'];
  url: string;
  select?: string[];
  most: number;
  /** The sources of one probe share this many places. */
  inAll?: number;
  bytes: number;
  cleanup?: true;
}

export interface Plan {
  target: string;
  pack: { name: string; version: string; digest: string };
  /** The pack writes where the target consents to its digest. */
  consent?: 'writes';
  known: PlannedRequest[];
  templated: PlannedFamily[];
  bound: Bounds & { furtherOrigins: number };
}

/** What the run draws, as words that a URL leaves alone, so that braces can stand for them afterwards. */
const DRAWN = { seed: 'axproof-seed-axproof', nonce: 'axproof-nonce-axproof' };
const braced = (text: string): string => Object.entries(DRAWN).reduce((whole, [name, mark]) => whole.replaceAll(mark, `{${name}}`), text);

/** The request that the engine will build; undefined where answers decide it. */
function buildLiteral(source: SourcePlan, origin: string, agent: string): Request | undefined {
  if (!source.literal) return undefined;
  const scope: Scope = { probe: () => undefined, run: { target: origin, ...DRAWN } };
  const built = buildRequest(source, scope, origin, requestHeaders(source, scope, agent));
  return built.ok ? (JSON.parse(braced(JSON.stringify(built.value))) as Request) : undefined;
}

function familyOf({ name, probe }: ProbeNode, { method, urlText, select, bytes }: SourcePlan, most: number, inAll?: number): PlannedFamily {
  return {
    probe: name,
    method,
    url: urlText,
    ...(select ? { select: select.map(({ text }) => text) } : {}),
    most,
    ...(inAll === undefined ? {} : { inAll }),
    bytes,
    ...(probe.cleanup ? { cleanup: true } : {}),
  };
}

/** Known requests by their keys; identical safe ones of several probes are one, as they are when they are sent. */
class Known extends Map<string, PlannedRequest> {
  /** own: what tells it apart from identical ones of others. */
  add(request: Request, probe: string, { bytes, follow }: Pick<SourcePlan, 'bytes' | 'follow'>, own?: string, cleanup?: true): void {
    const key = exchangeKey(request, { bytes, follow, fresh: own });
    const planned = this.get(key) ?? { ...request, probes: [], bytes, ...(cleanup ? { cleanup } : {}) };
    if (!planned.probes.includes(probe)) planned.probes.push(probe);
    this.set(key, planned);
  }
}

const cleanupLast = (a: ProbeNode, b: ProbeNode): number => Number(a.probe.cleanup === true) - Number(b.probe.cleanup === true);

/** The plan of a pack for an origin. Known requests stand in queue order: robots.txt first, then by height and pack order, cleanup last. */
export function plan(pack: LoadedPack, origin: string, agent: string = AGENT): Plan {
  const target = new URL(origin).origin;
  const requests = new Known();
  requests.add(
    { method: 'GET', url: `${target}/robots.txt`, headers: defaultHeaders(agent) },
    'robots',
    { bytes: ROBOTS.bytesEach, follow: LIMITS.redirects },
    'robots',
  );
  const templated: PlannedFamily[] = [];
  const { name, version, consent } = pack.document;
  for (const node of [...pack.probes].sort(cleanupLast)) {
    const { probe } = node;
    const dealt = probe.eachOf ? probe.sample : undefined;
    for (const [s, source] of node.plans.entries()) {
      const rounds = source.repeat?.most ?? 1;
      const items = source.select ? (source.take ?? source.sample ?? dealt ?? 1) : 1;
      const own =
        source.fresh || source.secret || !isSafeMethod(source.method) ? `${node.name}${source.writes ? `[${s}]` : ''}` : undefined;
      const first = dealt === undefined ? buildLiteral(source, target, agent) : undefined;
      if (first) requests.add(first, node.name, source, own, probe.cleanup);
      const rest = Math.min(items, dealt ?? items) * rounds - (first ? 1 : 0);
      if (rest > 0) templated.push(familyOf(node, source, rest, dealt));
    }
  }
  const bound = { ...bounds(pack.document), furtherOrigins: LIMITS.furtherOrigins };
  return {
    target,
    pack: { name, version, digest: pack.digest },
    ...(consent ? { consent } : {}),
    known: [...requests.values()],
    templated,
    bound,
  };
}

const lines = (title: string, items: readonly string[]): string[] => (items.length === 0 ? [] : [title, ...items.map((i) => `  ${i}`), '']);

function headerText({ headers }: PlannedRequest, common: HeaderMap): string {
  const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
  return own.length === 0 ? '' : `  [${own.map(([name, value]) => `${name}: ${value}`).join('; ')}]`;
}

const cleanupText = ({ cleanup }: { cleanup?: true }): string => (cleanup ? '  (cleanup: sent last, and always)' : '');

/** The plan as text for people. Everything in it is the pack's own; nothing comes from a target. */
export function planText({ target, pack, consent, known: requests, templated, bound }: Plan): string {
  // robots.txt is asked for with them.
  const common = requests[0]?.headers ?? {};
  const families = templated.map(
    (f) =>
      `at most ${f.most} of ${f.probe}${f.inAll === undefined ? '' : ` (${f.inAll} in all)`}: ${f.method} ${f.url}${f.select ? `  from ${f.select.join(', ')}` : ''}${cleanupText(f)}`,
  );
  return [
    `${pack.name} ${pack.version} on ${target}`,
    `${pack.digest}`,
    ...(consent ? ['Writes: nothing of it is sent unless the target consents to this digest.'] : []),
    '',
    ...lines(
      'Sent where robots.txt allows it:',
      requests.map((r) => `${r.method} ${r.url}  ${r.probes.join(', ')}${headerText(r, common)}${cleanupText(r)}`),
    ),
    ...lines('Sent when an answer names them:', families),
    ...lines(
      'Headers of every request, unless said otherwise above:',
      Object.entries(common).map(([name, value]) => `${name}: ${value}`),
    ),
    `Bound: ${bound.requests} requests (every redirect, robots.txt of ${1 + bound.furtherOrigins} origins, and what is asked a second time included),`,
    `${(bound.bytes / MiB).toFixed(1)} MiB, methods ${bound.methods.join(', ')}. Nothing was sent.`,
    '',
  ].join('\n');
}
