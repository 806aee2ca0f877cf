// The commands of whoever runs a service: serve, worker, takedown, entitlements, keys and mcp. It parses; what they do is loaded when they run.
import { type Command, Option } from 'commander';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Io } from './io.ts';
import type { KeysCommand, KeysOptions } from './keys.ts';
import { agentOf, portOf, whole } from './options.ts';
import { type EntitlementsOrder, type ServeFlags, serviceBuild, type TakedownOrder } from './service-build.ts';

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

const list = (text: string): string[] => [...new Set(text.split(',').map((one) => one.trim()))];

type Issue = Omit<Extract<EntitlementsOrder, { do: 'issue' }>, 'do'>;

export function entitlementCommands(program: Command, io: Io, done: (status: number) => void): void {
  const group = program.command('entitlements').description('Who may use what is paid; settings are those of serve');
  const run = async (order: EntitlementsOrder): Promise<void> => done(await (await serviceBuild()).entitlementsCommand(order, io));
  group
    .command('issue')
    .description('Issue one, and print its token: a bearer credential, shown once')
    .requiredOption('--for <name>', 'whom it is for; it stands in the token, where its holder can read it')
    .requiredOption('--capabilities <list>', 'functional-tests, monitors, history; with commas', list)
    .requiredOption('--targets <list>', 'hosts, with commas; *.example.com for all names below one, * for every host', list)
    .requiredOption('--ceiling <runs>', 'the hard ceiling of runs', whole(1, 1_000_000_000))
    .option('--days <n>', 'days that it is good for', whole(1, 3660), 365)
    .action((options: Issue) => run({ ...options, do: 'issue' }));
  group
    .command('list')
    .description('Print all of them, with what was used')
    .option('--json', 'print JSON')
    .action(({ json = false }: { json?: boolean }) => run({ do: 'list', json }));
  group
    .command('revoke')
    .description('Nothing more is done under it')
    .argument('<id>', 'its id')
    .action((id: string) => run({ do: 'revoke', id }));
}

/** Until the client closes its end. stdout belongs to the protocol; notes go to stderr. */
async function mcp({ allowPrivate = false, userAgent: agent }: { allowPrivate?: boolean; userAgent?: string }, io: Io): Promise<number> {
  const onFault = (error: unknown): void => io.err(`axproof: ${error instanceof Error ? error.message : String(error)}\n`);
  await (await serviceBuild()).mcpOnStdio({ allowPrivate, agent, signal: io.signal, onFault });
  return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
}

export function mcpCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('mcp')
    .description('Serve MCP on stdio: the tools of the hosted verifier, run on this machine. Advisory.')
    .option('--allow-private', 'loopback and private targets may be named')
    .option('--user-agent <text>', 'User-Agent of every request; node unless given', agentOf)
    .action(async (options) => done(await mcp(options, io)));
}

const DESCRIPTIONS: Record<KeysCommand, string> = {
  new: 'Make a key: the current one when none may sign now, else the next one',
  list: 'Print the keys of a folder with their status and window',
  rotate: 'Make the next key the current one, and the current one historic',
  revoke: 'Believe nothing of a key any more',
  seal: 'Make the key that seals secrets of monitors from now on; older ones still open',
  export: 'Print the public keys: as a JWK Set, or one as PEM',
};

const daysOf = whole(1, 3660, 'Whole days from 1 to 3660 are wanted.');

export function keyCommands(program: Command, io: Io, done: (status: number) => void): void {
  const group = program.command('keys').description('Work on the keys that sign reports');
  const sub = (name: KeysCommand): Command =>
    group.command(name).description(DESCRIPTIONS[name]).requiredOption('--keys <dir>', 'folder of the keys, outside the store');
  const run =
    (name: KeysCommand) =>
    async (kid: string | undefined, options: KeysOptions): Promise<void> =>
      done(await (await import('./keys.ts')).keys(name, kid, options, io));
  const bare = (name: KeysCommand) => (options: KeysOptions) => run(name)(undefined, options);
  sub('new')
    .option('--ahead <days>', 'days until a next key may sign, at least 7; 7 unless given', daysOf)
    .option('--days <n>', 'days that it may sign for; 120 unless given', daysOf)
    .option('--store <dir>', 'folder of the store: keys that lie in it are refused')
    .action(bare('new'));
  sub('list').option('--json', 'print the key set').action(bare('list'));
  sub('rotate').action(bare('rotate'));
  sub('seal').action(bare('seal'));
  sub('revoke')
    .argument('<kid>', 'the key, by its thumbprint')
    .option('--since <time>', 'when it may have been stolen, such as 2026-11-21T00:00:00Z; now unless given')
    .action(run('revoke'));
  sub('export')
    .addOption(new Option('--format <form>', 'jwks unless given').choices(['jwks', 'pem']))
    .option('--kid <kid>', 'with pem: which key; the current one unless given')
    .option('--out <file>', 'write it there instead of stdout')
    .action(bare('export'));
}
