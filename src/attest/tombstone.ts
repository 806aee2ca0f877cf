// What is served in place of a document that was taken down: what it was, when and why it went, signed like a report. It holds nothing of the document.
import type { Tombstone } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import { instantText } from './instant.ts';
import { type Signer, signed } from './sign.ts';
import { tombstoneStatement } from './tombstone-statement.ts';

export interface TakenDown {
  document: Tombstone['document'];
  digest: string;
  reason: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** JCS bytes of the Tombstone. */
export async function tombstone({ document, digest, reason, at }: TakenDown, signer: Signer): Promise<Uint8Array> {
  const plain = { format: 1, kind: 'Tombstone', document, digest, reason, at: instantText(at) } as const;
  const whole: Tombstone = { ...plain, attestation: await signed(tombstoneStatement(plain), signer) };
  return Buffer.from(jcs(whole), 'utf8');
}
