// The evidence of a report as HAR 1.2, for the network panel of a browser. It adds nothing to the evidence and judges nothing. What was not recorded says so in
// the form that HAR has for it: -1, an empty text, or a comment. Members that begin with an underscore are our own, as the format allows.
import { bodySize } from '../contract/answer-body.ts';
import type { Answer, Exchange, HeaderMap, Report, Request, Timing } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { hopsOf, type SentHop } from './hops.ts';

const UNKNOWN = -1;
const WAIT_HOLDS = 'wait holds everything up to the first byte: name, connection, TLS and sending were not measured apart';
const NO_TIMING = 'no timing was recorded: the start is that of the report, because HAR asks for one';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const EPOCH = '1970-01-01T00:00:00.000Z';
const ADDRESS = /^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/i;

const pairs = (headers: HeaderMap | undefined) => Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
const field = (headers: HeaderMap | undefined, name: string): string | undefined =>
  headers && Object.hasOwn(headers, name) ? headers[name] : undefined;

const query = (url: string) => (URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []);

function harRequest({ method, url, headers, body }: Request) {
  const mimeType = field(headers, 'content-type') ?? '';
  return {
    method,
    url,
    // The verifier speaks no other version.
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: query(url),
    postData: body === undefined ? undefined : { mimeType, text: body },
    headersSize: UNKNOWN,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body, 'utf8'),
  };
}

const endText = ({ left }: Answer, cap: number): string =>
  left
    ? `the verifier left a stream that stayed open (${left})`
    : `the verifier stopped reading at its cap (${cap} bytes of the decoded body at most)`;

function content(answer: Answer, cap: number) {
  const { text, base64 } = answer.body ?? {};
  return {
    size: bodySize(answer),
    mimeType: field(answer.headers, 'content-type') ?? '',
    text: text ?? base64,
    encoding: base64 === undefined ? undefined : 'base64',
    comment: answer.truncated || answer.left ? endText(answer, cap) : undefined,
  };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

function harResponse(answer: Answer, cap: number) {
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
    comment: notes.length > 0 ? notes.join('; ') : undefined,
    // What browsers show of a request that failed.
    _error: failure?.code,
    _truncated: answer.truncated || undefined,
    _redactions: answer.redactions,
  };
}

function failureText({ failure, status }: Answer): string {
  const at = failure?.phase === undefined ? '' : ` (${failure.phase})`;
  const detail = failure?.detail === undefined ? '' : `: ${quote(failure.detail)}`;
  return `${status === undefined ? 'no response' : 'the response is not whole'}: ${failure?.code}${at}${detail}`;
}

const duration = (value: number | undefined): number => (value !== undefined && value >= 0 && Number.isFinite(value) ? value : 0);

function times(timing: Timing | undefined, answered: boolean) {
  const total = duration(timing?.total);
  const wait = timing?.firstByte === undefined ? total : Math.min(duration(timing.firstByte), total);
  const comment = timing === undefined ? NO_TIMING : answered ? WAIT_HOLDS : `${WAIT_HOLDS}, or up to the failure`;
  return { send: 0, wait, receive: total - wait, comment };
}

function commentOf(exchange: Exchange, hop: number): string {
  const names = exchange.names.map((name) => quote(name, 80)).join(', ');
  const last = hop === exchange.redirects.length;
  const parts = [hop === 0 ? names : `${names}: redirect ${hop}`];
  if (last && exchange.stopped !== undefined) parts.push(`its redirect was not followed: ${exchange.stopped}`);
  for (const claim of exchange.claimedBy ?? []) parts.push(`claimed by ${quote(claim.url)} at ${quote(claim.place, 80)}`);
  return parts.join('; ');
}

/** `issuedAt` stands in where no start was recorded, and the comment says so: HAR asks for one. */
function entry(exchange: Exchange, { request, answer }: SentHop, hop: number, issuedAt: string) {
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
    serverIPAddress: ADDRESS.test(answer.address ?? '') ? answer.address : undefined,
    comment: commentOf(exchange, hop),
    _names: exchange.names,
    _hop: hop,
    _bytes: exchange.bytes,
    _fresh: exchange.fresh,
    _stopped: last ? exchange.stopped : undefined,
    _failure: answer.failure,
    _tls: answer.tls,
    _claimedBy: exchange.claimedBy,
  };
}

export type HarEntry = ReturnType<typeof entry>;

/** In order of time; what began at the same time stays in the order of the evidence. */
const byStart = (a: HarEntry, b: HarEntry): number =>
  a.startedDateTime < b.startedDateTime ? -1 : a.startedDateTime > b.startedDateTime ? 1 : 0;

export function har(report: Report) {
  const { evidence, issued } = report;
  const entries = evidence.exchanges.flatMap((exchange) => hopsOf(exchange).map((hop, at) => entry(exchange, hop, at, issued.at)));
  return {
    log: {
      version: '1.2',
      creator: { name: issued.by, version: issued.version },
      pages: [],
      entries: entries.sort(byStart),
      comment: `${evidence.exchanges.length} exchanges with ${evidence.target}; _unsent lists what was not sent, and why`,
      _target: evidence.target,
      _evidenceDigest: evidence.digest,
      _unsent: evidence.unsent,
    },
  };
}
