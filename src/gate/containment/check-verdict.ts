// Whether a verdict of a contained judge is one of exactly its run: target, seed, engine and pack, the rules of the pack, sums, and checks as they were told. It judges no rule.
import { AxproofError } from '../../contract/errors.ts';
import type { Check, Pack, Verdict } from '../../contract/generated/types.ts';
import { ENGINE } from '../../contract/limits.ts';
import { jcs } from '../../json/jcs.ts';
import type { JudgeInput } from '../../record/step.ts';

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge ${what}`);

export interface KnownPack {
  document: Pack;
  digest: string;
}

/** Sums, ids and order of the checks, and that none of them is another than was told as it settled. */
function checkChecks({ checks, score, conclusive }: Verdict, pack: Pack, told: ReadonlyMap<string, Check>): void {
  const ids = pack.rules.map((rule) => rule.id).sort();
  if (jcs(checks.map((c) => c.id).sort()) !== jcs(ids)) throw lie('gives a verdict about other rules');
  for (const check of checks) {
    const before = told.get(check.id);
    if (before && jcs(before) !== jcs(check)) throw lie('changes what it said of a rule');
  }
  const sum = (member: 'points' | 'outOf'): number => checks.reduce((all, c) => all + (c[member] ?? 0), 0);
  if (score.points !== sum('points') || score.outOf !== sum('outOf')) throw lie('gives a score that is no sum of its checks');
  if (conclusive !== checks.every((c) => c.verdict !== 'inconclusive')) throw lie('calls its verdict what it is not');
}

/** told: checks as they settled. Throws containment-failed where anything differs from what the parent knows of the run. */
export function checkVerdict(
  verdict: Verdict,
  { document, digest }: KnownPack,
  { target, seed }: JudgeInput,
  told: ReadonlyMap<string, Check>,
): void {
  const { name, version } = document;
  const known = { target, seed, engine: ENGINE, pack: { name, version, digest } };
  for (const [member, value] of Object.entries(known))
    if (jcs(verdict[member as keyof typeof known]) !== jcs(value)) throw lie(`gives a verdict about another ${member}`);
  checkChecks(verdict, document, told);
}
