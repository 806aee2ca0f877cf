// axproof diff: what changed between two reports of one target, and whether the target or the rules changed it.

import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { type Change, compare, type Outcome } from '../../run/compare.ts';
import { openBelieved, type TrustOptions } from './believed.ts';
import type { Io } from './io.ts';
import { judgeAgain } from './judged-again.ts';
import { resultWords } from './result-words.ts';

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

function summary(before: Report, after: Report): string {
  const [was, is] = [before.verdict, after.verdict];
  if (before.kind !== 'VerificationReport' || after.kind !== 'VerificationReport') return `${resultWords(before)} -> ${resultWords(after)}`;
  return `grade ${was.grade} (${was.score.points} of ${was.score.outOf}) -> ${is.grade} (${is.score.points} of ${is.score.outOf})`;
}

/** What a gate's report says beside its checks. */
const answerOf = (report: Report): unknown =>
  report.kind === 'PinnedVerificationReport' ? [report.verdict.ratified, report.passed] : null;

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
    io.out(`${summary(before, after)}; ${changes.length} checks changed\n`);
  }
  // Ratified once and not the other time: no check changed, and the answer of the gate may have.
  const sameAnswer = JSON.stringify(answerOf(before)) === JSON.stringify(answerOf(after));
  return changes.length === 0 && sameAnswer ? EXIT.ok : EXIT.failed;
}
