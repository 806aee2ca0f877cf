// Results as workflow commands of GitHub Actions: an annotation for whatever fails or was not seen. Every line is one command of ours.
import { visible } from '../contract/quote.ts';
import { called, count, findingLine, headline, outcomes, RUN } from './outcomes.ts';
import type { Result, ResultLine } from './result.ts';

type Level = 'error' | 'warning' | 'notice';

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Longer ones are cut by GitHub, in the middle of a sentence. */
const MOST = 3000;

const command = (level: Level, title: string, text: string): string => {
  const whole = visible(text, '\n');
  return `::${level} title=${property(visible(title))}::${data(whole.length > MOST ? `${visible(whole.slice(0, MOST), '\n')}…` : whole)}`;
};

/** What a baseline knows is told and not held against anybody. A run without a report is nothing to pass over. */
function level({ id, verdict, known }: ResultLine): Level | undefined {
  if (verdict !== 'fail' && verdict !== 'inconclusive') return undefined;
  if (id === RUN) return 'error';
  return known ? 'notice' : verdict === 'fail' ? 'error' : 'warning';
}

function annotation(line: ResultLine, result: Result): string[] {
  const tone = level(line);
  if (!tone) return [];
  const faults = line.findings.filter((finding) => finding.level === 'must').map((finding) => `- ${findingLine(finding)}`);
  const fix = line.check || !line.fix ? [] : [line.fix];
  const known = line.known ? ['The baseline knows it.'] : [];
  return [command(tone, `${line.id}: ${line.title}`, [`${result.target}: ${line.reason.text}`, ...known, ...faults, ...fix].join('\n'))];
}

/** How much of what is claimed was shown, a line a check. */
const coverages = (lines: readonly ResultLine[]): string[] =>
  lines.flatMap(({ id, coverage }) => (coverage === undefined ? [] : [`${id}: ${coverage}`]));

function annotations(result: Result): string[] {
  const lines = outcomes(result);
  const counts = `${count(lines, 'pass')} pass, ${count(lines, 'fail')} fail, ${count(lines, 'inconclusive')} not seen`;
  const passed = result.report?.kind === 'PinnedVerificationReport' && result.report.passed;
  const head = result.error
    ? []
    : [
        command(
          'notice',
          passed ? 'Passed' : 'axproof',
          [`${called(result)}: ${headline(result)} (${counts})`, ...coverages(lines)].join('\n'),
        ),
      ];
  return [...head, ...lines.flatMap((line) => annotation(line, result))];
}

export const github = (results: readonly Result[]): string =>
  results
    .flatMap(annotations)
    .map((line) => `${line}\n`)
    .join('');
