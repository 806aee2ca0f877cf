// What digest the bytes of a document have, by its kind. Canonical form alone: reports and evidence are read as bytes and never parsed here.
import { createHash } from 'node:crypto';
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

const without = (bytes: Uint8Array, from: number, to: number): string =>
  `sha256:${createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest('hex')}`;

const begins = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, text.length).toString('latin1') === text;

/** In canonical form no member of a report comes before its attestation. */
const ATTESTATION = '{"attestation":';

function reportAddress(bytes: Uint8Array): string | undefined {
  if (bytes.length < ATTESTATION.length || !begins(bytes, ATTESTATION)) return sha256(bytes);
  const end = endOf(bytes, ATTESTATION.length);
  return end === undefined ? undefined : without(bytes, 1, end + 1);
}

/** Nor does one of evidence before its digest. */
const DIGEST = '{"digest":"sha256:';

function evidenceAddress(bytes: Uint8Array): string {
  const end = DIGEST.length + 64 + 2;
  return bytes.length > end && begins(bytes, DIGEST) ? without(bytes, 1, end) : sha256(bytes);
}

/** undefined: the bytes have none; null: documents of this kind are named by something else. */
export function addressOf(kind: DocumentKind, bytes: Uint8Array): string | null | undefined {
  if (kind === 'report') return reportAddress(bytes);
  if (kind === 'evidence') return evidenceAddress(bytes);
  return kind === 'proof' ? null : sha256(bytes);
}
