// The lines of a result for test reporters: its checks, and one more for what no check says (the gate's word, or why there is no report).
// And a line as plain text, for those whose form has room for it: the target's words are made visible; escaping is the reporter's. It judges nothing anew.
import type { Finding, RuleVerdict } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import { coverageText } from './coverage-text.ts';
import { findingText, sentence } from './finding-text.ts';
import { fixOf } from './fix.ts';
import { gateWords } from './gate-words.ts';
import type { Result, ResultLine } from './result.ts';

/** Ids that no rule can have, so that they meet none. */
export const ACCEPTANCE = '(acceptance)';
export const RUN = '(run)';

function acceptance({ report }: Result): ResultLine[] {
  if (report?.kind !== 'PinnedVerificationReport') return [];
  const { checks, ratified } = report.verdict;
  const unseen = ratified && !checks.some((check) => check.verdict === 'fail') && checks.some((check) => check.verdict === 'inconclusive');
  const verdict = report.passed ? 'pass' : unseen ? 'inconclusive' : 'fail';
  const code = { pass: 'passed', inconclusive: 'not-seen', fail: ratified ? 'not-passed' : 'not-ratified' }[verdict];
  const text = gateWords(report).because.join(' ');
  return [{ id: ACCEPTANCE, title: 'The pinned spec is accepted', verdict, reason: { code, text }, findings: [] }];
}

export function outcomes(result: Result): readonly ResultLine[] {
  const { report, error, notes: told, document, known } = result;
  if (told) return told.lines;
  if (!report) {
    const { code, message, fix } = error ?? { code: 'internal', message: 'there is neither a report nor an error', fix: '' };
    return [{ id: RUN, title: 'The run ends with a report', verdict: 'inconclusive', reason: { code, text: message }, findings: [], fix }];
  }
  const rules = new Map(document?.rules.map((rule) => [rule.id, rule]));
  const checks = report.verdict.checks.map((check): ResultLine => {
    const { id, title, verdict, reason, findings } = check;
    const rule = rules.get(id);
    return {
      ...{ id, title, verdict, reason, findings, check },
      coverage: coverageText(check, rule),
      fix: rule && fixOf(rule, check, report.verdict),
      known: known?.includes(id),
    };
  });
  return [...acceptance(result), ...checks];
}

/** The words of a line: an error's go on with what it found, a line each. What a rule or a target says stays one. */
export const reasonLines = ({ id, check, reason }: ResultLine): string[] =>
  id === RUN && check === undefined ? reason.text.split('\n') : [reason.text];

export const count = (lines: readonly ResultLine[], verdict: RuleVerdict): number =>
  lines.filter((line) => line.verdict === verdict).length;

/** A result in a few words: its grade, the gate's word, or the code of its error. */
export function headline({ report, error, notes: told }: Result): string {
  if (told) return told.headline;
  if (!report) return `no report: ${error?.code ?? 'internal'}`;
  const { grade, score } = report.verdict;
  if (report.kind === 'PinnedVerificationReport') return `${gateWords(report).word} (${gateWords(report).ratified})`;
  return `grade ${grade}, ${score.points} of ${score.outOf} points`;
}

/** What a result is called where several stand together. */
export const called = ({ name, target, pack, service }: Result): string =>
  `${name === undefined ? '' : `${name}: `}${target} by ${`${pack.name} ${pack.version}`.trimEnd()}${service === undefined ? '' : ` at ${service}`}`;

export function findingLine(finding: Finding): string {
  const { more } = finding;
  return visible(`${sentence(finding)}${more === undefined ? '' : ` (and ${more} more like it)`}`);
}

/** Reason, findings, what to do: everything that somebody needs who sees this text alone. */
export function outcomeText(line: ResultLine): string {
  const { reason, findings, fix, known } = line;
  const [first = '', ...more] = reasonLines(line).map((text) => visible(text));
  const lines = [`${first} [${visible(reason.code)}]`, ...more];
  if (known) lines.push('Known: the baseline has it.');
  for (const finding of findings) lines.push(`- ${findingText(finding).level}: ${findingLine(finding)}`);
  if (fix) lines.push('', 'How to fix it:', visible(fix.trim(), '\n'));
  return lines.join('\n');
}
