// C2SP tlog-checkpoints: the head of a tree as a signed note. One that was not signed by the key of the log is none.
import { AxproofError } from '../../contract/errors.ts';
import { fromBase64, toBase64 } from '../../json/base64.ts';
import { HASH_BYTES } from './hash.ts';
import type { LogKey } from './log-key.ts';
import { openNote } from './note.ts';

export interface TreeHead {
  size: number;
  root: Uint8Array;
}

export const checkpointText = (origin: string, { size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`;

const refuse = (why: string): never => {
  throw new AxproofError('bad-checkpoint', why);
};

/** Throws bad-checkpoint. Lines after the third are extensions, and ignored. */
export function openCheckpoint(note: string, key: LogKey): TreeHead {
  const [origin, size = '', root = '', ...rest] = openNote(note, key).split('\n');
  if (origin !== key.name) return refuse(`the checkpoint is of another log than ${key.name}`);
  if (rest.pop() !== '' || rest.includes('')) return refuse('the checkpoint has an empty line');
  if (!/^(?:0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) return refuse('the checkpoint names no size');
  const hash = fromBase64(root);
  if (hash?.length !== HASH_BYTES) return refuse('the checkpoint names no root');
  return { size: Number(size), root: hash };
}

/** The origin that a note claims, before anything of it is believed. */
export const claimedOrigin = (note: string): string => note.slice(0, Math.max(0, note.indexOf('\n')));
