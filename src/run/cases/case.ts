// One case of a rule: a target, and what the rule must say of it. Runs it in process; pack test and pack mutate share it.
import { AxproofError } from '../../contract/errors.ts';
import type { Case, Check, FixtureTarget } from '../../contract/generated/types.ts';
import { CONTRADICTED } from '../../contract/grades.ts';
import { jcs } from '../../json/jcs.ts';
import type { CompiledRule, LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { RunJudgement } from '../../record/recording.ts';
import { fixtureOrigin } from '../../transport/fixture/routes.ts';
import { fixture } from '../../transport/fixture/transport.ts';
import { exploreTarget } from '../run.ts';
import { type Resting, withProbes } from './resting.ts';

const SEED = 1;

/** What a case came to: the check of its rule, the verdict that it is part of, and what was asked. */
export interface CaseVerdict extends RunJudgement {
  check: Check;
}

/** Whether a case speaks of every rule, or of what no rule asks for. */
export const speaksOfAll = ({ expect: { grade, next, unasked } }: Case): boolean =>
  grade !== undefined || next !== undefined || unasked !== undefined;

/** Rules that a case speaks of. A grade is made by all of them, and what an honesty rule finds untrue takes the pass of a scored one away. */
export function spokenOf({ rules }: LoadedPack, rule: string, { expect }: Case): readonly CompiledRule[] {
  if (expect.grade !== undefined || expect.next !== undefined) return rules;
  const withCaps = expect.verdict === 'pass' || expect.reason === CONTRADICTED;
  return rules.filter(({ rule: { id, cap } }) => id === rule || (withCaps && cap !== undefined));
}

/** The pack with the probes alone that the rules of the case rest on; the whole pack where it speaks of all. */
export const partOfCase = (pack: LoadedPack, resting: Resting, rule: string, one: Case): LoadedPack =>
  speaksOfAll(one) ? pack : withProbes(pack, resting.needed(spokenOf(pack, rule, one).map(({ rule: { id } }) => id)));

/** A finished run of a case in process: all of the pack is asked, and these rules are judged. target: what the case is laid over its base to. */
export function interpretCase(
  pack: LoadedPack,
  rules: readonly CompiledRule[],
  one: Case,
  target: FixtureTarget,
): ReturnType<typeof exploreTarget> {
  // A target that was written for the case has nothing against being written to.
  const input = { target: fixtureOrigin(target), seed: one.seed ?? SEED, consent: { by: 'operator' } } as const;
  return exploreTarget(pack, input, { transport: fixture(target), rules });
}

export function checkOf(judged: RunJudgement, rule: string): CaseVerdict {
  const check = judged.verdict.checks.find((c) => c.id === rule);
  if (!check) throw new AxproofError('bad-fixture', `the pack has no rule ${rule}`);
  return { check, ...judged };
}

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : jcs(value));

/** Something of an expectation that does not hold, and its place within the expectation. */
export interface Mismatch {
  place: (string | number)[];
  text: string;
}

function worth({ expect }: Case, { check, verdict }: CaseVerdict): Mismatch[] {
  const rows: [name: string, wanted: unknown, got: unknown][] = [
    ['points', expect.points, check.points],
    ['cap', expect.cap, verdict.caps.find((cap) => cap.check === check.id)?.grade ?? null],
    ['grade', expect.grade, verdict.grade],
    ['next', expect.next, verdict.next],
  ];
  return rows
    .filter(([, wanted, got]) => wanted !== undefined && valueText(wanted) !== valueText(got))
    .map(([name, wanted, got]) => ({ place: [name], text: `expected ${name} ${valueText(wanted)}, got ${valueText(got)}` }));
}

/** Findings by code, those that a report counts and does not list among them. */
function countsOf({ findings }: Check): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code, more = 0 } of findings) counts.set(code, (counts.get(code) ?? 0) + 1 + more);
  return counts;
}

/** What of a case's expectation does not hold; empty when all of it does. */
export function mismatches(one: Case, came: CaseVerdict): Mismatch[] {
  const { check } = came;
  const { verdict, reason, text, findings = [], counts = {}, noFindings = [] } = one.expect;
  const counted = countsOf(check);
  const codes = new Set(counted.keys());
  const out: Mismatch[] = [];
  const say = (text: string, ...place: (string | number)[]): number => out.push({ place, text });
  const got = `got ${check.verdict} (${check.reason.code}): ${check.reason.text}`;
  if (check.verdict !== verdict) say(`expected ${verdict} (${reason}), ${got}`, 'verdict');
  else if (check.reason.code !== reason) say(`expected ${verdict} (${reason}), ${got}`, 'reason');
  if (text !== undefined && !check.reason.text.includes(text))
    say(`expected the reason to say "${text}", got "${check.reason.text}"`, 'text');
  for (const [i, code] of findings.entries())
    if (!codes.has(code)) say(`expected a finding ${code}, got ${[...codes].join(', ') || 'none'}`, 'findings', i);
  for (const [code, count] of Object.entries(counts)) {
    const found = counted.get(code) ?? 0;
    if (found !== count) say(`expected ${count} findings ${code}, got ${found}`, 'counts', code);
  }
  for (const [i, code] of noFindings.entries()) if (codes.has(code)) say(`expected no finding ${code}`, 'noFindings', i);
  return [...out, ...worth(one, came)];
}

/** Reasons of a rule that no case shows; the words for what is left out of its coverage are none. */
export const unshown = (pack: LoadedPack, rule: string, cases: readonly Case[]): string[] => {
  const shownCodes = new Set(
    cases.flatMap(({ expect: { reason, findings = [], counts = {} } }) => [
      reason,
      ...findings,
      ...Object.keys(counts).filter((code) => counts[code] !== 0),
    ]),
  );
  const { reasons = {}, coverage = [] } = pack.document.rules.find((r) => r.id === rule) ?? {};
  const words = new Set(coverage.flatMap(({ notAskable = [], untold = [] }) => [...notAskable, ...untold].map(({ because }) => because)));
  return Object.keys(reasons).filter((code) => !shownCodes.has(code) && !words.has(code));
};
