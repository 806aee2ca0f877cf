// The options of axproof evidence; what it does stands in evidence.ts and is loaded when it runs.
import type { Command } from 'commander';
import type { EvidenceOptions } from './evidence.ts';
import type { Io } from './io.ts';

export function evidenceCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('evidence')
    .description('Write the evidence of a report as HAR or as curl commands')
    .argument('<report>')
    .option('--har <file>', 'HAR 1.2, for the network panel of a browser')
    .option('--curl [file]', 'a shell script of curl commands; on stdout without a file')
    .action(async (path: string, options: EvidenceOptions) => done(await (await import('./evidence.ts')).evidence(path, options, io)));
}
