// Builds a request from a plan and a scope: URL, headers, body, all filled and checked. It does not decide whether it may be sent.
import type { Derived, HeaderMap, Request } from '../../contract/generated/types.ts';
import { isHeaderText } from '../../contract/header-text.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Unclear } from '../../contract/unclear.ts';
import { jcs } from '../../json/jcs.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { RequestPlan } from '../../pack/compiled/source-plan.ts';
import { type CompiledTemplate, isConstant, isLiteral, wholeValue } from '../../pack/compiled/template.ts';
import { defaultHeaders } from '../../pack/default-headers.ts';
import type { Node } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import { type Filled, fillJson, fillPath, fillText, ofCaller } from './fill.ts';

function derivedPath(path: string, { append = '', replace }: Derived): string | undefined {
  if (!replace) return path + append;
  return path.endsWith(replace.end) ? path.slice(0, path.length - replace.end.length) + replace.by : undefined;
}

/** A URL changed at the end of its path or in its query, as a source says. href: absolute. A path that does not end as it should, or would be read as another one, makes no request. */
function derivedUrl(href: string, derive: Derived): Filled<string> {
  const url = new URL(href);
  const path = derivedPath(url.pathname, derive);
  if (path === undefined) return { ok: false, detail: `the path of the URL does not end with ${derive.replace?.end}` };
  url.pathname = path;
  if (url.pathname !== path) return { ok: false, detail: 'the path that was made is no plain one' };
  for (const [name, value] of Object.entries(derive.query ?? {}))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return { ok: true, value: url.href };
}

/** Percent-encodes a value inside a URL; '/' stays in paths only, and dot segments are refused. */
function inUrl(value: string | number | boolean, before: string): string | undefined {
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
function withBase({ path, inserted }: NonNullable<RequestPlan['base']>, url: CompiledTemplate, scope: Scope): Filled<string> {
  const base = fillPath(path, scope);
  if (!base.ok) return base;
  const own = fillText(url, scope, inUrl);
  if (!own.ok) return own;
  if (!own.value.startsWith('/')) return { ok: false, detail: 'what stands with a URL begins with /' };
  const at = String(base.value);
  if (!URL.canParse(at) || /[?#]/.test(at)) return { ok: false, detail: `${path.text} is no URL that a path can stand with` };
  const bare = at.replace(/\/$/, '');
  const value = inserted ? new URL(at).origin + own.value + new URL(bare).pathname.replace(/\/$/, '') : bare + own.value;
  return { ok: true, value, ...(base.from ? { from: base.from } : {}) };
}

/** A reference is a text: a page that has none after it says `false` or the number of the next one as often as nothing. */
function fillReference(path: ParsedPath, scope: Scope): Filled<string> {
  const filled = fillPath(path, scope);
  if (!filled.ok) return filled;
  const { value, from } = filled;
  if (typeof value !== 'string') return { ok: false, detail: `${path.text} selects no text`, ...ofCaller([{ path }]) };
  return { ok: true, value, ...(from ? { from } : {}) };
}

/** Whose fault it is that an address cannot be asked. */
export const faultOfUrl = ({ base, url }: RequestPlan): { open?: Unclear } => ofCaller([...(base ? [{ path: base.path }] : []), ...url]);

function fillUrl(plan: RequestPlan, scope: Scope, origin: string): Filled<string> {
  const { base, url, derive } = plan;
  const whole = base === undefined && !isLiteral(url) ? wholeValue(url) : undefined;
  const filled = whole
    ? fillReference(whole, scope)
    : orNoUrl(() => (base === undefined ? fillText(url, scope, inUrl) : withBase(base, url, scope)));
  if (!filled.ok) return filled;
  const refused = (detail: string): Filled<string> => ({ ok: false, detail, ...faultOfUrl(plan) });
  const against = whole ? (filled.from?.observation?.record.source?.url ?? origin) : origin;
  try {
    const { href, protocol } = new URL(filled.value, against);
    if (protocol !== 'https:' && protocol !== 'http:') return refused(`a ${protocol} URL is never asked`);
    const derived = derive ? derivedUrl(withoutFragment(href), derive) : { ok: true as const, value: withoutFragment(href) };
    if (!derived.ok) return refused(derived.detail);
    const { value } = derived;
    if (value.length > LIMITS.url) return refused('the URL is too long');
    return { ok: true, value, ...(filled.from ? { from: filled.from } : {}) };
  } catch {
    return refused('not a URL');
  }
}

/** Of a URL as it is written out, where # stands before a fragment only. */
const withoutFragment = (href: string): string => {
  const at = href.indexOf('#');
  return at < 0 ? href : href.slice(0, at);
};

function orNoUrl(fill: () => Filled<string>): Filled<string> {
  try {
    return fill();
  } catch {
    return { ok: false, detail: 'a lone surrogate cannot stand in a URL' };
  }
}

/** The headers of a plan's requests, in the scope of each. */
export type RequestHeaders = (scope: Scope) => Filled<HeaderMap>;

/** Requests whose headers are the same in every scope share them. */
export function requestHeaders(plan: RequestPlan, scope: Scope, agent: string): RequestHeaders {
  if (!plan.headers.every(({ template }) => isConstant(template))) return (own) => fillHeaders(plan, own, agent);
  const shared = fillHeaders(plan, scope, agent);
  return () => shared;
}

function fillHeaders(plan: RequestPlan, scope: Scope, agent: string): Filled<HeaderMap> {
  const headers = defaultHeaders(agent);
  for (const { name, template, optional } of plan.headers) {
    const filled = fillText(template, scope, String);
    if (!filled.ok && !optional) return filled;
    if (!filled.ok) continue;
    // One item of many that cannot be asked for is left out; where nothing else is asked, nothing was seen.
    const open = { ...(scope.item ? {} : { open: 'unsent' as const }), ...ofCaller(template) };
    if (!isHeaderText(filled.value)) return { ok: false, detail: `the value of ${name} is no header text`, ...open };
    headers[name] = filled.value.trim();
  }
  return { ok: true, value: headers };
}

function fillBody({ form, body }: RequestPlan, scope: Scope): Filled<{ text: string; type: string } | undefined> {
  if (form !== undefined) {
    const text = new URLSearchParams();
    for (const [name, template] of form) {
      const filled = fillText(template, scope, String);
      if (!filled.ok) return filled;
      text.append(name, filled.value);
    }
    return { ok: true, value: { text: text.toString(), type: 'application/x-www-form-urlencoded' } };
  }
  if (body === undefined) return { ok: true, value: undefined };
  const filled = fillJson(body, scope);
  // Canonical, so that the order of members in a pack changes no request.
  return filled.ok ? { ok: true, value: { text: jcs(filled.value), type: 'application/json' } } : filled;
}

/** A request, and where the template of its URL took it from. */
export type Built = { ok: true; value: Request; address?: Node } | Extract<Filled<Request>, { ok: false }>;

/** The request that a plan makes in a scope, or why there is none. */
export function buildRequest(plan: RequestPlan, scope: Scope, origin: string, headersIn: RequestHeaders): Built {
  const { method } = plan;
  const url = fillUrl(plan, scope, origin);
  if (!url.ok) return url;
  const headers = headersIn(scope);
  if (!headers.ok) return headers;
  const body = fillBody(plan, scope);
  if (!body.ok) return body;
  const address = url.from ? { address: url.from } : {};
  if (body.value === undefined) return { ok: true, value: { method, url: url.value, headers: headers.value }, ...address };
  return {
    ok: true,
    ...address,
    value: { method, url: url.value, headers: { 'content-type': body.value.type, ...headers.value }, body: body.value.text },
  };
}
