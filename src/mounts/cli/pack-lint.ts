// axproof pack lint: every mistake of a pack as FILE:LINE:COL: CODE text, with the line that it stands in and a caret under the place.
import { readFileSync, statSync } from 'node:fs';
import { countOf } from '../../contract/count-of.ts';
import { EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { formatFinding, type PackFinding } from '../../pack/finding.ts';
import { loadPack } from '../../pack/load.ts';
import { bundledPack, packPath } from '../../run/bundled.ts';
import type { Io } from './io.ts';

/** Of a long line so much is shown, before the place and in all. */
const BEFORE = 60;
const SHOWN = 120;

/** None of what is no file, or cannot be read: the finding says so. */
function linesOf(file: string): string[] {
  try {
    // A pipe would be waited for.
    if (!statSync(file).isFile()) return [];
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

/** Empty for what has no line, or is no text any more; and for a file that is none of the pack, which may hold anything. */
function quoteLine({ code, file, line, column }: PackFinding, lines: (file: string) => string[]): string {
  const text = line === 0 || code === 'unexpected-file' ? undefined : lines(file)[line - 1];
  if (text === undefined) return '';
  const from = Math.max(0, column - 1 - BEFORE);
  return `  ${visible(text.slice(from, from + SHOWN).replaceAll('\t', ' '))}\n  ${' '.repeat(column - 1 - from)}^\n`;
}

export async function packLint(path: string, io: Io): Promise<number> {
  const { pack, findings } = loadPack(packPath(path), { craft: true, bundled: bundledPack });
  const read = new Map<string, string[]>();
  const lines = (file: string): string[] => {
    if (!read.has(file)) read.set(file, linesOf(file));
    return read.get(file) as string[];
  };
  for (const f of findings) io.out(`${formatFinding(f)}\n${quoteLine(f, lines)}`);
  if (pack)
    io.err(
      `axproof: ${pack.document.name} ${pack.document.version} loads: ${countOf(pack.document.rules.length, 'rule')}, ${pack.digest}\n`,
    );
  return pack ? EXIT.ok : EXIT.usage;
}
