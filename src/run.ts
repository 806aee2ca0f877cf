// Wires the rooms: run(pack, target, seed, transport) -> report. The only place that knows them all; it has no clock of its own.
import type { Check, VerificationReport } from './contract/generated/types.ts';
import type { Transport } from './contract/transport.ts';
import { drive } from './drive.ts';
import { Interpreter } from './engine/interpreter.ts';
import type { LoadedPack } from './pack/loaded-pack.ts';
import { buildReport } from './report/build.ts';

export interface RunOptions {
  pack: LoadedPack;
  /** Origin: scheme, host and port only. */
  target: string;
  /** 0 … 2^53−1. */
  seed: number;
  seedOrigin: 'fresh' | 'caller';
  transport: Transport;
  /** When the report is issued, RFC 3339. */
  now(): string;
  /** Version of axproof. */
  version: string;
  agent?: string;
  deadline?: number;
  signal?: AbortSignal;
  recorded?: boolean;
  onCheck?(check: Check): void;
}

/** Rejects with AxproofError 'unreachable' when there is nothing to grade, and with the signal's reason when it was aborted. */
export async function run(options: RunOptions): Promise<VerificationReport> {
  const { pack, target, seed, transport, agent } = options;
  const interpreter = new Interpreter({
    pack,
    target,
    seed,
    registrable: (host) => transport.registrable(host),
    ...(agent === undefined ? {} : { agent }),
  });
  await drive(interpreter, options);
  const verdict = interpreter.verdict();
  const issued = {
    at: options.now(),
    by: 'axproof',
    version: options.version,
    mode: 'advisory-local',
    seedOrigin: options.seedOrigin,
  } as const;
  return buildReport({ verdict, evidence: interpreter.evidence(), issued });
}
