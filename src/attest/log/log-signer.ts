// Signs the checkpoints of a log. Its key is the log's own: one that also signs reports would let either forge the other's past.
import { generateKeyPairFromSeed, sign } from '@stablelib/ed25519';
import { checkpointText, type TreeHead } from './checkpoint.ts';
import { type LogKey, logKey } from './log-key.ts';
import { noteOf, signatureLine } from './note.ts';

export interface LogSigner {
  readonly key: LogKey;
  /** The checkpoint as a signed note. Whoever calls this has made sure that the head extends every head signed before. */
  checkpoint(head: TreeHead): Promise<string>;
}

/** Out of the 32 bytes of a private key. */
export function logSigner(origin: string, seed: Uint8Array): LogSigner {
  const { publicKey, secretKey } = generateKeyPairFromSeed(seed);
  const key = logKey(origin, publicKey);
  return {
    key,
    checkpoint: async (head) => {
      const text = checkpointText(origin, head);
      return noteOf(text, [signatureLine(key, sign(secretKey, Buffer.from(text, 'utf8')))]);
    },
  };
}
