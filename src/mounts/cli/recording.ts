// Reads a recorded run: what answers in place of a target, and what the run had been asked for.
import { otherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Evidence, Issued, Verdict } from '../../contract/generated/types.ts';
import { parsedJson } from '../../contract/json.ts';
import { isSeed } from '../../contract/seed.ts';
import type { Transport } from '../../contract/transport.ts';
import { readText } from './files.ts';

/** A recorded run: what answers, and what it had been asked for. */
export interface RecordedRun {
  origin: string;
  transport: Transport;
  seed: number;
  seedOrigin: Issued['seedOrigin'];
  /** The User-Agent that it sent: requests are built again with it. */
  agent?: string;
  pack: string;
  given: Pick<Evidence, 'env' | 'row' | 'consent'>;
  /** The engine that judged it, where it is not this one. */
  engine?: string;
}

type Loose<T> = { [K in keyof T]?: unknown };
type LooseReport = { evidence?: Evidence; verdict?: Loose<Verdict> & { pack?: { name?: unknown } }; issued?: Loose<Issued> };

/** Read loosely, so that reports of other engines answer too; what is used of it is looked at. */
export async function openRecording(file: string): Promise<RecordedRun> {
  const report: unknown = parsedJson(readText(file));
  if (report === undefined) throw new AxproofError('bad-report', `${file} is not JSON`);
  const { evidence, verdict, issued } = (report ?? {}) as LooseReport;
  if (!Array.isArray(evidence?.exchanges) || typeof evidence.target !== 'string' || !evidence.sites)
    throw new AxproofError('bad-report', `${file} holds no evidence`);
  const { seed, pack } = verdict ?? {};
  if (!isSeed(seed) || typeof pack?.name !== 'string') throw new AxproofError('bad-report', `${file} does not say by which seed and pack`);
  const { replay } = await import('../../transport/replay.ts');
  const { env, row, consent } = evidence;
  return {
    origin: evidence.target,
    transport: replay(evidence),
    seed,
    seedOrigin: issued?.seedOrigin === 'fresh' ? 'fresh' : 'caller',
    pack: pack.name,
    given: { env, row, consent },
    agent: evidence.exchanges[0]?.request.headers['user-agent'],
    engine: otherEngine(verdict?.engine),
  };
}
