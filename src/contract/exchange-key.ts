// The key of an exchange: the same request gives the same text, so that a replay finds what was recorded.
import type { HeaderMap, Request } from './generated/types.ts';

const byCodeUnit = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

const headerKeys = new WeakMap<HeaderMap, string>();

function headersKey(headers: HeaderMap): string {
  let key = headerKeys.get(headers);
  if (key === undefined) {
    const fields = Object.keys(headers).map((name): [string, string] => [name.toLowerCase(), headers[name] as string]);
    key = JSON.stringify(fields.sort(byCodeUnit));
    headerKeys.set(headers, key);
  }
  return key;
}

const keys = new WeakMap<Request, string>();

/** Stable text of method, URL, headers (in any order, names in any case) and body. Requests and their headers are never written to once they are made. */
export function requestKey(request: Request): string {
  let key = keys.get(request);
  if (key === undefined) {
    const { method, url, headers, body } = request;
    key = `${method} ${JSON.stringify(url)} ${headersKey(headers)} ${JSON.stringify(body ?? null)}`;
    keys.set(request, key);
  }
  return key;
}

/**
 * The key of a request as it is asked.
 * fresh tells a request that was asked anew apart from an identical one; bytes is the cap of the body, since a probe must
 * never see another probe's cut.
 */
export function exchangeKey(request: Request, fresh?: string, bytes?: number): string {
  return `${requestKey(request)} ${bytes ?? ''} ${fresh ?? ''}`;
}

export interface KeyParts {
  fresh: string | undefined;
  bytes: number | undefined;
}

/** What was given for a key of the request; undefined where the key is none of it. */
export function keyParts(key: string, request: Request): KeyParts | undefined {
  const from = requestKey(request).length + 1;
  const at = key.indexOf(' ', from);
  if (at < 0) return undefined;
  const [bytes, fresh] = [key.slice(from, at), key.slice(at + 1)];
  const parts: KeyParts = { fresh: fresh === '' ? undefined : fresh, bytes: bytes === '' ? undefined : Number(bytes) };
  return exchangeKey(request, parts.fresh, parts.bytes) === key ? parts : undefined;
}
