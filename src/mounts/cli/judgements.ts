// Compares two judgements of the same evidence, check by check. It sends nothing.
import type { Check, Evidence, Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { pinnedVerdict } from '../../report/pinned.ts';
import { rejudge } from '../../run/rejudge.ts';

export interface Judgement {
  checks: readonly Check[];
  grade: string;
  /** Of a report of the gate. */
  passed?: boolean;
  /** Requests that the evidence has no answer to. */
  unrecorded: number;
}

export function judgementOf(report: Report): Judgement {
  const { checks, grade } = report.verdict;
  return { checks, grade, passed: report.kind === 'PinnedVerificationReport' ? report.passed : undefined, unrecorded: 0 };
}

/** What another pack contradicts was not asked a second time: it is taken to come again. */
const withConfirmations = ({ exchanges, ...rest }: Evidence): Evidence => ({
  ...rest,
  exchanges: [...exchanges, ...exchanges.filter(({ fresh }) => fresh === undefined).map((one) => ({ ...one, fresh: 'again' }))],
});

export async function judgeBy(pack: LoadedPack, report: Report): Promise<Judgement> {
  const { verdict, evidence } = await rejudge(pack, withConfirmations(report.evidence), report.verdict.seed);
  const { checks, grade } = verdict;
  const late = new Set(report.evidence.unsent.filter(({ code }) => code === 'deadline').map(({ url }) => url));
  const unrecorded = new Set(evidence.unsent.filter(({ code, url }) => code === 'deadline' && !late.has(url)).map(({ url }) => url)).size;
  // Whether the digest was ratified is taken as it was: the new one still has to be.
  const passed = report.kind === 'PinnedVerificationReport' ? pinnedVerdict(verdict, report.verdict.ratified).passed : undefined;
  return { checks, grade, passed, unrecorded };
}

const checkText = (check: Check | undefined): string =>
  check ? `${quote(check.verdict, 20)} (${quote(check.reason.code, 60)}): ${quote(check.reason.text, 300)}` : 'no such check';

export interface CheckDifference {
  id: string;
  was: Check | undefined;
  is: Check | undefined;
}

export function differingChecks(was: Judgement, is: Judgement): CheckDifference[] {
  const [before, after] = [new Map(was.checks.map((one) => [one.id, one])), new Map(is.checks.map((one) => [one.id, one]))];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => ({ id, was: before.get(id), is: after.get(id) }))
    .filter(({ was: a, is: b }) => a?.verdict !== b?.verdict || a?.reason.code !== b?.reason.code);
}

export function differencesText(file: string, was: Judgement, is: Judgement): string {
  const differ = differingChecks(was, is);
  const grades = `grade ${quote(was.grade, 4)} -> ${quote(is.grade, 4)}`;
  const words = was.passed === undefined ? grades : `passed ${was.passed} -> ${is.passed}, ${grades}`;
  const lines = differ.map((one) => `  ${quote(one.id, 80)}\n    was ${checkText(one.was)}\n    is  ${checkText(one.is)}\n`);
  const open = is.unrecorded === 0 ? '' : `  ${is.unrecorded} requests have no answer in the evidence: what rests on them is unclear\n`;
  return `${quote(file)}: ${words}; ${differ.length} checks come out otherwise\n${lines.join('')}${open}`;
}
