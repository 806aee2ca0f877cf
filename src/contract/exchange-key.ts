// The key of an exchange: the same request gives the same text, so that a replay finds what was recorded.
import type { Answer, HeaderMap, Request, Stop } from './generated/types.ts';

const byCodeUnit = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

function headersKey(headers: HeaderMap): string {
  const fields = Object.keys(headers).map((name): [string, string] => [name.toLowerCase(), headers[name] as string]);
  return JSON.stringify(fields.sort(byCodeUnit));
}

/** A run of 52 exchanges asks for 253 keys: made anew each time, they took 0.6 of the 20 ms of a replay. */
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

/** What is part of an exchange's key beside its request. */
export interface Caps {
  /** Cap of the body in bytes: a probe must never see another probe's cut. */
  bytes?: number | undefined;
  /** Redirect hops that may be followed: nor where another probe stopped. */
  follow?: number | undefined;
  /** Tells a request that was asked anew apart from an identical one. */
  fresh?: string | undefined;
}

/** Stands between the key under any caps and the caps; no other part of a key holds it. */
const END = '\n';

export const exchangeKey = (request: Request, { bytes, follow, fresh }: Caps = {}): string =>
  `${requestKey(request)} ${fresh ?? ''}${END}${bytes ?? ''} ${follow ?? ''}`;

/** The same whatever its caps: what they did not touch is the same exchange. */
export const uncapped = (key: string): string => key.slice(0, key.lastIndexOf(END));

/** Whether an exchange is as it would be under any larger caps. */
export const isUntouched = (one: { answer: Answer; redirects: readonly { answer: Answer }[]; stopped?: Stop | undefined }): boolean =>
  one.stopped !== 'too-many' && ![one, ...one.redirects].some(({ answer }) => answer.truncated);
