// Two reports of one target: which checks changed, and whether the target or the rules changed them.
import type { Check, VerificationReport } from './contract/generated/types.ts';
import type { LoadedPack } from './pack/loaded-pack.ts';
import { rejudge } from './rejudge.ts';

export type Cause = 'the target changed' | 'the rules changed';

export interface Change {
  id: string;
  /** undefined: the pack of that report has no such check. */
  before?: Pick<Check, 'verdict' | 'reason'>;
  after?: Pick<Check, 'verdict' | 'reason'>;
  causes: Cause[];
}

export interface Side {
  report: VerificationReport;
  pack: LoadedPack;
}

type Told = Map<string, Check>;
const byId = (checks: readonly Check[]): Told => new Map(checks.map((c) => [c.id, c]));

/** What makes two results of a check the same: verdict, reason and what was found; texts quote URLs, which may differ. */
const result = (check: Check | undefined): string =>
  check ? JSON.stringify([check.verdict, check.reason.code, check.findings.map((f) => [f.code, f.place, f.keyword])]) : '';

const brief = (check: Check | undefined): Pick<Check, 'verdict' | 'reason'> | undefined =>
  check && { verdict: check.verdict, reason: check.reason };

const judged = async (pack: LoadedPack, { report }: Side): Promise<Told> =>
  byId((await rejudge(pack, report.evidence, report.verdict.seed)).verdict.checks);

/** Each evidence judged with each pack tells the two causes apart: other rules on the same answers, or other answers to the same rules. */
export async function compare(a: Side, b: Side): Promise<Change[]> {
  const [before, after] = [byId(a.report.verdict.checks), byId(b.report.verdict.checks)];
  const sameRules = a.pack.digest === b.pack.digest;
  const newRulesOldTarget = sameRules ? before : await judged(b.pack, a);
  const oldRulesNewTarget = sameRules ? after : await judged(a.pack, b);
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids
    .filter((id) => result(before.get(id)) !== result(after.get(id)))
    .map((id): Change => {
      const rules = result(newRulesOldTarget.get(id)) !== result(before.get(id));
      const target = result(oldRulesNewTarget.get(id)) !== result(before.get(id));
      const causes: Cause[] = [...(target ? (['the target changed'] as const) : []), ...(rules ? (['the rules changed'] as const) : [])];
      const [was, is] = [brief(before.get(id)), brief(after.get(id))];
      // Both together may matter where neither does alone: then the rules asked for what the older answers do not hold.
      return {
        id,
        causes: causes.length > 0 ? causes : ['the rules changed'],
        ...(was ? { before: was } : {}),
        ...(is ? { after: is } : {}),
      };
    });
}
