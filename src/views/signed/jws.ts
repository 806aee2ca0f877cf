// JSON Web Signatures (RFC 7515): compact texts, and the flattened and general JSON forms. It reads; verify.ts judges.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { MiB } from '../../contract/units.ts';
import { readBase64Url, toBase64Url } from '../../json/base64.ts';
import { readJsonText } from '../../json/read-strict.ts';
import { list, member, text } from '../members.ts';
import type { Artefact, FindingPath, Findings, Unjudged } from './findings.ts';
import { certifiedKey } from './pem.ts';

/** Characters of a signing input that are still judged. */
export const MOST_MESSAGE = 2 * MiB;
const MOST_PAYLOAD = 256 * 1024;
const COMPACT = /^ey[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+$/;

/** The JSON object that a base64url text holds. */
function objectOf(encoded: string): JsonObject | null {
  const bytes = readBase64Url(encoded);
  if (!bytes) return null;
  const reading = readJsonText(Buffer.from(bytes).toString('utf8'));
  return reading.ok && isObject(reading.value) ? reading.value : null;
}

/** The payload as JSON, where it is that and not too large to repeat. */
export function payloadOf(bytes: Uint8Array | null): { payload?: Json } {
  if (!bytes || bytes.length > MOST_PAYLOAD) return {};
  const reading = readJsonText(Buffer.from(bytes).toString('utf8'));
  return reading.ok ? { payload: reading.value } : {};
}

interface Parts {
  kind: Artefact['kind'];
  header: string;
  /** Unprotected members. */
  open?: Json;
  signature: string;
  /** Base64url of the payload; null where the document does not carry it. */
  payload: string | null;
  /** Why it is null. */
  absent?: Unjudged;
  /** Other forms of the payload that the signer may have meant. */
  others?: string[];
}

const message = (header: string, payload: string): string => toBase64Url(`${header}.${payload}`);

function signed(
  { header, payload, others = [], absent = 'detached' }: Parts,
  protectedHeader: JsonObject,
): Pick<Artefact, 'message' | 'messages' | 'unjudged'> {
  // A critical extension changes what is signed or how; one that is not known must not be passed over (RFC 7515 4.1.11).
  if (Object.hasOwn(protectedHeader, 'crit')) return { unjudged: 'critical' };
  if (payload === null) return { unjudged: absent };
  if (header.length + payload.length > MOST_MESSAGE) return { unjudged: 'too-large' };
  const messages = others.map((other) => message(header, other));
  return { message: message(header, payload), ...(messages.length > 0 ? { messages } : {}) };
}

export function addJws(findings: Findings, parts: Parts, path: FindingPath, covered: FindingPath = path): void {
  const header = objectOf(parts.header);
  const artefact: Artefact = { kind: parts.kind, signature: parts.signature };
  if (!header) {
    findings.problem('header-malformed', path);
    findings.artefact({ ...artefact, unjudged: 'malformed' }, path, covered);
    return;
  }
  for (const name of ['alg', 'kid'] as const) {
    const value = text(header, name) ?? text(parts.open, name);
    if (value !== undefined) artefact[name] = value;
  }
  if (readBase64Url(parts.signature) === null) findings.problem('signature-malformed', path);
  const jku = text(header, 'jku') ?? text(parts.open, 'jku');
  const keyUrl = jku === undefined ? undefined : findings.keyUrl(jku, path);
  const certified = certifiedKey([...list(header, 'x5c'), ...list(parts.open, 'x5c')].find((entry) => typeof entry === 'string'));
  if (certified) artefact.certified = certified;
  // A payload may stand as it is (RFC 7797).
  const decode = header.b64 === false ? Buffer.from : readBase64Url;
  const bytes = parts.payload !== null && parts.kind === 'jws' ? decode(parts.payload) : null;
  if (bytes === null && parts.kind === 'jws' && parts.payload !== null) findings.problem('payload-malformed', path);
  findings.artefact({ ...artefact, ...(keyUrl ? { keyUrl } : {}), ...payloadOf(bytes), ...signed(parts, header) }, path, covered);
}

/** A compact text; false when the text is none. An empty payload means that it stands elsewhere. */
export function addCompact(findings: Findings, value: string, path: FindingPath): boolean {
  if (value.length < 16 || value.length > MOST_MESSAGE || !COMPACT.test(value)) return false;
  if (findings.full) {
    findings.leaveOut();
    return true;
  }
  const [header, payload, signature] = value.split('.') as [string, string, string];
  if (text(objectOf(header) ?? undefined, 'alg') === undefined) return false;
  addJws(findings, { kind: 'jws', header, signature, payload: payload === '' ? null : payload }, path);
  return true;
}

/** The flattened and the general form; false when the object is neither. */
export function addJsonJws(findings: Findings, object: JsonObject, path: FindingPath): boolean {
  const payload = text(object, 'payload');
  if (payload === undefined || Object.hasOwn(object, 'payloadType')) return false;
  const one = (entry: Json, at: FindingPath): boolean => {
    const header = text(entry, 'protected');
    const signature = text(entry, 'signature');
    if (header === undefined || signature === undefined) return false;
    addJws(findings, { kind: 'jws', header, signature, payload, open: member(entry, 'header') }, at, path);
    return true;
  };
  if (one(object, path)) return true;
  const entries = member(object, 'signatures');
  if (!Array.isArray(entries)) return false;
  return entries.slice(0, 1000).filter((entry, i) => one(entry, [...path, 'signatures', i])).length > 0;
}
