// The options of axproof census; what it does stands in census.ts and is loaded when it runs.
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { seedOf, whole } from '../numbers.ts';
import { listed } from '../reporter-options.ts';

const MOST_JOBS = 256;

export function censusCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('census')
    .description('Grade a list of targets, each once, and sum them up; the same command goes on where it was stopped. Advisory.')
    .argument('<list>', 'targets: one a line, CSV, or a JSON object a line; - reads stdin (docs/census.md)')
    .requiredOption('--out <file>', 'the results, a JSON object a line; what an earlier run left there is gone on with')
    .option('--parquet <file>', 'the results as Parquet as well')
    .option('--html <file>', 'a summary with charts, to be read and printed')
    .option('--compare <file>', 'the results of an earlier census: say what changed; several, the oldest first', listed)
    .option('--reports <folder>', 'keep every report there')
    .option('--pack <pack>', 'pack folder, resolved pack file, or the name of a bundled pack')
    .option(
      '--seed <n>',
      'seed of the sampling of all grades; a fresh one unless given, and that of the file where it is gone on with',
      seedOf,
    )
    .option('--jobs <n>', `so many grades side by side, at most ${MOST_JOBS}`, whole(1, MOST_JOBS), 16)
    .option(
      '--shared-ranges <list>',
      'ranges (CIDR, by commas) of addresses that many targets share, such as those of a CDN: paced by domain alone',
    )
    .option('--allow-private', 'loopback and private targets may stand in the list')
    .option('--quiet', 'no progress and no notes on stderr, but lines that are left out')
    .action(async (list, options) => done(await (await import('./census.ts')).census(list, options, io)));
}
