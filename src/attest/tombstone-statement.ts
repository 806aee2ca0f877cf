// The in-toto Statement behind a tombstone: signer and reader make it in the same way.
import type { Tombstone } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'urn:axproof:tombstone:v1';

/** JCS bytes. */
export function tombstoneStatement({ document, digest, reason, at }: Pick<Tombstone, 'document' | 'digest' | 'reason' | 'at'>): Uint8Array {
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: document, digest: { sha256: digest.replace(/^sha256:/, '') } }],
    predicateType: PREDICATE_TYPE,
    predicate: { document, reason, at },
  };
  return Buffer.from(jcs(statement), 'utf8');
}
