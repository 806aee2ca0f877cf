// Opens an envelope whose signature is one of a trusted key in force. What was signed, the caller holds against what it expects.
import type { ErrorCode } from '../../contract/errors.ts';
import type { PublicKey } from '../../contract/generated/types.ts';
import { pae } from '../../contract/pae.ts';
import { open, PAYLOAD_TYPE } from '../envelope.ts';
import type { TrustedKeys } from './trust.ts';

export type OpenSigned = { ok: true; payload: Uint8Array; key: PublicKey } | { ok: false; code: ErrorCode; detail: string };

/** Without trust no signature can be held against a key, and none is good. */
export function openSigned(value: unknown, trust: TrustedKeys | undefined): OpenSigned {
  const no = (code: ErrorCode, detail: string): OpenSigned => ({ ok: false, code, detail });
  const envelope = open(value);
  if (!envelope.ok) return envelope;
  const { kid, payload, signature } = envelope;
  const key = trust?.find(kid);
  if (key === undefined || key === 'other') return no('unknown-key', `it names the key ${kid}`);
  if (key.jwk.status === 'revoked') return no('revoked-key', `the key ${kid} was revoked`);
  if (!key.verifies(pae(PAYLOAD_TYPE, payload), signature)) return no('bad-signature', 'the signature does not fit');
  return { ok: true, payload, key: key.jwk };
}
