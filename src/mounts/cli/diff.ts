// axproof diff: what changed between two reports of one target, and whether the target or the rules changed it.
import { type Change, compare, type Outcome } from '../../compare.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { openBelieved, type TrustOptions } from './believed.ts';
import type { Io } from './io.ts';
import { judgeAgain } from './judged-again.ts';

export interface DiffOptions extends TrustOptions {
  packA?: string;
  packB?: string;
  json?: boolean;
}

function told(one: Outcome | undefined): string {
  if (!one) return 'no such check';
  const worth = one.outOf === undefined ? `cap ${one.cap}` : `${one.points} of ${one.outOf}`;
  return `${one.verdict}, ${worth} (${one.reason.code}): ${one.reason.text}`;
}

function lines(change: Change): string {
  return `${change.id}: ${change.causes.join(', and ')}\n  was ${told(change.before)}\n  is  ${told(change.after)}\n`;
}

export async function diff(a: string, b: string, options: DiffOptions, io: Io): Promise<number> {
  const [before, after] = [(await openBelieved(a, options, io)).report, (await openBelieved(b, options, io)).report];
  if (before.verdict.target !== after.verdict.target) {
    throw new AxproofError('target-mismatch', `${a} is about ${quote(before.verdict.target)}, ${b} about ${quote(after.verdict.target)}`);
  }
  const changes = await compare(
    { report: before, pack: await judgeAgain(before, options.packA) },
    { report: after, pack: await judgeAgain(after, options.packB) },
  );
  if (before.verdict.seed !== after.verdict.seed)
    io.err('axproof: the reports have different seeds: of what is sampled they saw other parts, which may make a difference by itself\n');
  if (options.json) io.out(`${JSON.stringify(changes, null, 2)}\n`);
  else {
    for (const change of changes) io.out(lines(change));
    const [was, is] = [before.verdict, after.verdict];
    io.out(
      `grade ${was.grade} (${was.score.points} of ${was.score.outOf}) -> ${is.grade} (${is.score.points} of ${is.score.outOf}); ${changes.length} checks changed\n`,
    );
  }
  return changes.length === 0 ? EXIT.ok : EXIT.failed;
}
