// What a migrated pack says of evidence that the old one judged: the checks of a recorded report that come out otherwise. It sends nothing.
import { AxproofError } from '../../contract/errors.ts';
import type { Check, Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { pinnedVerdict } from '../../engine/pinned.ts';
import type { LoadedPack } from '../../pack/loaded-pack.ts';
import { rejudge } from '../../rejudge.ts';
import { openReport } from './report-file.ts';

const said = (check: Check | undefined): string =>
  check ? `${quote(check.verdict, 20)} (${quote(check.reason.code, 60)}): ${quote(check.reason.text, 300)}` : 'no such check';

const same = (a: Check | undefined, b: Check | undefined): boolean => a?.verdict === b?.verdict && a?.reason.code === b?.reason.code;

async function summary(report: Report, pack: LoadedPack): Promise<{ checks: readonly Check[]; words: string }> {
  const { verdict } = report;
  const { verdict: again } = await rejudge(pack, report.evidence, verdict.seed);
  const grades = `grade ${quote(verdict.grade, 4)} -> ${again.grade}`;
  if (report.kind !== 'PinnedVerificationReport') return { checks: again.checks, words: grades };
  // Whether the digest was ratified is taken as it was: the new one still has to be.
  const { passed } = pinnedVerdict(again, report.verdict.ratified);
  return { checks: again.checks, words: `passed ${report.passed} -> ${passed}, ${grades}` };
}

/** The lines of one report. digest: that of the old pack, which the report has to be of. */
export async function judgedOtherwise(file: string, pack: LoadedPack, digest: string): Promise<string> {
  const { report } = openReport(file);
  const made = report.verdict.pack.digest;
  if (made !== digest) throw new AxproofError('other-pack', `${file} was made with ${quote(made, 80)}; the pack to migrate is ${digest}`);
  const { checks, words } = await summary(report, pack);
  const [before, after] = [report.verdict.checks, checks].map((list) => new Map(list.map((one) => [one.id, one]))) as [
    Map<string, Check>,
    Map<string, Check>,
  ];
  const differ = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !same(before.get(id), after.get(id)));
  const lines = differ.map((id) => `  ${quote(id, 80)}\n    was ${said(before.get(id))}\n    is  ${said(after.get(id))}\n`);
  return `${quote(file)}: ${words}; ${differ.length} checks come out otherwise\n${lines.join('')}`;
}
