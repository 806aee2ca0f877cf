// Results as TAP 14: one line a check, a subtest a result where there are several. It prints nothing that a parser could take for another line.
import { stringify } from 'yaml';
import { visible } from '../contract/quote.ts';
import { called, findingLine, headline, outcomes } from './outcomes.ts';
import type { Result, ResultLine } from './result.ts';

/** A description: the hash would begin a directive. */
const escaped = (text: string): string => visible(text).replace(/[\\#]/g, '\\$&');

const indented = (lines: readonly string[], by: number): string[] => lines.map((line) => (line === '' ? line : `${' '.repeat(by)}${line}`));

function diagnostics(line: ResultLine): string[] {
  const { verdict, reason, findings, fix, known, check, coverage } = line;
  const block = {
    verdict,
    reason: { code: visible(reason.code), text: visible(reason.text) },
    ...(check?.cap === undefined ? {} : { cap: check.cap }),
    ...(check?.outOf === undefined ? {} : { points: `${check.points ?? 0}/${check.outOf}` }),
    ...(coverage === undefined ? {} : { coverage: visible(coverage) }),
    ...(known ? { known: true } : {}),
    ...(findings.length > 0 ? { findings: findings.map((finding) => `${finding.level}: ${findingLine(finding)}`) } : {}),
    ...(fix ? { fix: visible(fix.trim(), '\n') } : {}),
  };
  // No text takes lines of its own: one that begins with :: would be a command to a CI runner.
  const text = stringify(block, { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY })
    .trimEnd()
    .replaceAll('##[', '#\\u0023[');
  return indented(['---', ...text.split('\n'), '...'], 2);
}

function point(line: ResultLine, number: number): string[] {
  const { id, title, verdict, reason, coverage } = line;
  const ok = verdict === 'pass' || verdict === 'not-applicable' ? 'ok' : 'not ok';
  const skip = verdict === 'not-applicable' ? ` # SKIP ${escaped(reason.text)}` : '';
  const told = ok !== 'ok' ? diagnostics(line) : coverage === undefined ? [] : [`# ${escaped(coverage)}`];
  return [`${ok} ${number} - ${escaped(`${id}: ${title}`)}${skip}`, ...told];
}

function points(result: Result): string[] {
  const lines = outcomes(result);
  return [...lines.flatMap((line, i) => point(line, i + 1)), `1..${lines.length}`];
}

const holds = (result: Result): boolean => outcomes(result).every(({ verdict }) => verdict === 'pass' || verdict === 'not-applicable');

function subtest(result: Result, number: number): string[] {
  const name = escaped(called(result));
  return [
    `# Subtest: ${name}`,
    ...indented(points(result), 4),
    `${holds(result) ? 'ok' : 'not ok'} ${number} - ${name}: ${escaped(headline(result))}`,
  ];
}

export function tap(results: readonly Result[]): string {
  const [only] = results;
  const body =
    results.length === 0
      ? ['1..0 # SKIP there are no results']
      : results.length === 1
        ? [`# ${escaped(called(only!))}: ${escaped(headline(only!))}`, ...points(only!)]
        : [...results.flatMap((result, i) => subtest(result, i + 1)), `1..${results.length}`];
  return `${['TAP version 14', ...body].join('\n')}\n`;
}
