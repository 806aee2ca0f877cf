// The newest checkpoint of a log folder, as text that is well-formed UTF-8. Whether to believe it is for others to say.
import { AxproofError } from '../../contract/errors.ts';
import type { LogFolder } from './log-folder.ts';
import { CHECKPOINT } from './tiles.ts';

export function noteText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AxproofError('bad-checkpoint', 'the checkpoint is not well-formed UTF-8');
  }
}

/** Throws bad-checkpoint, also where there is none. */
export async function readCheckpoint(folder: LogFolder): Promise<string> {
  const bytes = await folder.read(CHECKPOINT);
  if (!bytes) throw new AxproofError('bad-checkpoint', `${folder.path} holds no checkpoint, so it is no log: axproof log new begins one`);
  return noteText(bytes);
}
