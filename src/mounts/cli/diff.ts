// axproof diff: what changed between two reports or two targets, and what made the difference.
import { countOf } from '../../contract/count-of.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { bundledPack } from '../../run/bundled.ts';
import { type Cause, type CheckChange, type CheckOutcome, type ComparedReport, compare } from '../../run/compare.ts';
import { gradedSide, isTarget, reportSide, type SideOptions } from './diff-side.ts';
import type { Io } from './io.ts';
import { optionName, refuseLongRun } from './remote/remote-options.ts';
import { resultWords } from './result-words.ts';

export interface DiffOptions extends SideOptions {
  json?: boolean;
}

const SAMPLE: Cause = 'the sample differs';

function outcomeText(one: CheckOutcome | undefined): string {
  if (!one) return 'no such check';
  const worth = one.outOf === undefined ? `cap ${one.cap}` : `${one.points} of ${one.outOf}`;
  return `${one.verdict}, ${worth} (${one.reason.code}): ${one.reason.text}`;
}

function lines(change: CheckChange): string {
  return `${change.id}: ${change.causes.join(', and ')}\n  was ${outcomeText(change.before)}\n  is  ${outcomeText(change.after)}\n`;
}

function results(before: Report, after: Report): string {
  const [was, is] = [before.verdict, after.verdict];
  if (before.kind !== 'VerificationReport' || after.kind !== 'VerificationReport') return `${resultWords(before)} -> ${resultWords(after)}`;
  return `grade ${was.grade} (${was.score.points} of ${was.score.outOf}) -> ${is.grade} (${is.score.points} of ${is.score.outOf})`;
}

function summary(before: Report, after: Report, changes: readonly CheckChange[]): string {
  const [was, is] = [before.verdict, after.verdict];
  return [
    was.target === is.target ? '' : `${was.target} -> ${is.target}: `,
    results(before, after),
    was.seed === is.seed ? '' : `; another sample (seeds ${was.seed} and ${is.seed})`,
    `; ${countOf(changes.length, 'check')} changed\n`,
  ].join('');
}

/** The pack by which a target is graded beside a report: that report's own. */
function packOfOther(other: ComparedReport | undefined): string | undefined {
  const name = other?.report.verdict.pack.name;
  return name !== undefined && bundledPack(name) !== undefined ? name : undefined;
}

function refuseUseless(targets: number, options: DiffOptions): void {
  const others = targets > 0 ? (['jwks', 'trust', 'maxAge'] as const) : (['seed', 'userAgent', 'timeout'] as const);
  const useless = others.find((name) => options[name] !== undefined);
  if (useless === undefined) return;
  throw new AxproofError(
    'bad-usage',
    targets > 0
      ? '--jwks, --trust and --max-age are for reports: what is graded here is signed by nobody'
      : `${optionName(useless)} is for targets that are graded now; two reports are compared as they are`,
  );
}

/** Reports first: a target beside one is graded with its seed and pack. */
async function openSides(a: string, b: string, options: DiffOptions, io: Io): Promise<[ComparedReport, ComparedReport]> {
  refuseLongRun(options.timeout);
  const [graded, packs] = [[isTarget(a), isTarget(b)] as const, [options.packA, options.packB] as const];
  refuseUseless(graded.filter(Boolean).length, options);
  const reported = [
    graded[0] ? undefined : await reportSide(a, packs[0], options, io),
    graded[1] ? undefined : await reportSide(b, packs[1], options, io),
  ] as const;
  const other = reported[0] ?? reported[1];
  const seed = options.seed ?? other?.report.verdict.seed ?? io.freshSeed();
  const grade = (target: string, pack: string | undefined): Promise<ComparedReport> =>
    gradedSide(target, { ...options, seed, pack: pack ?? options.pack ?? packOfOther(other) }, io);
  return [reported[0] ?? (await grade(a, packs[0])), reported[1] ?? (await grade(b, packs[1]))];
}

/** Ratified once and not the other time: no check changed, and the answer of the gate did. */
const otherAnswer = (before: Report, after: Report): boolean =>
  before.kind === 'PinnedVerificationReport' &&
  after.kind === 'PinnedVerificationReport' &&
  before.verdict.ratified !== after.verdict.ratified;

export async function diff(a: string, b: string, options: DiffOptions, io: Io): Promise<number> {
  const [before, after] = await openSides(a, b, options, io);
  const changes = await compare(before, after);
  if (options.json) io.out(`${JSON.stringify(changes, null, 2)}\n`);
  else {
    for (const change of changes) io.out(lines(change));
    io.out(summary(before.report, after.report, changes));
  }
  const otherwise = changes.some(({ causes }) => causes.some((cause) => cause !== SAMPLE));
  return otherwise || otherAnswer(before.report, after.report) ? EXIT.failed : EXIT.ok;
}
