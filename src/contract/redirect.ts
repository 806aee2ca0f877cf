// What a redirect asks a client to send next (RFC 9110, section 15.4). It sends nothing.
import type { Answer, HeaderMap, Request, Stop } from './generated/types.ts';
import { readHeader } from './header-text.ts';
import { isSafeMethod } from './method.ts';
import { holdsPlaceholder } from './placeholder.ts';
import { isSameEndpoint } from './plain-address.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The head says all: a body that was not read keeps nobody from following. */
export const isRedirect = ({ status = 0, failure }: Answer): boolean =>
  REDIRECTS.has(status) && (failure === undefined || failure.phase === 'body');

/** Credentials stay with the origin that they were sent to. */
const withoutCredentials = (headers: HeaderMap): HeaderMap =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => name !== 'authorization' && !holdsPlaceholder(value)));

/** The address that a field names, in UTF-8 as clients read it; a field that is sent twice alike names one. */
function addressIn(field: string): string {
  const one = field.slice(0, (field.length - 2) / 2);
  return readHeader(field === `${one}, ${one}` ? one : field);
}

/** A request under way, with the addresses that led to it. */
interface UnderWay {
  hops: readonly { url: string }[];
  request: Request;
  /** It writes, by consent. */
  write?: boolean;
}

/** The request that a redirect asks for (RFC 9110 15.4: 303, and by custom 301 and 302 on POST, become GET), or why there is none. */
export function followRedirect(entry: UnderWay, answer: Answer, most: number): { request: Request } | { stop: Stop } {
  const location = answer.headers?.location;
  if (location === undefined || location === '') return { stop: 'no-location' };
  if (entry.hops.length >= most) return { stop: 'too-many' };
  const address = addressIn(location);
  if (!URL.canParse(address, entry.request.url)) return { stop: 'refused-url' };
  const url = new URL(address, entry.request.url);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { stop: 'refused-url' };
  const { method, body } = entry.request;
  const headers = url.origin === new URL(entry.request.url).origin ? entry.request.headers : withoutCredentials(entry.request.headers);
  const toGet = method !== 'GET' && method !== 'HEAD' && (answer.status === 303 || (method === 'POST' && (answer.status ?? 0) <= 302));
  // What is posted goes nowhere else: to the same address with or without the slash at its end, and what was a write not even there.
  if (!toGet && !isSafeMethod(method) && (entry.write || !isSameEndpoint(url.href, entry.request.url))) return { stop: 'write' };
  const request: Request = toGet
    ? { method: 'GET', url: url.href, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type')) }
    : { method, url: url.href, headers, ...(body === undefined ? {} : { body }) };
  const visited = [...entry.hops.map((h) => h.url), entry.request.url];
  if (visited.includes(url.href) && request.method === method) return { stop: 'loop' };
  return { request };
}
