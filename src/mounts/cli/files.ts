// Reads and writes the files that a command names; every failure says which file and why.
import { readFileSync, writeFileSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';

const why = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be read (${why(error)})`);
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be read (${why(error)})`);
  }
}

export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be written (${why(error)})`);
  }
}
