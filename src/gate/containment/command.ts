// The command line of a contained child: what Node and Linux offer, piece by piece. It starts nothing itself.
import { existsSync, realpathSync } from 'node:fs';
import type { Work } from '../slots.ts';
import { CONTAINED } from './limits.ts';

/** Each piece of the containment, named as isolation() reports it. */
export type ContainmentPiece = 'permission-model' | 'namespaces' | 'limits' | 'priority';

/** The pieces without which nothing is contained. */
export const NEEDED: readonly ContainmentPiece[] = ['permission-model', 'namespaces', 'limits'];

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

// The file system of a contained child: a room of its own that holds Node, what Node links to, and the child's one file, all read-only.
// Sockets of the machine are files too, so a namespace without network alone would not shut them out.

/** Where the room is built and where its own files stand in it. /sys is always there, and Node wants nothing of it. */
const PLACE = '/sys';
const ROOM = { node: '/axproof/node', script: '/axproof/child.cjs' } as const;

/**
 * Shell: $1 is Node, $2 the script, the rest the command to run inside. Binds are recursive since a namespace may not uncover what was mounted over.
 * Processes come apart last, so that there are never more than two: first the shell and what it calls, then the namespace's holder and Node.
 * After chroot nothing is left of the rights that made the room.
 */
const BUILD = `set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
node=$1 script=$2 unshare=$(command -v unshare) chroot=$(command -v chroot) setpriv=$(command -v setpriv)
shift 2
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev none ${PLACE}
for folder in /usr /lib /lib64 /bin /sbin; do
  if [ -L "$folder" ]; then cp -P "$folder" "${PLACE}$folder"
  elif [ -d "$folder" ]; then mkdir "${PLACE}$folder"; mount --rbind "$folder" "${PLACE}$folder"
  fi
done
mkdir ${PLACE}/axproof
: > ${PLACE}${ROOM.node}
: > ${PLACE}${ROOM.script}
mount --bind "$node" ${PLACE}${ROOM.node}
mount --bind "$script" ${PLACE}${ROOM.script}
mount -o remount,ro,nosuid,nodev ${PLACE}
cd ${PLACE}
exec env -i "$unshare" --pid --fork --kill-child=SIGKILL "$chroot" ${PLACE} "$setpriv" --bounding-set=-all --inh-caps=-all --no-new-privs "$@"`;

/** Arguments of unshare: user, files, network, System V memory and host name apart from everybody's; processes follow when the room stands. */
const roomArgs = (node: string, script: string): string[] => [
  '--user',
  '--map-root-user',
  '--mount',
  '--net',
  '--ipc',
  '--uts',
  '/bin/sh',
  '-c',
  BUILD,
  'room',
  node,
  script,
];

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
export function commandFor(script: string, pieces: ReadonlySet<ContainmentPiece>, errand: Errand = 'run'): Command {
  const has = (piece: ContainmentPiece, tool: string): string[] =>
    pieces.has(piece) ? [find(tool)].filter((path) => path !== undefined) : [];
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

const TOOLS: { [piece in ContainmentPiece]: readonly string[] } = {
  'permission-model': [],
  namespaces: ['unshare', 'sh', 'mount', 'chroot', 'setpriv', 'env', 'cp', 'mkdir'],
  limits: ['prlimit'],
  priority: ['nice'],
};

/** Pieces for which a tool is not installed. */
export const notInstalled = (): ContainmentPiece[] =>
  (Object.keys(TOOLS) as ContainmentPiece[]).filter((piece) => TOOLS[piece].some((tool) => find(tool) === undefined));
