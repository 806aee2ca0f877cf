// Which files a command line reads: those that its words name, and what is read with these. It opens nothing to judge.
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHECKPOINT, TILES } from '../../attest/log/tiles.ts';
import { packFiles } from '../../pack/read/load-folder.ts';
import { bundledPack } from '../../run/bundled.ts';
import { fixtureFiles } from '../../transport/fixture/load.ts';
import { readText } from './files.ts';
import type { Io } from './io.ts';
import { suiteFiles } from './suite-open.ts';

/** A word of a command line, with the name of the option that it is the value of. */
export interface Word {
  word: string;
  option?: string;
}

export interface FilesRead {
  files: string[];
  /** Whether a file may be read as well, of which nobody can tell: a suite that does not load may name it. */
  unsure(file: string): boolean;
}

/** What a log is made of: it has no other copy. Proofs beside that may be served with it. */
const filesOfLog = (folder: string): string[] => [CHECKPOINT, TILES].map((name) => join(folder, name));

/** Of a folder that is no pack and no log nobody knows what is read of it, but of keys: all. */
function filesOf({ word, option }: Word): string[] {
  if (bundledPack(word) !== undefined) return [];
  const stat = statSync(word, { throwIfNoEntry: false });
  if (stat?.isFile()) return /\.ya?ml$/i.test(word) ? fixtureFiles(word) : [word];
  if (!stat?.isDirectory()) return [];
  if (statSync(join(word, CHECKPOINT), { throwIfNoEntry: false })?.isFile()) return filesOfLog(word);
  const isPack = statSync(`${word}/pack.yaml`, { throwIfNoEntry: false }) !== undefined;
  return isPack || option === 'keys' ? packFiles(word, { bundled: bundledPack }) : [];
}

function filesOfSuite(file: string, words: readonly Word[], io: Io): FilesRead {
  const given = (name: string): string | undefined => words.findLast(({ option }) => option === name)?.word;
  // A pipe is read once.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { files: [], unsure: () => false };
  try {
    return { files: suiteFiles(file, { env: given('env'), data: given('data') }, io), unsure: () => false };
  } catch {
    const text = readText(file);
    return { files: [file], unsure: (output) => text.includes(basename(output)) };
  }
}

/** command: its name. */
export function filesRead(command: string, words: readonly Word[], io: Io): FilesRead {
  const files = words.flatMap(filesOf);
  const suite = command === 'suite' ? words.find(({ option }) => option === undefined) : undefined;
  if (!suite) return { files, unsure: () => false };
  const more = filesOfSuite(suite.word, words, io);
  return { files: [...files, ...more.files], unsure: more.unsure };
}
