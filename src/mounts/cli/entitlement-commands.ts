// Registers axproof entitlements. What it does stands in src/start and is loaded when it runs.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { whole } from './numbers.ts';
import { type EntitlementsOrder, serviceBuild } from './service-build.ts';

const list = (text: string): string[] => [...new Set(text.split(',').map((one) => one.trim()))];

type Issue = Omit<Extract<EntitlementsOrder, { do: 'issue' }>, 'do'>;

export function entitlementCommands(program: Command, io: Io, done: (status: number) => void): void {
  const group = program.command('entitlements').description('Who may use what is paid; settings are those of serve');
  const run = async (order: EntitlementsOrder): Promise<void> => done(await (await serviceBuild()).entitlementsCommand(order, io));
  group
    .command('issue')
    .description('Issue one, and print its token: a bearer credential, shown once')
    .requiredOption('--for <name>', 'whom it is for; the operator alone sees it')
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
