// The options of axproof suite and axproof import; what they do stands in suite.ts and import.ts and is loaded when it runs.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { secondsOf, seedOf, whole } from './numbers.ts';
import { withService } from './remote/remote-options.ts';
import { withBaseline, withReporters } from './reporter-options.ts';

export function suiteCommands(program: Command, io: Io, done: (status: number) => void): void {
  withService(withBaseline(withReporters(program.command('suite'))))
    .description('Run a suite: targets, packs and pinned specs, environments, data rows. Advisory.')
    .argument('<file>', 'the suite, YAML or JSON (docs/suite.md)')
    .option('--env <name>', 'the environment whose variables are used')
    .option('--data <file>', 'data rows, .csv or .json, instead of those of the suite')
    .option('--bail', 'start no more tests after the first that does not pass')
    .option('--jobs <n>', 'so many tests side by side, at most 16', whole(1, 16), 4)
    .option('--seed <n>', 'seed of the sampling of every test; a fresh one each unless given', seedOf)
    .option('--allow-writes', 'let specs write to loopback targets')
    .option('--timeout <s>', 'with --service: seconds for the answer to each test, at most 600', secondsOf)
    .option('--quiet', 'no progress and no notes on stderr')
    .action(async (file, options) => done(await (await import('./suite.ts')).suite(file, options, io)));
  program
    .command('import')
    .description('Read a PinnedSpec or Suite document of api.qa into a pack and a suite, and say what has no equivalent')
    .argument('<file>')
    .option('--out <path>', 'a folder, or of a PinnedSpec a .json file; a PinnedSpec goes to stdout without it')
    .option('--strict', 'end with 1 when anything that was judged has no equivalent')
    .action(async (file, options) => done(await (await import('./import.ts')).importFile(file, options, io)));
}
