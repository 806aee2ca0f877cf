// Runs of a pack of one rule, for tests of what is asked and what comes of it.
import type { Assertion, Pack, Probes } from '../../src/contract/generated/types.ts';
import { runNonce } from '../../src/engine/probe/chance.ts';
import { judged, ORIGIN, pack, rule, type Table } from './world.ts';

/** Asserts that something is there. */
export const exists = (select: string): Assertion[] => [{ select, else: 'no' }];
const reasons = { pass: 'good', no: '{{ $.finding.message }}' };
export const one = (assert: Assertion[]) => rule('one', { assert, reasons });
const urls = (log: string[]): string[] => log.map((l) => l.replace(` ${ORIGIN}`, ' ')).filter((l) => !l.includes(runNonce(1)));

/** What the pack of these tests takes for a challenge. */
export const CHALLENGES: Pack['challenges'] = [
  { status: [403], headers: { 'x-wall': '^up$' } },
  { status: [403, 503], body: ['prove that you are human'] },
];

/** Runs a pack of one rule; urls are the requests without the control's. */
export async function run(probes: Probes, assert: Assertion[], table: Table, options: Parameters<typeof judged>[2] = {}) {
  const result = await judged(pack(probes, [one(assert)], { challenges: CHALLENGES }), table, options);
  return { ...result, check: result.verdict.checks[0]!, urls: urls(result.log) };
}
