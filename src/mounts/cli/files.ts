// Reads and writes the files that a command names; every failure says which file and why.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';
import { folderWords, systemWords } from '../../contract/system-words.ts';
import type { Io } from './io.ts';

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be read: ${systemWords(error)}`);
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be read: ${systemWords(error)}`);
  }
}

export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new AxproofError('bad-file', `${path} cannot be written: ${systemWords(error)}`);
  }
}

/** To stdout where no file was named. */
export function writeOut(path: string | undefined, text: string, io: Io): void {
  if (path === undefined) io.out(text);
  else writeText(path, text);
}

/** Those above it too; one that is there already will do. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new AxproofError('bad-file', `the folder ${path} cannot be made: ${folderWords(error)}`);
  }
}
