// DSSE envelopes (protocol 1.0.2): what is signed is PAE(payloadType, payload). It reads; verify.ts judges.
import type { JsonObject } from '../../contract/json.ts';
import { readBase64, toBase64Url } from '../base64.ts';
import { list, text } from '../openapi/members.ts';
import type { Artefact, Findings, Path } from './findings.ts';
import { MOST_MESSAGE, payloadOf } from './jws.ts';

/** Pre-authentication encoding: lengths in bytes, so that type and body cannot run into each other. */
export function pae(type: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, 'utf8'), body]);
}

function message(type: string, body: Uint8Array | undefined): Pick<Artefact, 'message' | 'unjudged'> {
  if (!body) return { unjudged: 'malformed' };
  return body.length > MOST_MESSAGE ? { unjudged: 'too-large' } : { message: toBase64Url(pae(type, body)) };
}

/** Lists the signatures of an envelope; false when the object is none. */
export function addDsse(findings: Findings, object: JsonObject, path: Path): boolean {
  const payload = text(object, 'payload');
  const payloadType = text(object, 'payloadType');
  const signatures = list(object, 'signatures');
  if (payload === undefined || payloadType === undefined || !signatures.some((entry) => text(entry, 'sig') !== undefined)) return false;
  const body = readBase64(payload)?.bytes;
  if (!body) findings.problem('payload-malformed', [...path, 'payload']);
  for (const [i, entry] of signatures.slice(0, 1000).entries()) {
    const at = [...path, 'signatures', i];
    const signature = text(entry, 'sig');
    const keyid = text(entry, 'keyid');
    if (signature === undefined || readBase64(signature) === null) findings.problem('signature-malformed', at);
    if (signature === undefined) continue;
    const kid = keyid ? { kid: keyid } : {};
    const known = findings.full ? {} : { ...payloadOf(body ?? null), ...message(payloadType, body) };
    findings.artefact({ kind: 'dsse', ...kid, payloadType, signature, ...known }, at, path);
  }
  return true;
}
