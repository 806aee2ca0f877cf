// Checks a tombstone against trusted keys. It must never throw, never sign, and never read a clock.
import type { ErrorCode } from '../../contract/errors.ts';
import type { Tombstone } from '../../contract/generated/types.ts';
import { strictJson } from '../../json/strict-json.ts';
import { parseInstant, windowText, within } from '../instant.ts';
import { shaped } from '../shape.ts';
import { tombstoneStatement } from '../statement.ts';
import { openSigned, type TrustedKeys } from './trust.ts';

const MOST_BYTES = 64 * 1024;

/** `tombstone`: what it says of itself, also where nobody trusted has signed it. */
export type TombstoneCheck = { ok: true; tombstone: Tombstone } | { ok: false; code: ErrorCode; detail: string; tombstone?: Tombstone };

const no = (code: ErrorCode, detail: string): TombstoneCheck & { ok: false } => ({ ok: false, code, detail });

function signature(
  { attestation, ...plain }: Tombstone,
  at: number,
  trust: TrustedKeys | undefined,
): (TombstoneCheck & { ok: false }) | undefined {
  const signed = openSigned(attestation, trust);
  if (!signed.ok) return signed;
  if (!Buffer.from(tombstoneStatement(plain)).equals(signed.payload)) return no('statement-mismatch', 'another tombstone was signed');
  if (!within(signed.key, at))
    return no('issued-outside-window', `it was signed at ${plain.at}; the key's window is ${windowText(signed.key)}`);
  return undefined;
}

/** Without trust no signature can be held against a key, and none is good. */
export function verifyTombstone(bytes: Uint8Array, trust: TrustedKeys | undefined): TombstoneCheck {
  const read = strictJson(bytes, MOST_BYTES);
  if (!read.ok) return no('bad-report', read.detail);
  const form = shaped('Tombstone', read.value);
  if (!form.ok) return no('bad-report', `it is no tombstone: ${form.detail}`);
  const tombstone = form.value;
  // It is told to people, with who signed it or without: any other text could say more than a time.
  const at = parseInstant(tombstone.at);
  if (at === undefined) return no('bad-report', 'it is no tombstone: at is not of the form 2026-11-21T00:00:00.000Z');
  const fault = signature(tombstone, at, trust);
  return fault ? { ...fault, tombstone } : { ok: true, tombstone };
}
