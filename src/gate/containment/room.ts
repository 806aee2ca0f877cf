// The file system of a contained child: a room of its own that holds Node, what Node links to, and the child's one file, all read-only.
// Sockets of the machine are files too, so a namespace without network alone would not shut them out.

/** Where the room is built and where its own files stand in it. /sys is always there, and Node wants nothing of it. */
const PLACE = '/sys';
export const ROOM = { node: '/axproof/node', script: '/axproof/child.cjs' } as const;

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
export const roomArgs = (node: string, script: string): string[] => [
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
