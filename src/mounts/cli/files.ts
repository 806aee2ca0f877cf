// Reads and writes the files that a command names; every failure says which file and why.
import { fstatSync, lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { makeFolders } from '../../attest/make-folders.ts';
import { AxproofError } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { folderWords, systemWords } from '../../contract/system-words.ts';
import type { Io } from './io.ts';
import { whileDeaf } from './signals.ts';

/** Throws bad-file with what failed, and why the system says so. */
export function onDisk<T>(failed: string, work: () => T, words: (error: unknown) => string = systemWords): T {
  try {
    return work();
  } catch (error) {
    throw new AxproofError('bad-file', `${failed}: ${words(error)}`);
  }
}

/** 0 is the standard input. */
export const readBytes = (path: string | 0): Buffer =>
  onDisk(`${path === 0 ? 'the standard input' : path} cannot be read`, () => whileDeaf(() => readFileSync(path)));
export const readText = (path: string | 0): string => readBytes(path).toString('utf8');
export const writeText = (path: string, text: string): void => onDisk(`${path} cannot be written`, () => writeFileSync(path, text));

/** To stdout where no file was named. A terminal gets text for people: what a target sent to move its cursor or to hide something is written out there. */
export function writeOut(path: string | undefined, text: string, io: Io): void {
  if (path === undefined) io.out(io.outIsTerminal ? visible(text, '\n\t') : text);
  else writeText(path, text);
}

/** Those above it too; one that is there already will do. */
export const makeFolder = (path: string): void => onDisk(`the folder ${path} cannot be made`, () => makeFolders(path), folderWords);

/** The file that a name leads to, through links; of what is not there, the place where it would be made. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(resolve(path));
    return folder === path ? path : join(placeOf(folder), basename(path));
  }
}

/** Devices and pipes are read and written at once. */
function isKept(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true || stat?.isDirectory() === true;
}

const isWithin = (place: string, source: string): boolean => place === source || place.startsWith(join(source, sep));

/** Throws bad-usage where a file would be written twice, or over one that is read, or into a folder that is. */
export function checkPlaces(written: readonly string[], read: readonly string[]): void {
  const places = written.map(placeOf);
  const sources = read.filter(isKept).map(placeOf);
  const twice = written.find((_, i) => places.indexOf(places[i] as string) !== i);
  if (twice !== undefined) throw new AxproofError('bad-usage', `two outputs would be written to ${resolve(twice)}`);
  const lost = written.find((_, i) => sources.some((source) => isWithin(places[i] as string, source)));
  if (lost !== undefined) throw new AxproofError('bad-usage', `${resolve(lost)} is read, and would be written over`);
}

/** Whether a stream of this process is written there: /dev/stdout is a link, to a file where the stream goes to one. */
const isOwnStream = ({ dev, ino }: Stats): boolean =>
  [0, 1, 2].some((fd) => {
    try {
      const stat = fstatSync(fd);
      return stat.dev === dev && stat.ino === ino;
    } catch {
      return false;
    }
  });

/** What an earlier run left is taken away, so that it never stands for a run that ends without a report. Of a link only the link: what it leads to may be anybody's. Devices and pipes stay, also behind a link. */
export function removeOld(path: string): void {
  try {
    const there = lstatSync(path);
    const end = there.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : there;
    const stays = there.isSymbolicLink() && end !== undefined && isOwnStream(end);
    if (!stays && end?.isFile() !== false) rmSync(path);
  } catch {
    // There is none, or it cannot be taken away (a file that is mounted, a folder that is read-only): it is written over in the end.
  }
}
