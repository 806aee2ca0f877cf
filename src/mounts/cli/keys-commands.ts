// The sub-commands of axproof keys and their options; what they do stands in keys.ts and is loaded when one runs.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import type { KeysCommand, KeysOptions } from './keys.ts';
import { whole } from './numbers.ts';

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
