// What a target answers differently now: two recordings of the same requests, exchange by exchange. What changes with every answer (times, dates, ids of
// requests and sessions, addresses) is left aside.
import { bodyBytes } from '../contract/answer-body.ts';
import { sha256 } from '../contract/digest.ts';
import type { Evidence, Exchange } from '../contract/generated/types.ts';

export interface ExchangeChange {
  name: string;
  method: string;
  url: string;
  was: string;
  is: string;
}

/** Headers by which a client acts; any other may change with every answer. */
export const TELLING: readonly string[] = [
  'accept-ranges',
  'allow',
  'content-language',
  'content-location',
  'link',
  'location',
  'mcp-protocol-version',
  'payment-required',
  'retry-after',
  'vary',
  'www-authenticate',
];

type Face = { line: string; headers: { [name: string]: string } };

/** Status, media type, size and digest of the body, and where it ended: what an answer is, in one line. */
function face(exchange: Exchange | undefined): Face {
  if (!exchange) return { line: 'not sent', headers: {} };
  const { answer, url, request, stopped } = exchange;
  const at = url === request.url ? '' : ` at ${url}`;
  if (answer.status === undefined) return { line: `${answer.failure?.code ?? 'no answer'}${at}`, headers: {} };
  const body = bodyBytes(answer);
  const type = answer.headers?.['content-type'] ?? 'no media type';
  const end = [answer.truncated ? 'cut' : undefined, answer.failure?.code, stopped].filter((s) => s !== undefined).join(' ');
  const line = `${answer.status} ${type}, ${body.length} bytes ${sha256(body).slice(7, 19)}${at}${end === '' ? '' : ` (${end})`}`;
  return { line, headers: answer.headers ?? {} };
}

const header = (of: Face, name: string): string => of.headers[name] ?? 'none';

/** Both faces in words, with the headers that differ. */
function faceWords(was: Face, is: Face): Pick<ExchangeChange, 'was' | 'is'> {
  const compared = was.line !== 'not sent' && is.line !== 'not sent' ? TELLING : [];
  const differing = compared.filter((name) => header(was, name) !== header(is, name));
  const words = (of: Face): string => [of.line, ...differing.map((name) => `${name}: ${header(of, name)}`)].join('; ');
  return { was: words(was), is: words(is) };
}

const key = (e: Exchange): string =>
  JSON.stringify([e.names[0], e.request.method, new URL(e.request.url).pathname + new URL(e.request.url).search]);

/** In the order of the first recording, then what is asked only now. */
export function exchangeChanges(then: Evidence, now: Evidence): ExchangeChange[] {
  const [before, after] = [new Map(then.exchanges.map((e) => [key(e), e])), new Map(now.exchanges.map((e) => [key(e), e]))];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((k): ExchangeChange[] => {
    const { was, is } = faceWords(face(before.get(k)), face(after.get(k)));
    const one = (before.get(k) ?? after.get(k)) as Exchange;
    return was === is ? [] : [{ name: one.names[0] ?? '', method: one.request.method, url: one.request.url, was, is }];
  });
}
