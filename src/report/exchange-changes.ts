// What a target answers differently now: two recordings of the same requests, exchange by exchange. Times, dates and request ids are left aside.
import { sha256 } from '../contract/digest.ts';
import type { Answer, Evidence, Exchange } from '../contract/generated/types.ts';

export interface ExchangeChange {
  name: string;
  method: string;
  url: string;
  was: string;
  is: string;
}

const bodyOf = (answer: Answer): Buffer =>
  answer.body?.text === undefined ? Buffer.from(answer.body?.base64 ?? '', 'base64') : Buffer.from(answer.body.text, 'utf8');

/** Status, media type, size and digest of the body, where it ended: what an answer is, in one line. */
function face(exchange: Exchange | undefined): string {
  if (!exchange) return 'not sent';
  const { answer, url, request, stopped } = exchange;
  const at = url === request.url ? '' : ` at ${url}`;
  if (answer.status === undefined) return `${answer.failure?.code ?? 'no answer'}${at}`;
  const body = bodyOf(answer);
  const type = answer.headers?.['content-type'] ?? 'no media type';
  const end = [answer.failure?.code, stopped].filter((s) => s !== undefined).join(' ');
  return `${answer.status} ${type}, ${body.length} bytes ${sha256(body).slice(7, 19)}${at}${end === '' ? '' : ` (${end})`}`;
}

const key = (e: Exchange): string =>
  JSON.stringify([e.names[0], e.request.method, new URL(e.request.url).pathname + new URL(e.request.url).search]);

/** In the order of the first recording, then what is asked only now. */
export function exchangeChanges(then: Evidence, now: Evidence): ExchangeChange[] {
  const [before, after] = [new Map(then.exchanges.map((e) => [key(e), e])), new Map(now.exchanges.map((e) => [key(e), e]))];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((k): ExchangeChange[] => {
    const [was, is] = [face(before.get(k)), face(after.get(k))];
    const one = (before.get(k) ?? after.get(k)) as Exchange;
    return was === is ? [] : [{ name: one.names[0] ?? '', method: one.request.method, url: one.request.url, was, is }];
  });
}
