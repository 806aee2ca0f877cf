// A report for a terminal of 80 columns. Text of the target is made visible first, so that no control sequence reaches the terminal.
import picocolors from 'picocolors';
import type { Check, Finding, Pack, Report, Rule, RuleVerdict } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import type { AgainOptions } from './again.ts';
import { coverageText } from './coverage-text.ts';
import { eachOnce, findingText, sentence } from './finding-text.ts';
import { gradeWords } from './grade-words.ts';
import { inertLines } from './inert-lines.ts';
import { hanging, padded, width, wrapped } from './layout.ts';
import { type Replacement, saysNow, TODAY } from './mend.ts';
import { type Better, kindText, points, type Summary, summarise, type ToFix, worthDoing } from './summary.ts';

export interface TerminalOptions {
  color: boolean;
  /** Columns; 80 unless said. */
  width?: number;
  asked?: AgainOptions | undefined;
}

type Paint = (text: string) => string;
interface Style {
  columns: number;
  bold: Paint;
  dim: Paint;
  sign(verdict: RuleVerdict): string;
  /** Of the one word that everything comes down to. */
  tone: Paint;
}

export const SIGNS: Record<RuleVerdict, string> = { pass: '✔', fail: '✖', inconclusive: '?', 'not-applicable': '–' };

export function signed(verdict: RuleVerdict, color: boolean): string {
  const { green, red, yellow, dim } = picocolors.createColors(color);
  return { pass: green, fail: red, inconclusive: yellow, 'not-applicable': dim }[verdict](SIGNS[verdict]);
}

type Tone = 'good' | 'middling' | 'bad';

function toneOf(report: Report): Tone {
  if (report.kind === 'PinnedVerificationReport') return report.passed ? 'good' : 'bad';
  const { grade, conclusive } = report.verdict;
  if (!conclusive) return 'middling';
  return grade.startsWith('A') ? 'good' : grade === 'B' || grade === 'C' ? 'middling' : 'bad';
}

function styleOf({ color, width: columns = 80 }: TerminalOptions, tone: Tone): Style {
  const c = picocolors.createColors(color);
  const paint = { good: c.green, middling: c.yellow, bad: c.red }[tone];
  return {
    columns: Math.min(120, Math.max(40, columns)),
    bold: c.bold,
    dim: c.dim,
    sign: (verdict) => signed(verdict, color),
    tone: (text) => c.bold(paint(text)),
  };
}

const indented = (text: string, style: Style): string[] => wrapped(visible(text), style.columns - 4).map((line) => `  ${line}`);

/** A gate's word, what it is about and why stand before anything else; a grade where there is no gate. */
function head({ verdict }: Report, { gate }: Summary, style: Style): string[] {
  const { grade, conclusive, score, target, pack } = verdict;
  const rule = style.dim('─'.repeat(style.columns));
  const points = style.bold(`${score.points} of ${score.outOf} points`);
  // What leaves the grade open takes a line of its own.
  const words = conclusive
    ? [`  ${style.tone(`GRADE ${grade}`)}   ${points}`]
    : [...indented(gradeWords(verdict), style).map(style.tone), `  ${points}`];
  if (!gate) return [rule, ...words, ...indented(target, style), rule];
  return [
    rule,
    `  ${style.tone(gate.word)}   ${style.bold(gate.ratified)}`,
    `  ${visible(pack.digest)}`,
    ...indented(`${pack.name} ${pack.version}`, style),
    ...indented(target, style),
    rule,
    ...gate.because.flatMap((why) => wrapped(visible(why), style.columns)).map(style.bold),
  ];
}

const findingLines = (finding: Finding, style: Style): string[] => {
  const rest = finding.more === undefined ? '' : ` (and ${finding.more} more like it)`;
  return hanging(`      ${findingText(finding).level}: `, `${visible(sentence(finding))}${rest}`, style.columns);
};

/** Sign, id, reason and coverage in columns; findings of what failed, advice of what did not. */
function checkLines(check: Check, rule: Rule | undefined, column: number, style: Style): string[] {
  const label = `  ${SIGNS[check.verdict]} ${padded(visible(check.id), column)}  `;
  const [first = '', ...rest] = hanging(label, visible(check.reason.text), style.columns);
  const colored = `  ${style.sign(check.verdict)}${first.slice(3)}`;
  const found = check.verdict === 'fail' || check.verdict === 'inconclusive' ? check.findings : worthDoing(check);
  const coverage = coverageText(check, rule);
  const shown = coverage === undefined ? [] : hanging(' '.repeat(width(label)), visible(coverage), style.columns).map(style.dim);
  return [colored, ...rest, ...shown, ...eachOnce(found).flatMap((finding) => findingLines(finding, style))];
}

function checkList(checks: readonly Check[], rules: readonly Rule[], style: Style): string[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const linesOf = (check: Check): string[] => checkLines(check, byId.get(check.id), column, style);
  const column = Math.min(28, Math.max(0, ...checks.map((check) => width(visible(check.id)))));
  const scored = checks.filter((check) => check.cap === undefined);
  const honesty = checks.filter((check) => check.cap !== undefined);
  const lines = scored.flatMap(linesOf);
  if (honesty.length === 0) return lines;
  const title = hanging('  ', 'Honesty checks: no points, but a fail caps the grade', style.columns).map(style.dim);
  return [...lines, ...(scored.length > 0 ? [''] : []), ...title, ...honesty.flatMap(linesOf)];
}

