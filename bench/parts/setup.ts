// What the benchmarks share: the default pack, a fixture target over a socket, and one grade of it in this process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSource } from '../../scripts/build/packs.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import type { Transport } from '../../src/contract/transport.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { run } from '../../src/run/run.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(ROOT, 'dist/axproof.js');
export const targetFile = (name: string): string => join(ROOT, 'fixtures/targets', `${name}.yaml`);

export function defaultPack(): LoadedPack {
  const { default: name } = JSON.parse(readFileSync(join(ROOT, 'rules/bundle.json'), 'utf8')) as { default: string };
  return openSource(ROOT, name);
}

export function gradeOnce(pack: LoadedPack, target: string, transport: Transport, recorded = false): Promise<VerificationReport> {
  return run({ pack, target, seed: 7, seedOrigin: 'caller', transport, now: () => '2026-01-01T00:00:00.000Z', recorded });
}
