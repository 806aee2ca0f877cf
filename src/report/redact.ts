// Masks credentials and personal addresses in an answer before anything is judged, hashed or stored, and lists what it masked.
// Masking keeps lengths, types and JSON validity, and touches no public key, signature or protocol value.
import type { Answer, Body, HeaderMap, Redaction } from '../contract/generated/types.ts';
import { isPlaceholder } from '../contract/placeholder.ts';
import { cookies } from './redact/cookies.ts';
import { emails, maskedEmail } from './redact/emails.ts';
import { privateKeys } from './redact/private-keys.ts';
import { cover, masked, type RedactedSpan } from './redact/span.ts';
import { tokens } from './redact/tokens.ts';

/** Response headers whose whole value is a credential. Session ids of a protocol are not among them: the run needs them. */
const CREDENTIALS = new Set(
  'authorization proxy-authorization cookie cookie2 x-api-key api-key x-auth-token x-access-token x-refresh-token x-csrf-token x-xsrf-token x-amz-security-token x-goog-iap-jwt-assertion cf-access-token x-vault-token x-session-token'.split(
    ' ',
  ),
);
/** What the run has to send again as it came; it ends with the run. */
const NEEDED = new Set(['mcp-session-id']);
/** A body of these types is no text; its bytes stay as they are. */
const BINARY = /^(?:image|audio|video|font)\/|^application\/(?:zip|gzip|octet-stream|pdf|wasm)\b/i;
/** More places than this are listed as one stretch. */
const MOST = 1000;

const byStart = (a: RedactedSpan, b: RedactedSpan): number => a.start - b.start || b.end - a.end;

/** `raw`: bytes that nobody has decoded, a character each. */
function foundIn(text: string, personal: boolean, raw: boolean): RedactedSpan[] {
  const all = [...privateKeys(text), ...tokens(text), ...(personal ? emails(text, raw) : [])];
  // What a secret was replaced by is needed to send it again, and says nothing.
  return all.filter(({ start, end }) => !isPlaceholder(text.slice(start, end)));
}

/** The same in UTF-16: letters and digits stand at every second byte, on either side, since a zero may belong to a letter too. */
function foundInWide(text: string, personal: boolean): RedactedSpan[] {
  if (!text.includes('\0')) return [];
  return [0, 1].flatMap((side) => {
    const narrow = text.replace(/(.)(.)/gs, side === 0 ? '$1' : '$2');
    return foundIn(narrow, personal, true).map(({ start, end, kind }) => ({ start: 2 * start + side, end: 2 * end + side - 1, kind }));
  });
}

/** All spans of a text, in order and apart: what overlaps becomes one. */
function spansOf(text: string, personal: boolean, raw = false): RedactedSpan[] {
  const apart: RedactedSpan[] = [];
  for (const span of [...foundIn(text, personal, raw), ...foundInWide(text, personal)].sort(byStart)) {
    const last = apart.at(-1);
    if (!last || span.start >= last.end) apart.push(span);
    else {
      last.end = Math.max(last.end, span.end);
      if (last.kind === 'email') last.kind = span.kind;
    }
  }
  return apart;
}

const mask = (text: string, span: RedactedSpan): string => (span.kind === 'email' ? maskedEmail(text) : masked(text));
const maskCookie = (text: string): string => text.replace(/[^\s"]/g, 'x');

function headerSpans(name: string, value: string, personal: boolean): RedactedSpan[] {
  if (name === 'set-cookie' || name === 'set-cookie2') return cookies(value);
  if (CREDENTIALS.has(name)) return value === '' || isPlaceholder(value) ? [] : [{ start: 0, end: value.length, kind: 'credential' }];
  return NEEDED.has(name) ? [] : spansOf(value, personal);
}

function redactHeaders(headers: HeaderMap, personal: boolean, places: Redaction[]): HeaderMap {
  const out: HeaderMap = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    const spans = headerSpans(name, value, personal);
    const whole = CREDENTIALS.has(name) || name.startsWith('set-cookie');
    out[name] = spans.length === 0 ? value : cover(value, spans, whole ? maskCookie : mask);
    for (const { start, end, kind } of spans) places.push({ where: 'header', name, start, end, kind });
  }
  return { ...out };
}

function listRedactions(spans: readonly RedactedSpan[]): Redaction[] {
  const places: Redaction[] = spans.slice(0, MOST).map(({ start, end, kind }) => ({ where: 'body', start, end, kind }));
  const rest = spans.slice(MOST);
  if (rest.length > 0) places.push({ where: 'body', start: rest[0]!.start, end: rest.at(-1)!.end, kind: 'many' });
  return places;
}

function redactBody(body: Body, type: string, personal: boolean, places: Redaction[]): Body {
  // Bytes that are no UTF-8 are read one character a byte, so that offsets are offsets of bytes.
  const text = body.text ?? (BINARY.test(type) ? '' : Buffer.from(body.base64 ?? '', 'base64').toString('latin1'));
  const spans = spansOf(text, personal, body.text === undefined);
  if (spans.length === 0) return body;
  places.push(...listRedactions(spans));
  const covered = cover(text, spans, mask);
  return body.text === undefined ? { base64: Buffer.from(covered, 'latin1').toString('base64') } : { text: covered };
}

/**
 * An answer that says `redactions` was redacted when it was recorded, and stays as it is. `personal`: personal e-mail addresses are masked too, as in all
 * that is none of the target's own machine surfaces.
 */
export function redact(answer: Answer, personal: boolean): Answer {
  if (answer.redactions) return answer;
  const places: Redaction[] = [];
  const headers = answer.headers && redactHeaders(answer.headers, personal, places);
  const body = answer.body && redactBody(answer.body, answer.headers?.['content-type'] ?? '', personal, places);
  if (places.length === 0) return answer;
  return { ...answer, ...(headers && { headers }), ...(body && { body }), redactions: places };
}
