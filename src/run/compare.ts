// Two reports of one target: which checks changed, and whether the target or the rules changed them.
import type { Check, Report } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { rejudge } from './rejudge.ts';

export type Cause = 'the target changed' | 'the rules changed';

export type Outcome = Pick<Check, 'verdict' | 'reason' | 'points' | 'outOf' | 'cap'>;

export interface Change {
  id: string;
  /** undefined: the pack of that report has no such check. */
  before?: Outcome;
  after?: Outcome;
  causes: Cause[];
}

export interface Side {
  report: Report;
  pack: LoadedPack;
}

type Told = Map<string, Check>;
const byId = (checks: readonly Check[]): Told => new Map(checks.map((c) => [c.id, c]));

/** What makes two results of a check the same: verdict, worth, reason and what was found; texts quote URLs, which may differ. */
const result = (check: Check | undefined): string =>
  check
    ? JSON.stringify([[check.verdict, check.outOf, check.cap, check.reason.code], check.findings.map((f) => [f.code, f.place, f.keyword])])
    : '';

function outcome(check: Check | undefined): Outcome | undefined {
  if (!check) return undefined;
  const { verdict, reason, points, outOf, cap } = check;
  return { verdict, reason, ...(points === undefined ? {} : { points, outOf }), ...(cap === undefined ? {} : { cap }) } as Outcome;
}

const judged = async (pack: LoadedPack, { report }: Side): Promise<Told> =>
  byId((await rejudge(pack, report.evidence, report.verdict.seed)).verdict.checks);

/** One check under both rules on both answers. */
interface Square {
  before: Check | undefined;
  after: Check | undefined;
  newRulesOldTarget: Check | undefined;
  oldRulesNewTarget: Check | undefined;
}

function causes({ before, after, newRulesOldTarget, oldRulesNewTarget }: Square): Cause[] {
  const was = result(before);
  const rules = result(newRulesOldTarget) !== was;
  // The old rules may ask for what the new ones never asked: that they see nothing then says nothing of the target.
  const blind = oldRulesNewTarget?.verdict === 'inconclusive' && result(oldRulesNewTarget) !== result(after);
  const target = blind ? !rules : result(oldRulesNewTarget) !== was;
  // Where neither alone makes the difference, both together do.
  const both = !rules && !target;
  return [...(target || both ? (['the target changed'] as const) : []), ...(rules || both ? (['the rules changed'] as const) : [])];
}

/** Each evidence judged with each pack tells the two causes apart: other rules on the same answers, or other answers to the same rules. */
export async function compare(a: Side, b: Side): Promise<Change[]> {
  const [before, after] = [byId(a.report.verdict.checks), byId(b.report.verdict.checks)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => result(before.get(id)) !== result(after.get(id)));
  const sameRules = a.pack.digest === b.pack.digest;
  const newRulesOldTarget = sameRules ? before : await judged(b.pack, a);
  const oldRulesNewTarget = sameRules ? after : await judged(a.pack, b);
  return changed.map((id): Change => {
    const square = {
      before: before.get(id),
      after: after.get(id),
      newRulesOldTarget: newRulesOldTarget.get(id),
      oldRulesNewTarget: oldRulesNewTarget.get(id),
    };
    const [was, is] = [outcome(square.before), outcome(square.after)];
    return { id, causes: causes(square), ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) };
  });
}
