// One hop of an exchange as an entry of a HAR. What was not recorded says so in the form that HAR has for it: -1, an empty text, or a comment.
import type { Answer, Exchange, HeaderMap, Request, Timing } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { bodySize } from '../record/record.ts';
import type { HarContent, HarEntry, HarPair, HarRequest, HarResponse } from './har-types.ts';
import type { SentHop } from './hops.ts';

const UNKNOWN = -1;
const WAIT_HOLDS = 'wait holds everything up to the first byte: name, connection, TLS and sending were not measured apart';
const NO_TIMING = 'no timing was recorded: the start is that of the report, because HAR asks for one';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const EPOCH = '1970-01-01T00:00:00.000Z';
const ADDRESS = /^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/i;

const pairs = (headers: HeaderMap | undefined): HarPair[] => Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
const field = (headers: HeaderMap | undefined, name: string): string | undefined =>
  headers && Object.hasOwn(headers, name) ? headers[name] : undefined;

function query(url: string): HarPair[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function harRequest({ method, url, headers, body }: Request): HarRequest {
  const mimeType = field(headers, 'content-type') ?? '';
  return {
    method,
    url,
    // The verifier speaks no other version.
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: query(url),
    ...(body === undefined ? {} : { postData: { mimeType, text: body } }),
    headersSize: UNKNOWN,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body, 'utf8'),
  };
}

const endText = ({ left }: Answer, cap: number): string =>
  left
    ? `the verifier left a stream that stayed open (${left})`
    : `the verifier stopped reading at its cap (${cap} bytes of the decoded body at most)`;

function content(answer: Answer, cap: number): HarContent {
  const { text, base64 } = answer.body ?? {};
  return {
    size: bodySize(answer),
    mimeType: field(answer.headers, 'content-type') ?? '',
    ...(text === undefined ? {} : { text }),
    ...(base64 === undefined ? {} : { text: base64, encoding: 'base64' }),
    ...(answer.truncated || answer.left ? { comment: endText(answer, cap) } : {}),
  };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

function harResponse(answer: Answer, cap: number): HarResponse {
  const { failure, status = 0 } = answer;
  const notes = [
    ...(failure ? [failureText(answer)] : []),
    ...(answer.redactions?.length ? [`places masked before the answer was judged or stored: ${answer.redactions.length}`] : []),
    ...(field(answer.headers, 'set-cookie') === undefined ? [] : ['cookies stand in the header fields, their values masked']),
  ];
  return {
    status,
    statusText: '',
    httpVersion: answer.status === undefined ? '' : 'unknown',
    cookies: [],
    headers: pairs(answer.headers),
    content: content(answer, cap),
    redirectURL: isRedirect(status) ? (field(answer.headers, 'location') ?? '') : '',
    headersSize: UNKNOWN,
    bodySize: answer.wireBytes ?? UNKNOWN,
    ...(notes.length > 0 ? { comment: notes.join('; ') } : {}),
    ...(failure ? { _error: failure.code } : {}),
    ...(answer.truncated ? { _truncated: true } : {}),
    ...(answer.redactions ? { _redactions: answer.redactions } : {}),
  };
}

function failureText({ failure, status }: Answer): string {
  const at = failure?.phase === undefined ? '' : ` (${failure.phase})`;
  const detail = failure?.detail === undefined ? '' : `: ${quote(failure.detail)}`;
  return `${status === undefined ? 'no response' : 'the response is not whole'}: ${failure?.code}${at}${detail}`;
}

const duration = (value: number | undefined): number => (value !== undefined && value >= 0 && Number.isFinite(value) ? value : 0);

function times(timing: Timing | undefined, answered: boolean): HarEntry['timings'] {
  const total = duration(timing?.total);
  const wait = timing?.firstByte === undefined ? total : Math.min(duration(timing.firstByte), total);
  const comment = timing === undefined ? NO_TIMING : answered ? WAIT_HOLDS : `${WAIT_HOLDS}, or up to the failure`;
  return { send: 0, wait, receive: total - wait, comment };
}

function said(exchange: Exchange, hop: number): string {
  const names = exchange.names.map((name) => quote(name, 80)).join(', ');
  const last = hop === exchange.redirects.length;
  const parts = [hop === 0 ? names : `${names}: redirect ${hop}`];
  if (last && exchange.stopped !== undefined) parts.push(`its redirect was not followed: ${exchange.stopped}`);
  for (const claim of exchange.claimedBy ?? []) parts.push(`claimed by ${quote(claim.url)} at ${quote(claim.place, 80)}`);
  return parts.join('; ');
}

/** `issuedAt` stands in where no start was recorded, and the comment says so: HAR asks for one. */
export function harEntry(exchange: Exchange, { request, answer }: SentHop, hop: number, issuedAt: string): HarEntry {
  const last = hop === exchange.redirects.length;
  const timing = answer.timing !== undefined && MOMENT.test(answer.timing.startedAt) ? answer.timing : undefined;
  const timings = times(timing, answer.status !== undefined);
  return {
    startedDateTime: timing?.startedAt ?? (MOMENT.test(issuedAt) ? issuedAt : EPOCH),
    time: timings.wait + timings.receive,
    request: harRequest(request),
    response: harResponse(answer, exchange.bytes),
    cache: {},
    timings,
    ...(answer.address !== undefined && ADDRESS.test(answer.address) ? { serverIPAddress: answer.address } : {}),
    comment: said(exchange, hop),
    _names: exchange.names,
    _hop: hop,
    _bytes: exchange.bytes,
    ...(exchange.fresh === undefined ? {} : { _fresh: exchange.fresh }),
    ...(last && exchange.stopped !== undefined ? { _stopped: exchange.stopped } : {}),
    ...(answer.failure ? { _failure: answer.failure } : {}),
    ...(answer.tls ? { _tls: answer.tls } : {}),
    ...(exchange.claimedBy ? { _claimedBy: exchange.claimedBy } : {}),
  };
}
