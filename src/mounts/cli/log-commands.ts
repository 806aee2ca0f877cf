// The sub-commands of axproof log and their options; what they do stands in log.ts and is loaded when one runs.
import type { Command } from 'commander';
import type { Io } from './io.ts';

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
    .action(async (dir: string, options: { origin: string; key: string }) => done(await (await load()).logNew(dir, options, io)));
  group
    .command('add')
    .description('Append the digest of a report, and write its proof beside it')
    .argument('<dir>')
    .argument('<report>')
    .requiredOption('--key <file>', 'private key of the log')
    .option('--out <file>', 'where to write the proof; REPORT.tlog-proof unless given')
    .action(async (dir: string, report: string, options: { key: string; out?: string }) =>
      done(await (await load()).logAdd(dir, report, options, io)),
    );
  group
    .command('check')
    .description('Check every entry and tile of a log, and that an older checkpoint is its beginning')
    .argument('<dir>')
    .requiredOption('--vkey <key>', VKEY)
    .option('--old <checkpoint>', 'file with a checkpoint that was kept elsewhere')
    .action(async (dir: string, options: { vkey: string; old?: string }) => done(await (await load()).logCheck(dir, options, io)));
  group
    .command('verify')
    .description('Check, without the log, the proof that a report is in it')
    .argument('<report>')
    .requiredOption('--vkey <key>', VKEY)
    .option('--proof <file>', 'the proof; REPORT.tlog-proof unless given')
    .action(async (report: string, options: { vkey: string; proof?: string }) => done(await (await load()).logVerify(report, options, io)));
}
