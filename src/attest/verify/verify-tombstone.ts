// Checks a tombstone against trusted keys. It must never throw, never sign, and never read a clock.
import type { ErrorCode } from '../../contract/errors.ts';
import type { Tombstone } from '../../contract/generated/types.ts';
import { strictJson } from '../../json/strict-json.ts';
import { shaped } from '../shape.ts';
import { tombstoneStatement } from '../statement.ts';
import { openSigned, type TrustedKeys } from './trust.ts';

const MOST_BYTES = 64 * 1024;

/** `tombstone`: what it says of itself, also where nobody trusted has signed it. */
export type TombstoneCheck = { ok: true; tombstone: Tombstone } | { ok: false; code: ErrorCode; detail: string; tombstone?: Tombstone };

const no = (code: ErrorCode, detail: string): TombstoneCheck & { ok: false } => ({ ok: false, code, detail });

function signature({ attestation, ...plain }: Tombstone, trust: TrustedKeys | undefined): (TombstoneCheck & { ok: false }) | undefined {
  const signed = openSigned(attestation, trust);
  if (!signed.ok) return signed;
  if (!Buffer.from(tombstoneStatement(plain)).equals(signed.payload)) return no('statement-mismatch', 'another tombstone was signed');
  return undefined;
}

/** Without trust no signature can be held against a key, and none is good. */
export function verifyTombstone(bytes: Uint8Array, trust: TrustedKeys | undefined): TombstoneCheck {
  const read = strictJson(bytes, MOST_BYTES);
  if (!read.ok) return no('bad-report', read.detail);
  const form = shaped('Tombstone', read.value);
  if (!form.ok) return no('bad-report', `it is no tombstone: ${form.detail}`);
  const tombstone = form.value;
  const fault = signature(tombstone, trust);
  return fault ? { ...fault, tombstone } : { ok: true, tombstone };
}
