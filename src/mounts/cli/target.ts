// What a target on the command line is: a fixture file (no sockets), or an origin on the network.
import { existsSync } from 'node:fs';
import { otherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Evidence } from '../../contract/generated/types.ts';
import type { Transport } from '../../contract/transport.ts';
import { readText } from './files.ts';

export interface OpenTarget {
  origin: string;
  transport: Transport;
  /** The answers come from a recording. */
  recorded?: boolean;
  /** What the recorded run was given. */
  given?: Pick<Evidence, 'env' | 'row' | 'consent'>;
  /** The engine that judged the recording, where it is not this one. */
  engine?: string;
  /** Nothing that is sent leaves this machine: a loopback address, or a fixture without sockets. */
  loopback?: boolean;
}

const isFixture = (text: string): boolean => /\.ya?ml$/i.test(text) && existsSync(text);

/** By its name or number alone: other names may lead anywhere. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

async function recording(file: string): Promise<OpenTarget> {
  let report: { evidence?: Evidence; verdict?: { engine?: unknown } };
  try {
    report = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    throw new AxproofError('bad-report', `${file} is not JSON`);
  }
  const { evidence } = report;
  if (!evidence?.exchanges || typeof evidence.target !== 'string') throw new AxproofError('bad-report', `${file} holds no evidence`);
  const { replay } = await import('../../transport/replay.ts');
  const { env, row, consent } = evidence;
  const given = { ...(env ? { env } : {}), ...(row ? { row } : {}), ...(consent ? { consent } : {}) };
  const engine = otherEngine(report.verdict?.engine);
  return { origin: evidence.target, transport: replay(evidence), recorded: true, given, ...(engine === undefined ? {} : { engine }) };
}

export async function openTarget(text: string, options: { agent?: string; replay?: string }): Promise<OpenTarget> {
  if (options.replay !== undefined) return recording(options.replay);
  if (isFixture(text)) {
    const { loadFixture } = await import('../../transport/fixture/load.ts');
    const { fixture } = await import('../../transport/fixture/transport.ts');
    const target = loadFixture(text);
    return { origin: new URL(target.target ?? 'https://fixture.example').origin, transport: fixture(target), loopback: true };
  }
  const { parseTarget } = await import('../../transport/live/target.ts');
  const { live } = await import('../../transport/live/live.ts');
  const { heeding } = await import('../../run/opt-out.ts');
  const { origin, private: isPrivate } = parseTarget(text);
  const transport = heeding(live({ target: new URL(origin), private: isPrivate }), { origin, file: false });
  return { origin, transport, loopback: isLoopback(origin) };
}
