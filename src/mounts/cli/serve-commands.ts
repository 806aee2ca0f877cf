// Registers axproof serve, worker and takedown. What they do stands in src/start and is loaded when one runs.
import { type Command, Option } from 'commander';
import { AxproofError } from '../../contract/errors.ts';
import type { Io } from './io.ts';
import { portOf } from './numbers.ts';
import { type ServeFlags, serviceBuild, type TakedownOrder } from './service-build.ts';

function digestOf(text: string): string {
  const [, hex] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text) ?? [];
  if (hex === undefined) throw new AxproofError('bad-usage', 'a digest is sha256: and 64 hexadecimal digits');
  return `sha256:${hex}`;
}

export function serveCommands(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('serve')
    .description('Run the hosted verifier; settings are environment variables (docs/operating.md)')
    .option('--port <n>', 'port to listen on, instead of PORT; 0 picks a free one', portOf)
    .option('--host <address>', 'address to listen on, instead of HOST')
    .option('--allow-private', 'loopback and private targets may be named; their reports are unsigned')
    .action(async (flags: ServeFlags) => done(await (await serviceBuild()).serveCommand(flags, io)));
  program
    .command('worker')
    .description('Grade what Restate calls for, beside any number of others; settings are those of serve')
    .action(async () => done(await (await serviceBuild()).workerCommand(io)));
  program
    .command('takedown')
    .description('Delete a stored document for ever; a signed tombstone is served in its place')
    .argument('<digest>', 'a report takes its evidence along, evidence takes its reports')
    .requiredOption('--reason <text>', 'why; it is public')
    .addOption(new Option('--kind <kind>', 'what the digest names').choices(['report', 'evidence', 'pack']).default('report'))
    .action(async (digest: string, { kind, reason }: Omit<TakedownOrder, 'digest'>) =>
      done(await (await serviceBuild()).takedownCommand({ digest: digestOf(digest), kind, reason }, io)),
    );
}
