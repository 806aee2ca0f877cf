// What a target on the command line is: a fixture file (no sockets), or an origin on the network.
import { existsSync } from 'node:fs';
import { otherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Evidence, Issued, Verdict } from '../../contract/generated/types.ts';
import type { Transport } from '../../contract/transport.ts';
import { readText } from './files.ts';

/** A recorded run: what answers, and what it had been asked for. */
export interface Recording {
  origin: string;
  transport: Transport;
  seed: number;
  seedOrigin: Issued['seedOrigin'];
  /** The User-Agent that it sent: requests are built again with it. */
  agent?: string;
  /** Name of its pack. */
  pack: string;
  given: Pick<Evidence, 'env' | 'row' | 'consent'>;
  /** The engine that judged it, where it is not this one. */
  engine?: string;
}

export interface OpenTarget {
  origin: string;
  transport: Transport;
  /** The name of a fixture's file. */
  file?: string;
  /** Nothing that is sent leaves this machine: a loopback address, or a fixture without sockets. */
  loopback?: boolean;
}

const isFixture = (text: string): boolean => /\.ya?ml$/i.test(text) && existsSync(text);

/** What is spelled as a path is meant as one: no domain ends so or begins so. */
const isPath = (text: string): boolean => /^(\.{0,2}|~)[\\/]|^\.{1,2}$|\.(ya?ml|json)$/i.test(text) && !/^https?:/i.test(text);

/** Throws bad-file or bad-target for what names a file that no target is. */
export function refuseFile(text: string): void {
  if (!isPath(text)) return;
  if (!existsSync(text)) throw new AxproofError('bad-file', `${text} cannot be read: there is no such file or folder (ENOENT)`);
  throw new AxproofError('bad-target', `${text} is no fixture`, [
    'a fixture is one .yaml file; a report is judged again by axproof replay FILE, or by axproof grade --replay FILE',
  ]);
}

/** By its name or number alone: other names may lead anywhere. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

type Loose<T> = { [K in keyof T]?: unknown };

const isSeed = (seed: unknown): seed is number => Number.isSafeInteger(seed) && (seed as number) >= 0;

/** Read loosely, so that reports of other engines answer too; what is used of it is looked at. */
export async function openRecording(file: string): Promise<Recording> {
  let report: { evidence?: Evidence; verdict?: Loose<Verdict> & { pack?: { name?: unknown } }; issued?: Loose<Issued> } | null;
  try {
    report = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    throw new AxproofError('bad-report', `${file} is not JSON`);
  }
  const { evidence, verdict, issued } = report ?? {};
  if (!Array.isArray(evidence?.exchanges) || typeof evidence.target !== 'string' || !evidence.sites)
    throw new AxproofError('bad-report', `${file} holds no evidence`);
  const { seed, pack } = verdict ?? {};
  if (!isSeed(seed) || typeof pack?.name !== 'string') throw new AxproofError('bad-report', `${file} does not say by which seed and pack`);
  const { replay } = await import('../../transport/replay.ts');
  const { env, row, consent } = evidence;
  const given = { ...(env ? { env } : {}), ...(row ? { row } : {}), ...(consent ? { consent } : {}) };
  const engine = otherEngine(verdict?.engine);
  const agent = evidence.exchanges[0]?.request.headers['user-agent'];
  return {
    origin: evidence.target,
    transport: replay(evidence),
    seed,
    seedOrigin: issued?.seedOrigin === 'fresh' ? 'fresh' : 'caller',
    pack: pack.name,
    given,
    ...(agent === undefined ? {} : { agent }),
    ...(engine === undefined ? {} : { engine }),
  };
}

export async function openTarget(text: string): Promise<OpenTarget> {
  if (isFixture(text)) {
    const { loadFixture } = await import('../../transport/fixture/load.ts');
    const { fixture } = await import('../../transport/fixture/transport.ts');
    const target = loadFixture(text);
    return { origin: new URL(target.target ?? 'https://fixture.example').origin, transport: fixture(target), file: text, loopback: true };
  }
  refuseFile(text);
  const { parseTarget } = await import('../../transport/live/target.ts');
  const { live } = await import('../../transport/live/live.ts');
  const { heeding } = await import('../../run/opt-out.ts');
  const { origin, private: isPrivate } = parseTarget(text);
  const transport = heeding(live({ target: new URL(origin), private: isPrivate }), { origin, file: false });
  return { origin, transport, loopback: isLoopback(origin) };
}
