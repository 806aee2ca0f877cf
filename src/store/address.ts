// What digest the bytes of a document have, by its kind. Canonical form alone: reports and evidence are read as bytes and never parsed here.
import { sha256 } from '../contract/digest.ts';
import type { DocumentKind } from './document.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN, CLOSE] = [new Set([0x7b, 0x5b]), new Set([0x7d, 0x5d])];

/** Where the object or array ends that begins at `at`; undefined when it does not end. */
function endOf(bytes: Uint8Array, at: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPEN.has(byte)) depth++;
    else if (CLOSE.has(byte) && --depth === 0) return i + 1;
  }
  return undefined;
}

/** What follows the first piece of a document. */
type Rest = Iterable<string | Uint8Array>;

function* without(first: Uint8Array, from: number, to: number, rest: Rest): Rest & Generator {
  yield first.subarray(0, from);
  yield first.subarray(to);
  yield* rest;
}

const begins = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, text.length).toString('latin1') === text;

/** In canonical form no member of a report comes before its attestation. */
const ATTESTATION = '{"attestation":';

function reportAddress(bytes: Uint8Array, rest: Rest): string | undefined {
  if (bytes.length < ATTESTATION.length || !begins(bytes, ATTESTATION)) return sha256(without(bytes, 0, 0, rest));
  const end = endOf(bytes, ATTESTATION.length);
  return end === undefined ? undefined : sha256(without(bytes, 1, end + 1, rest));
}

/** Nor does one of evidence before its digest. */
const DIGEST = '{"digest":"sha256:';

function evidenceAddress(bytes: Uint8Array, rest: Rest): string {
  const end = DIGEST.length + 64 + 2;
  const [from, to] = bytes.length > end && begins(bytes, DIGEST) ? [1, end] : [0, 0];
  return sha256(without(bytes, from, to, rest));
}

/** Of a document whole, or in pieces. undefined: the bytes have none; null: documents of this kind are named by something else. */
export function addressOf(kind: DocumentKind, first: Uint8Array, rest: Rest = []): string | null | undefined {
  if (kind === 'report') return reportAddress(first, rest);
  if (kind === 'evidence') return evidenceAddress(first, rest);
  return kind === 'proof' ? null : sha256(without(first, 0, 0, rest));
}
