// The commands that run packs against targets: grade, verify, spec-digest, suite, import and census. It parses; they work, and are loaded when they run.
import { type Command, InvalidArgumentError } from 'commander';
import type { Io } from './io.ts';
import { agentOf, collect, secondsOf, seedOf, whole, withBaseline, withForms, withReporters, withService } from './options.ts';
import { Output } from './outputs.ts';

export function gradeCommand(program: Command, io: Io, done: (status: number) => void): void {
  withForms(
    withService(withBaseline(withReporters(program.command('grade'))))
      .description('Grade a target: a domain, an origin, or a fixture file (a dry run without sockets). Advisory.')
      .argument('[target]', 'example.com, http://127.0.0.1:8080 or a fixture .yaml file; with --replay the one that the report names')
      .option('--pack <pack>', 'pack folder, resolved pack file, or the name of a bundled pack')
      .option('--env <name>', 'NAME=VALUE, or NAME of the process environment: a variable of the pack; may be repeated', collect)
      .option('--secret-env <name>', 'a secret of the pack, from the process environment; may be repeated', collect)
      .option('--seed <n>', 'seed of the sampling; fresh unless given, with --replay the recorded one', seedOf),
  )
    .option('--replay <file>', 'answer from the evidence of a recorded report, with its seed and pack, instead of the network')
    .option('--plan', 'print what would be sent, with the hard bound, and send nothing')
    .option('--timeout <s>', 'seconds for the whole run, at most 60; for the answer of a service, at most 600', secondsOf)
    .option('--user-agent <text>', 'User-Agent of every request; node unless given', agentOf)
    .option('--quiet', 'no progress and no notes on stderr')
    .action(async (target, options) => done(await (await import('./grade.ts')).grade(target, options, io)));
}

/** Of other options the last counts, so that a wrapper may have defaults; of two digests nobody knows which was ratified. */
function ratifiedOf(text: string, before?: string): string {
  if (before !== undefined) throw new InvalidArgumentError('One digest was ratified, and two are given.');
  if (!/^sha256:[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('A digest is sha256: and 64 lower-case hexadecimal digits; axproof spec-digest prints it.');
  return text;
}

function verifyCommands(program: Command, io: Io, done: (status: number) => void): void {
  withForms(
    withService(withReporters(program.command('verify')))
      .description('Hold a target to a pinned spec: it passes at the digest that was ratified, or it does not.')
      .argument('<target>', 'example.com, http://127.0.0.1:8080 or a fixture .yaml file')
      .option('--spec <pack>', 'pack folder, resolved pack file, or the name of a bundled pack')
      .option('--expect-digest <digest>', 'the digest that was ratified; without it nothing passes', ratifiedOf)
      .option('--env <name>', 'NAME=VALUE, or NAME of the process environment: a variable of the spec; may be repeated', collect)
      .option('--secret-env <name>', 'a secret of the spec, from the process environment; may be repeated', collect)
      .option('--seed <n>', 'seed of the sampling; a gate leaves it out (docs/gate.md)', seedOf)
      .option('--allow-writes', 'let the spec write to a loopback target')
      .option('--contained', 'validate and judge the spec in a child process, as the service does with those of strangers'),
  )
    .option('--timeout <s>', 'seconds for the whole run, at most 60; for the answer of a service, at most 600', secondsOf)
    .option('--user-agent <text>', 'User-Agent of every request; node unless given', agentOf)
    .option('--quiet', 'no progress and no notes on stderr')
    .action(async (target, options) => done(await (await import('./verify.ts')).verify(target, options, io)));
  program
    .command('spec-digest')
    .description('Print the digest of a pack, or compare it')
    .argument('<pack>')
    .option('--check <digest>', 'end with 4 unless the digest is this one')
    .action(async (path, options) => done(await (await import('./pack-build.ts')).specDigest(path, options, io)));
}

function suiteCommands(program: Command, io: Io, done: (status: number) => void): void {
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
    .addOption(new Output('--out <path>', 'a folder, or of a PinnedSpec a .json file; a PinnedSpec goes to stdout without it'))
    .option('--strict', 'end with 1 when anything that was judged has no equivalent')
    .action(async (file, options) => done(await (await import('./import.ts')).importFile(file, options, io)));
}

const MOST_JOBS = 256;

function censusCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('census')
    .description('Grade a list of targets, each once, and sum them up; the same command goes on where it was stopped. Advisory.')
    .argument('<list>', 'targets: one a line, CSV, or a JSON object a line; - reads stdin (docs/census.md)')
    .addOption(
      new Output('--out <file>', 'the results, a JSON object a line; what an earlier run left there is gone on with').makeOptionMandatory(),
    )
    .addOption(new Output('--parquet <file>', 'the results as Parquet as well'))
    .addOption(new Output('--html <file>', 'a summary with charts, to be read and printed'))
    .option('--compare <file>', 'the results of an earlier census: say what changed; several, the oldest first', collect)
    .addOption(new Output('--reports <folder>', 'keep every report there'))
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
    .action(async (list, options) => done(await (await import('./census/census.ts')).census(list, options, io)));
}

export function runCommands(program: Command, io: Io, done: (status: number) => void): void {
  verifyCommands(program, io, done);
  suiteCommands(program, io, done);
  censusCommand(program, io, done);
}
