// The options of axproof evidence and axproof record; what they do stands in evidence.ts and record.ts, and is loaded when one runs.
import type { Command } from 'commander';
import type { EvidenceOptions } from './evidence.ts';
import type { Io } from './io.ts';
import { seedOf } from './numbers.ts';
import type { RecordOptions } from './record.ts';

export function evidenceCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('record')
    .description('Write what a target answers to a pack as a fixture, with credentials and personal data masked')
    .argument('<target>', 'a domain or origin, a fixture file (.yaml), or a recorded report (.json), of which nothing is sent')
    .option('--out <file>', 'write it there instead of stdout')
    .option('--pack <pack>', 'as ever')
    .option('--seed <n>', 'seed of the sampling; 1 unless given', seedOf)
    .action(async (target: string, options: RecordOptions) => done(await (await import('./record.ts')).record(target, options, io)));
  program
    .command('evidence')
    .description('Write the evidence of a report as HAR or as curl commands')
    .argument('<report>')
    .option('--har <file>', 'HAR 1.2, for the network panel of a browser')
    .option('--curl [file]', 'a shell script of curl commands; on stdout without a file')
    .action(async (path: string, options: EvidenceOptions) => done(await (await import('./evidence.ts')).evidence(path, options, io)));
}
