// What a pack would send to a target: the requests known beforehand, the ones that answers decide, and the hard bound. It sends nothing.
import { type Caps, exchangeKey } from '../contract/exchange-key.ts';
import type { Headers, Probe, Request, Source } from '../contract/generated/types.ts';
import type { Json } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSafeMethod } from '../contract/method.ts';
import { jcs } from '../json/jcs.ts';
import { type Bounds, bounds, ROBOTS } from './bounds.ts';
import type { LoadedPack, ProbeNode } from './compiled/loaded-pack.ts';
import { isLiteral, parseTemplate } from './compiled/template.ts';
import { defaultHeaders } from './default-headers.ts';
import { itemsOf, methodOf, roundsOf, sourcesOf } from './lint/probe-shape.ts';

/** A request that will be sent as it stands here; {nonce} and {seed} are drawn when the run begins. */
export interface PlannedRequest extends Request {
  /** Probes that use it. */
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

const listOf = (paths: string | string[]): string[] => (typeof paths === 'string' ? [paths] : paths);
const literalText = (text: string): boolean => isLiteral(parseTemplate(text));

/** Writes a value into the text that stands before it. */
type Write = (value: string, before: string) => string;
const asIs: Write = (value) => value;

/** As the engine encodes values in URLs: / stays in paths only. */
const inUrl: Write = (value, before) =>
  /[?#]/.test(before) ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');

/** Text of a literal template; what the run draws stands as a word between marks. */
function fill(text: string, origin: string, [open, close]: readonly [string, string] = BRACES, write: Write = asIs): string {
  let out = '';
  for (const part of parseTemplate(text)) {
    const member = 'path' in part ? part.path.segments[1]?.selectors[0] : undefined;
    const name = member?.kind === 'name' ? member.name : 'run';
    out += 'path' in part ? write(name === 'target' ? origin : `${open}${name}${close}`, out) : part.text;
  }
  return out;
}

/** Marks that a URL leaves alone, so that braces can stand for them afterwards. */
const MARKS = ['axproof-', '-axproof'] as const;
const BRACES = ['{', '}'] as const;

function urlOf(text: string, origin: string): string {
  const [open, close] = MARKS;
  const url = new URL(fill(text, origin, MARKS, inUrl), origin);
  url.hash = '';
  return url.href.replaceAll(open, '{').replaceAll(close, '}');
}

const values = (headers: Headers | undefined): string[] => Object.values(headers ?? {}).map((v) => (typeof v === 'string' ? v : v.value));

function jsonLiteral(value: Json): boolean {
  if (typeof value === 'string') return literalText(value);
  return value === null || typeof value !== 'object' || Object.values(value).every(jsonLiteral);
}

/** Whether everything of a source's first request is known before anything is sent. */
function isKnown(source: Source, probe: Probe): boolean {
  if (source.select !== undefined || source.when !== undefined) return false;
  const texts = [
    methodOf(source)?.url ?? '',
    source.accept ?? probe.accept ?? '',
    ...values(probe.headers),
    ...values(source.headers),
    ...Object.values(source.form ?? {}),
  ];
  return texts.every(literalText) && jsonLiteral((source.body ?? null) as Json);
}

function fillJson(value: Json, origin: string): Json {
  if (typeof value === 'string') return fill(value, origin);
  if (Array.isArray(value)) return value.map((v) => fillJson(v, origin));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, fillJson(v, origin)]));
}

function bodyOf(source: Source, origin: string): { type: string; text: string } | undefined {
  if (source.form !== undefined) {
    const pairs = Object.entries(source.form).sort(([a], [b]) => (a < b ? -1 : 1));
    const form = new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, fill(text, origin)]));
    return { type: 'application/x-www-form-urlencoded', text: form.toString() };
  }
  return source.body === undefined ? undefined : { type: 'application/json', text: jcs(fillJson(source.body as Json, origin)) };
}

function requestOf(source: Source, probe: Probe, origin: string): Request {
  const { method, url } = methodOf(source) as NonNullable<ReturnType<typeof methodOf>>;
  const accept = source.accept ?? probe.accept;
  const named: Headers = { ...(accept === undefined ? {} : { accept }), ...probe.headers, ...source.headers };
  const headers = defaultHeaders();
  for (const [name, value] of Object.entries(named)) headers[name] = fill(typeof value === 'string' ? value : value.value, origin);
  const body = bodyOf(source, origin);
  if (body === undefined) return { method, url: urlOf(url, origin), headers };
  return { method, url: urlOf(url, origin), headers: { 'content-type': body.type, ...headers }, body: body.text };
}

function familyOf(node: ProbeNode, source: Source, most: number, inAll?: number): PlannedFamily {
  const { method, url } = methodOf(source) as NonNullable<ReturnType<typeof methodOf>>;
  const select = source.select === undefined ? {} : { select: listOf(source.select) };
  return {
    probe: node.name,
    method,
    url,
    ...select,
    most,
    ...(inAll === undefined ? {} : { inAll }),
    bytes: node.probe.bytes ?? LIMITS.defaultBodyBytes,
    ...(node.probe.cleanup ? { cleanup: true } : {}),
  };
}

