// The in-toto Statement behind a tombstone: signer and reader make it in the same way.
import type { Tombstone } from '../contract/generated/types.ts';
import { subjectStatement } from './subject-statement.ts';

/** JCS bytes. */
export const tombstoneStatement = ({
  document,
  digest,
  reason,
  at,
}: Pick<Tombstone, 'document' | 'digest' | 'reason' | 'at'>): Uint8Array =>
  subjectStatement(document, digest, 'urn:axproof:tombstone:v1', { document, reason, at });
