// Builds a request from a source and a scope: URL, headers, body, all filled and checked. It does not decide whether it may be sent.
import { AxproofError } from '../contract/errors.ts';
import type { Headers, Method, Request, Source } from '../contract/generated/types.ts';
import { jcs } from '../contract/jcs.ts';
import type { Json } from '../contract/json.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { methodOf as shapeOf } from '../pack/probe-shape.ts';
import type { Filled } from './fill.ts';
import { fillJson, fillText, fillValue, isConstant, isLiteral, parts } from './fill.ts';
import type { Scope } from './scope.ts';

const LONGEST_URL = 4096;

export interface RequestPlan {
  source: Source;
  /** Accept and headers of the probe, for what the source does not name. */
  accept?: string;
  headers?: Headers;
}

/** Method and URL template of a source that the loader has let through. */
export function methodOf(source: Source): { method: Method; url: string } {
  const found = shapeOf(source);
  if (!found) throw new AxproofError('internal', 'a source without a method passed the loader');
  return found;
}

export const isSafe = (method: Method): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Percent-encodes a value inside a URL; '/' stays in paths only, and dot segments are refused. */
function inUrl(value: string | number | boolean | null, before: string): string | undefined {
  const text = String(value);
  if (/[?#]/.test(before)) return encodeURIComponent(text);
  const segments = text.split('/');
  if (segments.some((s) => s === '.' || s === '..')) return undefined;
  return segments.map(encodeURIComponent).join('/');
}

function fillUrl(template: string, scope: Scope, origin: string): Filled<string> {
  const whole = parts(template).length === 1 && !isLiteral(template);
  const filled = whole ? fillValue(template, scope) : wellFormed(() => fillText(template, scope, inUrl));
  if (!filled.ok) return filled;
  const base = whole ? (filled.from?.seen?.record.url ?? origin) : origin;
  try {
    const url = new URL(String(filled.value), base);
    url.hash = '';
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, detail: `a ${url.protocol} URL is never asked` };
    if (url.href.length > LONGEST_URL) return { ok: false, detail: 'the URL is too long' };
    return { ok: true, value: url.href };
  } catch {
    return { ok: false, detail: 'not a URL' };
  }
}

function wellFormed(fill: () => Filled<string>): Filled<string> {
  try {
    return fill();
  } catch {
    return { ok: false, detail: 'a lone surrogate cannot stand in a URL' };
  }
}

const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

function fillHeaders(plan: RequestPlan, scope: Scope, agent: string): Filled<{ [name: string]: string }> {
  const out: { [name: string]: string } = { ...defaultHeaders(agent) };
  const accept = plan.source.accept ?? plan.accept;
  const named: Headers = { ...(accept === undefined ? {} : { accept }), ...plan.headers, ...plan.source.headers };
  for (const [name, value] of Object.entries(named)) {
    const template = typeof value === 'string' ? value : value.value;
    const filled = fillText(template, scope, String);
    if (!filled.ok) {
      if (typeof value !== 'string') continue;
      return filled;
    }
    if (!HEADER_TEXT.test(filled.value)) return { ok: false, detail: `the value of ${name} is no header text` };
    out[name] = filled.value.trim();
  }
  return { ok: true, value: out };
}

function fillBody(source: Source, scope: Scope): Filled<{ text: string; type: string } | undefined> {
  if (source.form !== undefined) {
    const form = new URLSearchParams();
    for (const [name, template] of Object.entries(source.form).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const filled = fillText(template, scope, String);
      if (!filled.ok) return filled;
      form.append(name, filled.value);
    }
    return { ok: true, value: { text: form.toString(), type: 'application/x-www-form-urlencoded' } };
  }
  if (source.body === undefined) return { ok: true, value: undefined };
  const filled = fillJson(source.body as Json, scope);
  // Canonical, so that the order of members in a pack changes no request.
  return filled.ok ? { ok: true, value: { text: jcs(filled.value), type: 'application/json' } } : filled;
}

interface Constant {
  accept: string | undefined;
  headers: Headers | undefined;
  origin: string;
  agent: string;
  built: Filled<Request>;
}

/** Requests of sources without a path, by source: the same for every run against an origin. Nobody writes to a request. */
const constants = new WeakMap<Source, Constant>();

/** The request that a source makes in a scope, or why there is none. */
export function buildRequest(plan: RequestPlan, scope: Scope, origin: string, agent: string): Filled<Request> {
  const { source, accept, headers } = plan;
  const known = constants.get(source);
  if (known && known.origin === origin && known.agent === agent && known.accept === accept && known.headers === headers) return known.built;
  const built = build(plan, scope, origin, agent);
  if (everyText(plan, isConstant)) constants.set(source, { accept, headers, origin, agent, built });
  return built;
}

function build(plan: RequestPlan, scope: Scope, origin: string, agent: string): Filled<Request> {
  const { method, url: template } = methodOf(plan.source);
  const url = fillUrl(template, scope, origin);
  if (!url.ok) return url;
  const headers = fillHeaders(plan, scope, agent);
  if (!headers.ok) return headers;
  const body = fillBody(plan.source, scope);
  if (!body.ok) return body;
  if (body.value === undefined) return { ok: true, value: { method, url: url.value, headers: headers.value } };
  return {
    ok: true,
    value: { method, url: url.value, headers: { 'content-type': body.value.type, ...headers.value }, body: body.value.text },
  };
}

/** A source whose requests are known before anything is answered. */
export function isLiteralSource(plan: RequestPlan): boolean {
  const { source } = plan;
  if (source.select !== undefined || source.when !== undefined) return false;
  return everyText(plan, isLiteral);
}

/** Whether all templates of a plan, those of its body included, are of a kind. */
function everyText(plan: RequestPlan, is: (template: string) => boolean): boolean {
  const { source } = plan;
  const texts = [methodOf(source).url, source.accept ?? plan.accept ?? ''];
  for (const value of Object.values({ ...plan.headers, ...source.headers })) texts.push(typeof value === 'string' ? value : value.value);
  for (const value of Object.values(source.form ?? {})) texts.push(value);
  return texts.every(is) && everyString((source.body ?? null) as Json, is);
}

function everyString(value: Json, is: (template: string) => boolean): boolean {
  if (typeof value === 'string') return is(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every((inner) => everyString(inner, is));
}
