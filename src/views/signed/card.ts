// A2A cards: `signatures` are JWS over the canonical form (JCS) of the card without them. It reads; verify.ts judges.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { toBase64Url } from '../../json/base64.ts';
import { jcs } from '../../json/jcs.ts';
import { list, member, text } from '../members.ts';
import { asMessage } from './card-messages.ts';
import type { FindingPath, Findings } from './findings.ts';
import { addJws } from './jws.ts';

/** Members that A2A 1.0 marks as required: they stay even with their default value. */
const REQUIRED = new Set([
  ...['name', 'description', 'version', 'capabilities', 'defaultInputModes', 'defaultOutputModes', 'skills', 'supportedInterfaces'],
  ...['id', 'tags', 'url', 'protocolBinding', 'protocolVersion', 'organization', 'protected', 'signature'],
]);

const isDefault = (value: Json): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

const isEmpty = (value: Json): boolean => value !== 0 && value !== false && isDefault(value);

/** Without what `drops` says, from within outwards: members by their names, entries of lists without one. */
function pruned(value: Json, drops: (inner: Json, name?: string) => boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => pruned(entry, drops)).filter((entry) => !drops(entry));
  if (!isObject(value)) return value;
  const out = Object.create(null) as JsonObject;
  for (const name of Object.keys(value)) {
    const inner = pruned(value[name]!, drops);
    if (!drops(inner, name)) out[name] = inner;
  }
  return out;
}

/** Members with protobuf default values are left out before signing (A2A 8.4.1); a signer may or may not keep required ones. */
const trimmed = (card: JsonObject, keep: ReadonlySet<string>): Json =>
  pruned(card, (inner, name) => name !== undefined && !keep.has(name) && isDefault(inner));

function without(object: JsonObject, left: (name: string, value: Json) => boolean): JsonObject {
  const out = Object.create(null) as JsonObject;
  for (const name of Object.keys(object)) if (!left(name, object[name]!)) out[name] = object[name]!;
  return out;
}

/** A card of A2A 0.3 without the values that its schema presumes; the first releases of the Python SDK counted its version among them. */
function unpresumed(card: JsonObject, version: boolean): JsonObject {
  const out = without(
    card,
    (name, value) => (name === 'preferredTransport' && value === 'JSONRPC') || (version && name === 'protocolVersion' && value === '0.3.0'),
  );
  const schemes = member(out, 'securitySchemes');
  if (!isObject(schemes)) return out;
  const typeless = (scheme: Json): Json => (isObject(scheme) ? without(scheme, (name) => name === 'type') : scheme);
  return { ...out, securitySchemes: Object.fromEntries(Object.entries(schemes).map(([id, scheme]) => [id, typeless(scheme)])) };
}

/** As Python writes JSON unless it is told otherwise: all beyond printable ASCII by its number. */
const ascii = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The card as published first, then as a signer may have written it; null when it has no canonical form. */
function payloads(card: JsonObject): string[] | null {
  const bare = without(card, (name) => name === 'signatures');
  try {
    const python = pruned(bare, isEmpty);
    const texts = [
      ...[bare, trimmed(bare, REQUIRED), trimmed(bare, new Set()), python, pruned(asMessage(bare), isEmpty)].map((form) => jcs(form)),
      ...[python, pruned(unpresumed(bare, false), isEmpty), pruned(unpresumed(bare, true), isDefault)].map((form) => ascii(jcs(form))),
    ];
    return [...new Set(texts)].map((form) => toBase64Url(form));
  } catch {
    return null;
  }
}

/** Lists the signatures of a card; false when the object is none. A document too large to canonicalise often is not judged. */
export function addCard(findings: Findings, object: JsonObject, path: FindingPath, large: boolean): boolean {
  const entries = list(object, 'signatures').slice(0, 1000);
  const isSignature = (entry: Json): boolean => text(entry, 'protected') !== undefined && text(entry, 'signature') !== undefined;
  if (Object.hasOwn(object, 'payload') || !entries.some(isSignature)) return false;
  const forms = large || findings.full ? null : payloads(object);
  for (const [i, entry] of entries.entries()) {
    const at = [...path, 'signatures', i];
    if (!isSignature(entry)) {
      findings.problem('signature-malformed', at);
      continue;
    }
    const [payload = null, ...others] = forms ?? [];
    const parts = {
      header: text(entry, 'protected')!,
      signature: text(entry, 'signature')!,
      open: member(entry, 'header'),
      payload,
      others,
    };
    addJws(findings, { kind: 'a2a-card', ...parts, absent: large ? 'too-large' : 'not-canonical' }, at, path);
  }
  return true;
}
