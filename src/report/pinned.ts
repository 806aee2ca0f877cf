// The one word of the gate: a verdict about a pinned spec. It judges nothing anew; whether the digest was ratified is handed in.
import type { PinnedVerdict, RuleVerdict, Verdict } from '../contract/generated/types.ts';

/** A check that does not apply is decided by its rule's own `when`, and by nothing else. */
const HOLDS: ReadonlySet<RuleVerdict> = new Set<RuleVerdict>(['pass', 'not-applicable']);

/** Whether everything holds and something was proved: checks that all do not apply prove nothing. */
function accepted({ checks, conclusive }: Verdict): boolean {
  return conclusive && checks.every((c) => HOLDS.has(c.verdict)) && checks.some((c) => c.verdict === 'pass');
}

/** Member by member: whatever else a verdict carries, such as an answer of its own, does not come through. */
export function pinnedVerdict(verdict: Verdict, ratified: boolean): PinnedVerdict {
  const { target, seed, engine, pack, grade, score, conclusive, caps, checks, next } = verdict;
  const passed = ratified && accepted(verdict);
  return { target, seed, engine, pack, spec: { ...pack }, ratified, passed, grade, score, conclusive, caps, checks, next };
}
