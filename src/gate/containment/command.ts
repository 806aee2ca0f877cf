// The command line of a contained child: what Node and Linux offer, piece by piece. It starts nothing itself.
import { existsSync, realpathSync } from 'node:fs';
import type { Work } from '../slots.ts';
import { CONTAINED } from './limits.ts';
import { ROOM, roomArgs } from './room.ts';

/** Each piece of the containment, named as isolation() reports it. */
export type Piece = 'permission-model' | 'namespaces' | 'limits' | 'priority';

/** The pieces without which nothing is contained. */
export const NEEDED: readonly Piece[] = ['permission-model', 'namespaces', 'limits'];

const find = (name: string): string | undefined =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

/** --data holds Buffers, stacks, code and heap together; --fsize=0: no file can grow, whoever opened it. */
const PRLIMIT = [
  `--data=${CONTAINED.dataBytes}`,
  `--cpu=${CONTAINED.cpuSeconds}`,
  `--nofile=${CONTAINED.files}`,
  '--fsize=0',
  '--core=0',
  '--memlock=0',
  '--msgqueue=0',
];

/** What a child does: validate, run, or run what was validated just before. */
export type Errand = Work | 'first-run';

/** Beside a grade a child gets what is left over, and a validation what runs leave: an honest gate runs while strangers' new specs are looked at, and run. */
export const NICE: { readonly [errand in Errand]: number } = { run: 10, 'first-run': 14, validation: 19 };

const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

const nodeFlags = (script: string): string[] => [
  PERMISSION,
  `--allow-fs-read=${script}`,
  `--max-old-space-size=${CONTAINED.heapMiB}`,
  '--disable-proto=delete',
  '--no-warnings',
  '--no-deprecation',
];

export interface Command {
  file: string;
  args: string[];
}

/** Runs a script in the child with the given pieces; those whose tool is not installed are left out. */
export function commandFor(script: string, pieces: ReadonlySet<Piece>, errand: Errand = 'run'): Command {
  const has = (piece: Piece, tool: string): string[] => (pieces.has(piece) ? [find(tool)].filter((path) => path !== undefined) : []);
  const real = realpathSync(script);
  const node = realpathSync(process.execPath);
  const [nice, unshare, prlimit] = [has('priority', 'nice'), has('namespaces', 'unshare'), has('limits', 'prlimit')];
  const apart = unshare.length > 0;
  const [inside, own] = apart ? [ROOM.node, ROOM.script] : [node, real];
  const [file, ...args] = [
    ...nice.flatMap((path) => [path, '-n', String(NICE[errand])]),
    ...unshare.flatMap((path) => [path, ...roomArgs(node, real)]),
    ...prlimit.flatMap((path) => [path, ...PRLIMIT]),
    inside,
    ...(pieces.has('permission-model') ? nodeFlags(own) : []),
    own,
  ];
  return { file: file as string, args };
}

const TOOLS: { [piece in Piece]: readonly string[] } = {
  'permission-model': [],
  namespaces: ['unshare', 'sh', 'mount', 'chroot', 'setpriv', 'env', 'cp', 'mkdir'],
  limits: ['prlimit'],
  priority: ['nice'],
};

/** Pieces for which a tool is not installed. */
export const notInstalled = (): Piece[] =>
  (Object.keys(TOOLS) as Piece[]).filter((piece) => TOOLS[piece].some((tool) => find(tool) === undefined));