/** A fix whole: words wrapped, and what is to be pasted as it is, at the edge of the screen. */
function fixText(fix: string, style: Style): string[] {
  const parts = fix.trim().split(/^ {0,3}```[^\n]*\n([\s\S]*?)\n {0,3}```$/m);
  return parts.flatMap((part, i) => {
    if (i % 2 === 1) return pasted(part);
    const words = part.trim().replace(/\s*\n\s*/g, ' ');
    return words === '' ? [] : hanging(i === 0 ? '     fix  ' : '          ', visible(words), style.columns);
  });
}

const pasted = (text: string): string[] => [
  '',
  ...text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => inertLines(visible(line, '\t'))),
  '',
];

function replacedLines(one: Replacement, fix: string, style: Style): string[] {
  const { url, headers, body = '', diff } = one;
  if (one.file) return saysNow(one, fix) ? [...hanging('          ', `${TODAY} ${visible(url)}:`, style.columns), ...pasted(body)] : [];
  const fields = Object.entries(headers).map(([name, value]) => visible(`${name}: ${value}`));
  const sent = fields.length === 0 ? [] : [...hanging('     send with ', visible(url), style.columns), '', ...fields.map(inertLines), ''];
  if (diff === undefined) return sent;
  return [...sent, ...hanging('     change ', visible(url), style.columns), ...pasted(diff)];
}

function fixLines({ check, fix, replacements, next }: ToFix, number: number, style: Style): string[] {
  const worth = check.cap === undefined ? `+${points(check.outOf ?? 0)}` : `lifts the cap at ${check.cap}`;
  const [first = '', ...more] = hanging(`  ${number}. `, `${visible(check.title)} (${visible(check.id)}, ${worth})`, style.columns);
  const why = hanging('     why  ', visible(check.reason.text), style.columns);
  const how = fix === undefined ? [] : [...fixText(fix, style), ...replacements.flatMap((one) => replacedLines(one, fix, style))];
  const mark = next ? ['     next step to a better grade'] : [];
  return [style.bold(first), ...more.map(style.bold), ...why, ...mark.map(style.dim), ...how];
}

/** Advice, and how it is followed where that can be said. */
function betterLines({ check, fixes, replacements }: Better, style: Style): string[] {
  const how = [
    ...fixes.flatMap((fix) => fixText(fix, style)),
    ...replacements.flatMap((one) => replacedLines(one, fixes.join('\n'), style)),
  ];
  return how.length === 0
    ? []
    : [...hanging('  ', `${visible(check.title)} (${visible(check.id)})`, style.columns).map(style.bold), ...how];
}

function punchList(summary: Summary, style: Style): string[] {
  const ways = summary.letIn.flatMap(({ text, block }) => [
    '',
    ...wrapped(text, style.columns),
    ...(block === undefined ? [] : ['', ...block.split('\n')]),
  ]);
  const next = summary.next === null ? ways : ['', ...wrapped(summary.next, style.columns), ...ways];
  const more = summary.advice.flatMap((one) => betterLines(one, style));
  const better = more.length === 0 ? [] : ['', style.bold('Worth doing as well'), ...more];
  const items = summary.toFix.flatMap((item, i) => fixLines(item, i + 1, style));
  const fixes = items.length === 0 ? [] : ['', style.bold('To fix'), ...items];
  const whole =
    fixes.length + better.length === 0 ? [] : wrapped('All of it as one text for a coding agent: --format prompt', style.columns);
  return [...fixes, ...next, ...better, ...whole.map(style.dim)];
}

function foot(summary: Summary, style: Style): string[] {
  const column = Math.max(...summary.replay.map(({ label }) => label.length));
  // Not wrapped: digests and commands are there to be copied.
  const facts = summary.replay.flatMap(({ label, values }) =>
    values.map((value, i) => `${(i === 0 ? label : '').padEnd(column)} ${visible(value)}`),
  );
  const advisory = summary.advisory === null ? [] : ['', ...wrapped(summary.advisory, style.columns)];
  return ['', ...facts.map(style.dim), ...advisory];
}

export function terminal(report: Report, pack: Pack, options: TerminalOptions): string {
  const style = styleOf(options, toneOf(report));
  const summary = summarise(report, pack, options.asked);
  const lines = [
    ...head(report, summary, style),
    ...wrapped(summary.counts, style.columns),
    ...summary.notes.flatMap((note) => wrapped(visible(note), style.columns)).map(style.bold),
    ...(summary.kinds ? wrapped(kindText(summary.kinds), style.columns) : []),
    '',
    ...checkList(report.verdict.checks, pack.rules, style),
    ...punchList(summary, style),
    ...foot(summary, style),
  ];
  return `${lines.join('\n')}\n`;
}