/** Collects known requests; identical safe ones of several probes are one, as they are when they are sent. */
class Known {
  readonly list: PlannedRequest[] = [];
  readonly #byKey = new Map<string, PlannedRequest>();

  /** own: what tells it apart from identical ones of others. */
  add(request: Request, probe: string, { bytes, follow }: PlannedCaps, own?: string, cleanup?: true): void {
    const key = exchangeKey(request, { bytes, follow, fresh: own });
    const first = this.#byKey.get(key);
    if (first) {
      if (!first.probes.includes(probe)) first.probes.push(probe);
      return;
    }
    const planned = { ...request, probes: [probe], bytes, ...(cleanup ? { cleanup } : {}) };
    this.#byKey.set(key, planned);
    this.list.push(planned);
  }
}

type PlannedCaps = Required<Pick<Caps, 'follow'>> & { bytes: number };

const capsOf = ({ bytes, redirects }: Probe): PlannedCaps => ({
  bytes: bytes ?? LIMITS.defaultBodyBytes,
  follow: redirects ?? LIMITS.defaultRedirects,
});

const cleanupLast = (a: ProbeNode, b: ProbeNode): number => Number(a.probe.cleanup === true) - Number(b.probe.cleanup === true);

/** The plan of a pack for an origin. Known requests stand in queue order: robots.txt first, then by height and pack order, cleanup last. */
export function plan(pack: LoadedPack, origin: string): Plan {
  const target = new URL(origin).origin;
  const known = new Known();
  known.add(
    { method: 'GET', url: `${target}/robots.txt`, headers: defaultHeaders() },
    'robots',
    { bytes: ROBOTS.bytesEach, follow: LIMITS.redirects },
    'robots',
  );
  const templated: PlannedFamily[] = [];
  const { consent } = pack.document;
  for (const node of [...pack.probes].sort(cleanupLast)) {
    const { probe } = node;
    const list = probe.firstOf ?? probe.eachOf;
    const shared: Probe = list ? probe : {};
    const dealt = probe.eachOf ? probe.sample : undefined;
    for (const [s, source] of sourcesOf(probe).entries()) {
      const rounds = roundsOf(source);
      const items = itemsOf(source) ?? dealt ?? 1;
      const method = methodOf(source)?.method ?? 'GET';
      const safe = isSafeMethod(method);
      const own = probe.fresh || probe.secret || !safe ? `${node.name}${consent && !safe ? `[${s}]` : ''}` : undefined;
      const first = isKnown(source, shared) && dealt === undefined;
      if (first) known.add(requestOf(source, shared, target), node.name, capsOf(probe), own, probe.cleanup);
      const rest = Math.min(items, dealt ?? items) * rounds - (first ? 1 : 0);
      if (rest > 0) templated.push(familyOf(node, source, rest, dealt));
    }
  }
  const { name, version } = pack.document;
  const bound = { ...bounds(pack.document), furtherOrigins: LIMITS.furtherOrigins };
  return { target, pack: { name, version, digest: pack.digest }, ...(consent ? { consent } : {}), known: known.list, templated, bound };
}

const MiB = 1024 * 1024;
const lines = (title: string, items: readonly string[]): string[] => (items.length === 0 ? [] : [title, ...items.map((i) => `  ${i}`), '']);

function headerText({ headers }: PlannedRequest): string {
  const usual = defaultHeaders();
  const own = Object.entries(headers).filter(([name, value]) => usual[name] !== value);
  return own.length === 0 ? '' : `  [${own.map(([name, value]) => `${name}: ${value}`).join('; ')}]`;
}

const cleanupText = ({ cleanup }: { cleanup?: true }): string => (cleanup ? '  (cleanup: sent last, and always)' : '');

/** The plan as text for people. Everything in it is the pack's own; nothing comes from a target. */
export function planText({ target, pack, consent, known, templated, bound }: Plan): string {
  const families = templated.map(
    (f) =>
      `at most ${f.most} of ${f.probe}${f.inAll === undefined ? '' : ` (${f.inAll} in all)`}: ${f.method} ${f.url}${f.select ? `  from ${f.select.join(', ')}` : ''}${cleanupText(f)}`,
  );
  const usual = Object.entries(defaultHeaders()).map(([name, value]) => `${name}: ${value}`);
  return [
    `${pack.name} ${pack.version} on ${target}`,
    `${pack.digest}`,
    ...(consent ? ['Writes: nothing of it is sent unless the target consents to this digest.'] : []),
    '',
    ...lines(
      'Sent where robots.txt allows it:',
      known.map((r) => `${r.method} ${r.url}  ${r.probes.join(', ')}${headerText(r)}${cleanupText(r)}`),
    ),
    ...lines('Sent when an answer names them:', families),
    ...lines('Headers of every request, unless said otherwise above:', usual),
    `Bound: ${bound.requests} requests (every redirect, robots.txt of ${1 + bound.furtherOrigins} origins, and what is asked a second time included),`,
    `${(bound.bytes / MiB).toFixed(1)} MiB, methods ${bound.methods.join(', ')}. Nothing was sent.`,
    '',
  ].join('\n');
}
