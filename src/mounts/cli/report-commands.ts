// The commands that work on reports: replay, diff and contract-diff, record and evidence, log. It parses; they work, and are loaded when they run.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { agentOf, ageOf, secondsOf, seedOf, withReporters } from './options.ts';
import { Output } from './outputs.ts';

const trusting = (command: Command): Command =>
  command
    .option('--jwks <where>', 'key set whose keys are trusted: a file or a URL')
    .option('--trust <kid...>', 'trust only these keys of the set')
    .option('--max-age <s>', 'refuse a report that is older', ageOf);

export function replayCommands(program: Command, io: Io, done: (status: number) => void): void {
  trusting(program.command('replay'))
    .description('Judge the evidence of a report again, offline, and compare every byte')
    .argument('<report>', 'file or URL')
    .option('--pack <pack>', 'folder, file or URL of the pack; the bundled one of the same digest unless given')
    .option('--live', 'then ask the target again and show what it answers differently now')
    .action(async (report, options) => done(await (await import('./replay.ts')).replayReport(report, options, io)));
  trusting(program.command('diff'))
    .description('Say what changed between two reports or two targets, and what made the difference: target, rules, sample or verifier')
    .argument('<a>', 'the older report, or a target that is graded now')
    .argument('<b>', 'the newer report, or a target that is graded now')
    .option('--pack <pack>', 'pack to grade targets with; beside a report its own, the default otherwise')
    .option('--pack-a <pack>', 'pack of the older side')
    .option('--pack-b <pack>', 'pack of the newer side')
    .option('--seed <n>', 'seed for targets; the same for both, fresh or that of the report beside it unless given', seedOf)
    .option('--timeout <s>', 'seconds for each run, at most 60', secondsOf)
    .option('--user-agent <text>', 'User-Agent of every request to targets; node unless given', agentOf)
    .option('--json', 'print the changes as JSON')
    .option('--quiet', 'no progress on stderr')
    .action(async (a, b, options) => done(await (await import('./diff.ts')).diff(a, b, options, io)));
  withReporters(program.command('contract-diff'))
    .description('Say which changes of an OpenAPI document break clients that were made from an older one')
    .argument('<old>', 'the older document: a file or URL, or a target that publishes it')
    .argument('<new>', 'the newer one, or a target')
    .option('--pack <pack>', 'the pack that finds the document of a target; the default one unless given')
    .action(async (old, now, options) => done(await (await import('./contract-diff.ts')).contractDiff(old, now, options, io)));
}

export function evidenceCommands(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('record')
    .description('Write what a target answers to a pack as a fixture, with credentials and personal data masked')
    .argument('<target>', 'a domain or origin, a fixture file (.yaml), or a recorded report (.json), of which nothing is sent')
    .addOption(new Output('--out <file>', 'write it there instead of stdout'))
    .option('--pack <pack>', 'as ever')
    .option('--seed <n>', 'seed of the sampling; 1 unless given', seedOf)
    .action(async (target, options) => done(await (await import('./record.ts')).record(target, options, io)));
  program
    .command('evidence')
    .description('Write the evidence of a report as HAR or as curl commands')
    .argument('<report>')
    .addOption(new Output('--har <file>', 'HAR 1.2, for the network panel of a browser'))
    .addOption(new Output('--curl [file]', 'a shell script of curl commands; on stdout without a file'))
    .action(async (path, options) => done(await (await import('./evidence.ts')).evidence(path, options, io)));
}

const VKEY = 'public key of the log, as log new printed it';

export function logCommands(program: Command, io: Io, done: (status: number) => void): void {
  const group = program.command('log').description('Keep and check a transparency log of reports');
  const load = (): Promise<typeof import('./log.ts')> => import('./log.ts');
  group
    .command('new')
    .description('Begin a log in a folder, with a key of its own, and print its public key')
    .argument('<dir>')
    .requiredOption('--origin <name>', 'name of the log for ever, such as example.com/reports')
    .requiredOption('--key <file>', 'where to write the private key, outside the folder')
    .action(async (dir, options) => done(await (await load()).logNew(dir, options, io)));
  group
    .command('add')
    .description('Append the digest of a report, and write its proof beside it')
    .argument('<dir>')
    .argument('<report>')
    .requiredOption('--key <file>', 'private key of the log')
    .addOption(new Output('--out <file>', 'where to write the proof; REPORT.tlog-proof unless given'))
    .action(async (dir, report, options) => done(await (await load()).logAdd(dir, report, options, io)));
  group
    .command('check')
    .description('Check every entry and tile of a log, and that an older checkpoint is its beginning')
    .argument('<dir>')
    .requiredOption('--vkey <key>', VKEY)
    .option('--old <checkpoint>', 'file with a checkpoint that was kept elsewhere')
    .action(async (dir, options) => done(await (await load()).logCheck(dir, options, io)));
  group
    .command('verify')
    .description('Check, without the log, the proof that a report is in it')
    .argument('<report>')
    .requiredOption('--vkey <key>', VKEY)
    .option('--proof <file>', 'the proof; REPORT.tlog-proof unless given')
    .action(async (report, options) => done(await (await load()).logVerify(report, options, io)));
}
