// axproof pack mutate: changes a pack in one place at a time and lists what no case notices, with file and line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import type { Part } from '../../run/cases/part.ts';
import { WAIVERS } from '../../run/cases/test-pack.ts';
import { mutantsOf } from '../../run/mutate/mutants.ts';
import { classOf, type MutantResult, mutate } from '../../run/mutate/mutate.ts';
import { mutateTargets } from '../../run/mutate/mutate-targets.ts';
import { readWaivers } from '../../transport/fixture/load.ts';
import type { Io } from './io.ts';
import { type CaseOptions, openCases } from './pack-test.ts';

export interface PackMutateOptions extends CaseOptions {
  of?: 'pack' | 'targets';
  seed?: number;
  share?: number;
  part?: Part;
}

const CLASSES = ['core', 'detail', 'worth'] as const;

/** One row a class: how many mutants there were, and what became of them. */
function table(judged: readonly MutantResult[]): string {
  const rows = CLASSES.map((name) => {
    const own = judged.filter(({ mutant, fate }) => classOf(mutant) === name && fate !== 'refused');
    const count = (fate: MutantResult['fate']): number => own.filter((one) => one.fate === fate).length;
    const [noticed, waived, survived] = [count('noticed'), count('waived'), count('survived')];
    const share = noticed + survived === 0 ? '' : `${((100 * noticed) / (noticed + survived)).toFixed(1)} %`;
    return [name, own.length, noticed, waived, survived, share];
  });
  const lines = [['', 'mutants', 'noticed', 'waived', 'survived', ''], ...rows];
  return lines
    .map((cells) => `${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(7) : String(cell).padStart(9))).join('')}\n`)
    .join('');
}

/** Of one rule after the other: how many members it read, each left out and retyped, and how many of these it noticed. */
async function packMutateTargets(path: string, options: PackMutateOptions, io: Io): Promise<number> {
  const { source, folders } = await openCases(path, options, io);
  const { seed = 1, share = 1, rule, part } = options;
  const mutants = await mutateTargets(source, folders, { seed, share, rule, part }, io.signal);
  for (const { at, name, noticed } of mutants) if (!noticed) io.out(`${visible(`${at}: unnoticed ${name}`)}\n`);
  const rows = [...new Set(mutants.map((one) => one.rule))].map((id) => {
    const own = mutants.filter((one) => one.rule === id);
    return [id, own.length, own.filter(({ noticed }) => noticed).length, own.filter(({ noticed }) => !noticed).length];
  });
  const width = Math.max(...rows.map(([id = '']) => String(id).length), 0);
  for (const [id, ...counts] of [['', 'mutants', 'noticed', 'unnoticed'], ...rows])
    io.out(`${String(id).padEnd(width)}${counts.map((cell) => String(cell).padStart(11)).join('')}\n`);
  return EXIT.ok;
}

export async function packMutate(path: string, options: PackMutateOptions, io: Io): Promise<number> {
  if (options.of === 'targets') return packMutateTargets(path, options, io);
  const { source, folders } = await openCases(path, options, io);
  const { seed = 1, share = 1, rule, part } = options;
  const mutants = mutantsOf(source, { seed, share, rule, part });
  const file = join(folders.cases ?? '', WAIVERS);
  const waivers = folders.cases !== undefined && existsSync(file) ? readWaivers(file) : [];
  let done = 0;
  const names = new Set(mutantsOf(source, { seed, share: 1 }).map(({ name }) => name));
  const unknown = waivers.filter(({ mutant }) => !names.has(mutant));
  const { judged, idle } = await mutate(source, folders, mutants, waivers, ({ mutant, fate }) => {
    done++;
    io.signal.throwIfAborted();
    if (io.errIsTerminal) io.err(`\r${done} of ${mutants.length}`);
    if (fate === 'survived') io.out(`${visible(`${mutant.at}: survived ${mutant.name}`)}\n`);
  });
  if (io.errIsTerminal) io.err('\r\u001b[K');
  const needless = [...unknown, ...idle];
  for (const { at, mutant } of needless)
    io.out(
      `${visible(`${at}: idle-waiver ${mutant}: a case notices it, it does not load, or there is none of this name; take the waiver away`)}\n`,
    );
  io.out(table(judged));
  const refused = judged.filter(({ fate }) => fate === 'refused').length;
  io.err(`axproof: ${mutants.length} changes${share < 1 ? ` drawn with seed ${seed}` : ''}, ${refused} of which the loader refuses\n`);
  return needless.length > 0 || judged.some(({ fate }) => fate === 'survived') ? EXIT.failed : EXIT.ok;
}
