// An in-toto Statement about one thing that has a digest: a tombstone, a release of a pack. Signer and reader make it in the same way.
import { jcs } from '../json/jcs.ts';
import { STATEMENT_TYPE } from './statement.ts';

/** JCS bytes. digest: sha256:<hex>. */
export function subjectStatement(name: string, digest: string, predicateType: string, predicate: object): Uint8Array {
  const subject = [{ name, digest: { sha256: digest.replace(/^sha256:/, '') } }];
  return Buffer.from(jcs({ _type: STATEMENT_TYPE, subject, predicateType, predicate }), 'utf8');
}
