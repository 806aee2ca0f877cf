// Builds a request from a source and a scope: URL, headers, body, all filled and checked. It does not decide whether it may be sent.
import type { HeaderMap, Request, Source } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { defaultHeaders } from '../../pack/default-headers.ts';
import { location } from '../../record/location.ts';
import type { Node } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import { type Filled, fillJson, fillText, fillValue, isLiteral, parts } from './fill.ts';
import type { RequestPlan } from './source-plan.ts';

const LONGEST_URL = 4096;

/** Percent-encodes a value inside a URL; '/' stays in paths only, and dot segments are refused. */
function inUrl(value: string | number | boolean | null, before: string): string | undefined {
  const text = String(value);
  if (/[?#]/.test(before)) return encodeURIComponent(text);
  const segments = text.split('/');
  if (segments.some((s) => s === '.' || s === '..')) return undefined;
  return segments.map(encodeURIComponent).join('/');
}

/**
 * The path of a request with a URL that an answer gave: below it, written after one another as servers of OpenAPI are, or before its path, as the
 * well-known places of issuers and resources with a path are (RFC 8414, RFC 9728).
 */
function withBase(path: string, template: string, scope: Scope, inserted: boolean): Filled<string> {
  const base = fillValue(`{{ ${path} }}`, scope);
  if (!base.ok) return base;
  const own = fillText(template, scope, inUrl);
  if (!own.ok) return own;
  if (!own.value.startsWith('/')) return { ok: false, detail: 'what stands with a URL begins with /' };
  const at = String(base.value);
  if (!URL.canParse(at) || /[?#]/.test(at)) return { ok: false, detail: `${path} is no URL that a path can stand with` };
  const bare = at.replace(/\/$/, '');
  const value = inserted ? location(at).origin + own.value + location(bare).pathname.replace(/\/$/, '') : bare + own.value;
  return { ok: true, value, ...(base.from ? { from: base.from } : {}) };
}

function fillUrl(template: string, { under, before }: Source, scope: Scope, origin: string): Filled<string> {
  const base = under ?? before;
  const whole = base === undefined && parts(template).length === 1 && !isLiteral(template);
  const filled =
    base !== undefined
      ? wellFormed(() => withBase(base, template, scope, before !== undefined))
      : whole
        ? fillValue(template, scope)
        : wellFormed(() => fillText(template, scope, inUrl));
  if (!filled.ok) return filled;
  const against = whole ? (filled.from?.observation?.record.url ?? origin) : origin;
  try {
    const { href, protocol } = location(String(filled.value), against);
    if (protocol !== 'https:' && protocol !== 'http:') return { ok: false, detail: `a ${protocol} URL is never asked` };
    const value = withoutFragment(href);
    if (value.length > LONGEST_URL) return { ok: false, detail: 'the URL is too long' };
    return { ok: true, value, ...(filled.from ? { from: filled.from } : {}) };
  } catch {
    return { ok: false, detail: 'not a URL' };
  }
}

/** Of a URL as it is written out, where # stands before a fragment only. */
const withoutFragment = (href: string): string => {
  const at = href.indexOf('#');
  return at < 0 ? href : href.slice(0, at);
};

function wellFormed(fill: () => Filled<string>): Filled<string> {
  try {
    return fill();
  } catch {
    return { ok: false, detail: 'a lone surrogate cannot stand in a URL' };
  }
}

const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

/** The headers that a plan made last: most of its requests have equal ones, and nobody writes to them. */
const lastHeaders = new WeakMap<RequestPlan, { agent: string; values: readonly (string | undefined)[]; headers: HeaderMap }>();

function headersOf(plan: RequestPlan, scope: Scope, agent: string): Filled<HeaderMap> {
  const last = lastHeaders.get(plan);
  const known = last?.agent === agent ? last : undefined;
  if (known && plan.constantHeaders) return { ok: true, value: known.headers };
  const values: (string | undefined)[] = [];
  for (const { name, template, optional } of plan.headers) {
    const filled = fillText(template, scope, String);
    if (!filled.ok && !optional) return filled;
    const value = filled.ok ? filled.value : undefined;
    if (value !== undefined && !HEADER_TEXT.test(value)) return { ok: false, detail: `the value of ${name} is no header text` };
    values.push(value?.trim());
  }
  if (known && values.every((value, i) => value === known.values[i])) return { ok: true, value: known.headers };
  const headers = defaultHeaders(agent);
  for (const [i, { name }] of plan.headers.entries()) if (values[i] !== undefined) headers[name] = values[i];
  lastHeaders.set(plan, { agent, values, headers });
  return { ok: true, value: headers };
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

/** A request, and where the template of its URL took it from. */
export type Built = { ok: true; value: Request; address?: Node } | Extract<Filled<Request>, { ok: false }>;

interface Constant {
  origin: string;
  agent: string;
  built: Built;
}

/** Requests of plans without a path: the same for every run against an origin. Nobody writes to a request. */
const constants = new WeakMap<RequestPlan, Constant>();

/** The request that a source makes in a scope, or why there is none. */
export function buildRequest(plan: RequestPlan, scope: Scope, origin: string, agent: string): Built {
  if (!plan.constant) return build(plan, scope, origin, agent);
  let known = constants.get(plan);
  if (known?.origin !== origin || known.agent !== agent) {
    known = { origin, agent, built: build(plan, scope, origin, agent) };
    constants.set(plan, known);
  }
  return known.built;
}

function build(plan: RequestPlan, scope: Scope, origin: string, agent: string): Built {
  const { method, source } = plan;
  const url = fillUrl(plan.url, source, scope, origin);
  if (!url.ok) return url;
  const headers = headersOf(plan, scope, agent);
  if (!headers.ok) return headers;
  const body = fillBody(source, scope);
  if (!body.ok) return body;
  const address = url.from ? { address: url.from } : {};
  if (body.value === undefined) return { ok: true, value: { method, url: url.value, headers: headers.value }, ...address };
  return {
    ok: true,
    ...address,
    value: { method, url: url.value, headers: { 'content-type': body.value.type, ...headers.value }, body: body.value.text },
  };
}
