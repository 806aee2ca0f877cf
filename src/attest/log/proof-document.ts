// A C2SP tlog-proof: an entry's place, its inclusion proof and the checkpoint in one text, which is checked without asking anybody.
import { AxproofError } from '../../contract/errors.ts';
import { fromBase64, toBase64 } from '../../json/base64.ts';
import { openCheckpoint, type TreeHead } from './checkpoint.ts';
import { entryOf } from './entries.ts';
import { HASH_BYTES, leafHash } from './hash.ts';
import type { LogKey } from './log-key.ts';
import type { Logged } from './transparency-log.ts';
import { verifyInclusion } from './verify-proofs.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';
/** No tree has more levels. */
const MOST_HASHES = 64;

export function proofDocument({ index, inclusionProof, checkpoint }: Logged): string {
  const hashes = inclusionProof.map((hash) => `${toBase64(hash)}\n`).join('');
  return `${HEADER}\nindex ${index}\n${hashes}\n${checkpoint}`;
}

const refuse = (why: string): never => {
  throw new AxproofError('bad-log-proof', why);
};

function readHash(line: string): Uint8Array {
  const hash = fromBase64(line);
  return hash?.length === HASH_BYTES ? hash : refuse('a line of the proof is no hash in canonical base64');
}

/** Extra data may stand in it and is ignored: nobody vouches for it. Throws bad-log-proof. */
export function readProofDocument(text: string): Logged {
  const end = text.indexOf('\n\n');
  if (end < 0) return refuse('the proof has no empty line before its checkpoint');
  const [header, ...lines] = text.slice(0, end).split('\n');
  if (header !== HEADER) return refuse(`the first line is not ${HEADER}`);
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? refuse('the proof names no index');
  if (!Number.isSafeInteger(Number(index))) return refuse('the proof names no index');
  if (lines.length > MOST_HASHES) return refuse(`the proof has more than ${MOST_HASHES} hashes`);
  return { index: Number(index), inclusionProof: lines.map(readHash), checkpoint: text.slice(end + 2) };
}

/** An older checkpoint as it was kept: alone, or in a proof. Throws bad-log-proof. */
export const keptCheckpoint = (text: string): string => (text.startsWith(`${HEADER}\n`) ? readProofDocument(text).checkpoint : text);

/** The digest stands in the log of the key. Throws bad-log-proof or bad-checkpoint. */
export function checkProofDocument(text: string, digest: string, key: LogKey): TreeHead & { index: number } {
  const { index, inclusionProof, checkpoint } = readProofDocument(text);
  const { size, root } = openCheckpoint(checkpoint, key);
  if (!verifyInclusion(leafHash(entryOf(digest)), index, size, inclusionProof, root))
    return refuse(`it does not prove that ${digest} is entry ${index} of ${size}`);
  return { index, size, root };
}
