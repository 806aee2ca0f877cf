// What an answer says of signatures in the terms of their formats: signed artefacts, the key sets that these name, public keys.
// It must not verify or fetch anything, nor take a key for trusted; where else a site says that its keys are is for packs to know.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { pae } from '../../contract/pae.ts';
import { MiB } from '../../contract/units.ts';
import type { ReadableAnswer, View, ViewSource } from '../../contract/view.ts';
import { readBase64, toBase64Url } from '../../json/base64.ts';
import { list, member, text } from '../members.ts';
import { Carried } from '../open-places.ts';
import { addCard } from './card.ts';
import { type Artefact, type FindingPath, Findings } from './findings.ts';
import { addCompact, addJsonJws, MOST_MESSAGE, payloadOf } from './jws.ts';
import { addKey, addKeySet, addMethod, addPem } from './keys.ts';
import { certifiedKey, looksPem } from './pem.ts';

function message(type: string, body: Uint8Array | undefined): Pick<Artefact, 'message' | 'unjudged'> {
  if (!body) return { unjudged: 'malformed' };
  return body.length > MOST_MESSAGE ? { unjudged: 'too-large' } : { message: toBase64Url(pae(type, body)) };
}

/** The key of the certificate that a bundle of Sigstore has for its envelope: first of its chain up to bundle 0.2, alone since. */
function bundledKey(bundle: JsonObject | undefined): JsonObject | undefined {
  const material = member(bundle, 'verificationMaterial');
  const [first] = list(member(material, 'x509CertificateChain'), 'certificates');
  return certifiedKey(text(member(material, 'certificate') ?? first, 'rawBytes'));
}

/** Lists the signatures of an envelope, which may lie in a `bundle`; false when the object is none. */
function addDsse(findings: Findings, object: JsonObject, path: FindingPath, bundle?: JsonObject): boolean {
  const payload = text(object, 'payload');
  const payloadType = text(object, 'payloadType');
  const signatures = list(object, 'signatures');
  const certified = bundledKey(bundle);
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
    findings.artefact({ kind: 'dsse', ...kid, ...(certified && { certified }), payloadType, signature, ...known }, at, path);
  }
  return true;
}

/** The json view reads nothing deeper; this walk must not rest on that alone. */
const DEEPEST = 65;
/** A larger document is not canonicalised for each of its signatures. */
const LARGE = MiB;
/** Texts below these members show what might be, and sign nothing. */
const SHOWN = new Set(['example', 'examples', 'default', 'enum', 'const']);

class Walk {
  constructor(
    private readonly findings: Findings,
    private readonly large: boolean,
  ) {}

  visit(value: Json, path: (string | number)[]): void {
    if (typeof value === 'string') this.text(value, path);
    else if (path.length > DEEPEST || value === null || typeof value !== 'object') return;
    else if (Array.isArray(value)) for (let i = 0; i < value.length; i++) this.down(value[i]!, path, i);
    else this.object(value, path);
  }

  private text(value: string, path: (string | number)[]): void {
    if (!addCompact(this.findings, value, path) && looksPem(value)) addPem(this.findings, value, path);
  }

  private down(value: Json, path: (string | number)[], name: string | number): void {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return;
    path.push(name);
    this.visit(value, path);
    path.pop();
  }

  private object(value: { [name: string]: Json }, path: (string | number)[]): void {
    const { findings } = this;
    const sealed = addDsse(findings, value, path) || addJsonJws(findings, value, path);
    const envelope = member(value, 'dsseEnvelope');
    const bundled = isObject(envelope) && addDsse(findings, envelope, [...path, 'dsseEnvelope'], value);
    if (!sealed) addCard(findings, value, path, this.large);
    const keySet = addKeySet(findings, value, path);
    addMethod(findings, value, path);
    if (path.length === 0 || path.at(-1) === 'jwk') addKey(findings, value, path);
    for (const name of Object.keys(value)) {
      const inner = value[name]!;
      // What was read as a whole is not read again in parts.
      if (
        (keySet && name === 'keys') ||
        (bundled && name === 'dsseEnvelope') ||
        (sealed && (name === 'payload' || name === 'signatures' || name === 'protected'))
      )
        continue;
      if (!SHOWN.has(name)) this.down(inner, path, name);
    }
  }
}

/** A body that is one compact JWS and nothing else. */
function compactText(source: ViewSource): string | null {
  if (source.truncated || source.bytes.length > LARGE * 2) return null;
  const { bytes } = source;
  return bytes[0] === 0x65 && bytes[1] === 0x79 ? Buffer.from(bytes).toString('latin1').trim() : null;
}

/** A body that is keys in PEM. */
function pemText({ truncated, decoded }: ReadableAnswer): string | null {
  return !truncated && decoded.ok && decoded.text.length <= LARGE && looksPem(decoded.text) ? decoded.text : null;
}

export const signed: View = (answer) => {
  const body = answer.read('json');
  const compact = body.ok ? null : compactText(answer);
  const masked = answer.redactions?.some((redaction) => redaction.where === 'body') ?? false;
  const places = body.ok ? body.places : masked ? [{ path: [], why: 'redacted' as const }] : [];
  const findings = new Findings(answer.url, new Carried(places));
  if (body.ok) new Walk(findings, answer.bytes.length > LARGE).visit(body.value, []);
  else if (compact !== null) addCompact(findings, compact, []);
  else {
    const pem = pemText(answer);
    if (pem !== null) addPem(findings, pem, []);
  }
  const reading = findings.reading();
  return reading.ok || body.ok ? reading : body;
};
