// What is known of the requests of a source before any run: method, templates, and which of them need an answer. Made once for a pack's probe.
import { AxproofError } from '../../contract/errors.ts';
import type { Assertions, Headers, Method, Probe, Source } from '../../contract/generated/types.ts';
import { isObject, type Json } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { METHOD_KEYS, methodOf, sourcesOf } from '../../pack/lint/probe-shape.ts';
import { isConstant, isLiteral } from './fill.ts';

/** RFC 7396, without changing its arguments. */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const out = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) out.delete(key);
    else out.set(key, mergePatch(out.get(key), value));
  }
  return Object.fromEntries(out);
}

/** A source with its repeat.merge applied. */
function patched(source: Source): Source {
  const merge = source.repeat?.merge;
  if (!merge) return source;
  const out: Source = { ...source };
  if (merge.headers) out.headers = { ...source.headers, ...merge.headers };
  if (merge.body !== undefined) out.body = mergePatch(source.body as Json, merge.body as Json);
  if (merge.url !== undefined) for (const method of METHOD_KEYS) if (source[method] !== undefined) out[method] = merge.url;
  return out;
}

export interface HeaderPlan {
  name: string;
  template: string;
  /** Left out where its template selects nothing. */
  optional: boolean;
}

/** Accept and headers of a probe, for what its sources do not name. */
export type Shared = Pick<Probe, 'accept' | 'headers'>;

export interface RequestPlan {
  readonly source: Source;
  readonly shared: Shared;
  readonly method: Method;
  /** Template of the URL. */
  readonly url: string;
  /** What is sent beside, or in place of, the default headers. */
  readonly headers: readonly HeaderPlan[];
  /** Headers have no paths. */
  readonly constantHeaders: boolean;
  /** The URL is the same for all answers. */
  readonly literalUrl: boolean;
  /** The requests are known before anything is answered. */
  readonly literal: boolean;
  /** The request is the same in every run against an origin. */
  readonly constant: boolean;
}

export interface SourcePlan extends RequestPlan {
  readonly until: Assertions | undefined;
  readonly bytes: number;
  /** Redirect hops that its requests may be sent on by. */
  readonly follow: number;
  readonly fresh: boolean;
  /** Paths to what its answers keep secret. */
  readonly secret: string[] | undefined;
}

function headersOf(source: Source, shared: Shared): HeaderPlan[] {
  const accept = source.accept ?? shared.accept;
  const named: Headers = { ...(accept === undefined ? {} : { accept }), ...shared.headers, ...source.headers };
  return Object.entries(named).map(([name, value]) =>
    typeof value === 'string' ? { name, template: value, optional: false } : { name, template: value.value, optional: true },
  );
}

function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsOf);
}

/** A source that the loader has let through. */
export function requestPlan(source: Source, shared: Shared = {}): RequestPlan {
  const found = methodOf(source);
  if (!found) throw new AxproofError('internal', 'a source without a method passed the loader');
  const { method, url } = found;
  const headers = headersOf(source, shared);
  const templates = [
    url,
    ...headers.map((h) => h.template),
    ...Object.values(source.form ?? {}),
    ...stringsOf((source.body ?? null) as Json),
  ];
  const based = source.under !== undefined || source.before !== undefined;
  return {
    source,
    shared,
    method,
    url,
    headers,
    constantHeaders: headers.every((h) => isConstant(h.template)),
    literalUrl: !based && isLiteral(url),
    literal: source.select === undefined && source.when === undefined && !based && templates.every(isLiteral),
    constant: !based && templates.every(isConstant),
  };
}

const repeated = new WeakMap<RequestPlan, RequestPlan>();

/** The plan of a source's further requests: with its repeat.merge applied. */
export function repeatedPlan(plan: RequestPlan): RequestPlan {
  let known = repeated.get(plan);
  if (!known) {
    known = requestPlan(patched(plan.source), plan.shared);
    repeated.set(plan, known);
  }
  return known;
}

const plans = new WeakMap<Probe, readonly SourcePlan[]>();

/** The plans of a probe's sources, in order. Packs are frozen, so they are made once. */
export function plansOf(probe: Probe): readonly SourcePlan[] {
  let known = plans.get(probe);
  if (!known) {
    const { until, bytes, fresh, secret, redirects } = probe;
    // A probe of one request is its own source, with its own accept and headers.
    const shared = probe.firstOf || probe.eachOf ? probe : {};
    known = sourcesOf(probe).map((source) => ({
      ...requestPlan(source, shared),
      until: probe.firstOf ? undefined : until,
      bytes: bytes ?? LIMITS.defaultBodyBytes,
      follow: redirects ?? LIMITS.defaultRedirects,
      fresh: fresh === true,
      secret,
    }));
    plans.set(probe, known);
  }
  return known;
}
