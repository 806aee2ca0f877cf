// Whether this machine can contain a child: tried once, with a child that must come up inside every piece of the containment.
import { spawn } from 'node:child_process';
import { type Command, type ContainmentPiece, commandFor, NEEDED, notInstalled } from './command.ts';

export interface Isolation {
  ok: boolean;
  /** Needed pieces that do not. */
  missing: ContainmentPiece[];
  /** Pieces that work; a child is started with these. */
  pieces: ReadonlySet<ContainmentPiece>;
}

const WAIT = 5_000;
/** What a child can tell from inside; limits are set or it does not come up. */
const FELT: readonly ContainmentPiece[] = ['permission-model', 'namespaces'];

/** The command comes up, finds itself inside what it should be inside, and ends well. */
function works({ file, args }: Command, pieces: readonly ContainmentPiece[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: WAIT, killSignal: 'SIGKILL' });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk).slice(0, 100);
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) =>
      resolve(code === 0 && said.startsWith('up ') && FELT.every((piece) => !pieces.includes(piece) || said.split(' ').includes(piece))),
    );
  });
}

async function tryIsolation(script: string): Promise<Isolation> {
  const absent = new Set(notInstalled());
  const all: ContainmentPiece[] = ['permission-model', 'namespaces', 'limits', 'priority'];
  const present = all.filter((piece) => !absent.has(piece));
  const probe = async (pieces: readonly ContainmentPiece[]): Promise<boolean> => {
    const command = commandFor(script, new Set(pieces));
    return works({ file: command.file, args: [...command.args, '--probe'] }, pieces);
  };
  const good = (await probe(present)) ? present : [];
  if (good.length === 0) for (const piece of present) if (await probe([...good, piece])) good.push(piece);
  const pieces = new Set(good);
  const missing = NEEDED.filter((piece) => !pieces.has(piece));
  return { ok: missing.length === 0, missing, pieces };
}

const known = new Map<string, Promise<Isolation>>();

/** Milliseconds: a probe may have been late on a busy machine. Each costs some processes, so a machine that has no isolation is not asked by every spec. */
const AGAIN = 60_000;

/** The answer for the script of the child. What works is tried once a process, what does not once in `again`. */
export function isolation(script: string, again = AGAIN): Promise<Isolation> {
  let answer = known.get(script);
  if (!answer) {
    answer = tryIsolation(script);
    known.set(script, answer);
    void answer.then(({ ok }) => ok || setTimeout(() => known.delete(script), again).unref());
  }
  return answer;
}
