// What a report comes down to, in a few words on one line: a grade, or the gate's answer and the digest that it is about.
import type { Report } from '../../contract/generated/types.ts';
import { gateWords } from '../../report/gate-words.ts';

export function resultWords(report: Report): string {
  const { grade, score, pack } = report.verdict;
  if (report.kind === 'VerificationReport') return `grade ${grade}, ${score.points} of ${score.outOf}`;
  const { word, ratified } = gateWords(report);
  return `${word} at ${pack.digest}, ${ratified}`;
}
