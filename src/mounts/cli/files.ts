// Reads and writes the files that a command names; every failure says which file and why.
import { readFileSync, writeFileSync } from 'node:fs';
import { makeFolders } from '../../attest/make-folders.ts';
import { AxproofError } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { folderWords, systemWords } from '../../contract/system-words.ts';
import type { Io } from './io.ts';

/** Throws bad-file with what failed, and why the system says so. */
export function onDisk<T>(failed: string, work: () => T, words: (error: unknown) => string = systemWords): T {
  try {
    return work();
  } catch (error) {
    throw new AxproofError('bad-file', `${failed}: ${words(error)}`);
  }
}

export const readBytes = (path: string): Uint8Array => onDisk(`${path} cannot be read`, () => readFileSync(path));
export const readText = (path: string): string => onDisk(`${path} cannot be read`, () => readFileSync(path, 'utf8'));
export const writeText = (path: string, text: string): void => onDisk(`${path} cannot be written`, () => writeFileSync(path, text));

/** To stdout where no file was named. A terminal gets text for people: what a target sent to move its cursor or to hide something is written out there. */
export function writeOut(path: string | undefined, text: string, io: Io): void {
  if (path === undefined) io.out(io.outIsTerminal ? visible(text, '\n\t') : text);
  else writeText(path, text);
}

/** Those above it too; one that is there already will do. */
export const makeFolder = (path: string): void => onDisk(`the folder ${path} cannot be made`, () => makeFolders(path), folderWords);
