// A report as Markdown that an agent can act on. Whatever the target wrote stays inert: text or code, never markup.
import type { Check, Finding, Pack, Report, Rule, RuleVerdict } from '../contract/generated/types.ts';
import type { AgainOptions } from './again.ts';
import { coverageText } from './coverage-text.ts';
import { eachOnce, findingText } from './finding-text.ts';
import { gradeWords } from './grade-words.ts';
import { code, inert, reference } from './inert.ts';
import { bettered, markdownPieces, reasonOf, replaced, ways } from './markdown-parts.ts';
import { prose, sentence } from './prose.ts';
import { kindText, points, type Summary, summarise, type ToFix, worthDoing } from './summary.ts';

const SIGNS: Record<RuleVerdict, string> = {
  pass: '✔ pass',
  fail: '✖ fail',
  inconclusive: '? not seen',
  'not-applicable': '– not applicable',
};

function finding(item: Finding): string {
  const text = findingText(item);
  return `- ${text.level}: ${markdownPieces(text)}${text.more > 0 ? ` (and ${text.more} more like it)` : ''}`;
}

function item({ check, rule, fix, replacements, next }: ToFix, number: number): string {
  const blocks = [`### ${number}. ${inert(check.id)}: ${sentence(check.title)}`];
  const weight = check.cap === undefined ? `Worth ${points(check.outOf ?? 0)}.` : `Caps the grade at ${check.cap}.`;
  const way = next ? ' Part of the shortest way to the next grade.' : '';
  blocks.push(`**Why it failed:** ${reasonOf(check, rule)} (${inert(check.reason.code)}). ${weight}${way}`);
  if (check.findings.length > 0) blocks.push(eachOnce(check.findings).map(finding).join('\n'));
  if (rule && fix !== undefined) {
    blocks.push(
      `**Why it matters:** ${prose(rule.why)}`,
      `**How to fix it:** ${prose(fix)}`,
      ...replacements.flatMap((one) => replaced(one, fix)),
    );
    blocks.push(`References: ${rule.refs.map(reference).join(', ')}`);
  }
  return blocks.join('\n\n');
}

const fixes = ({ toFix }: Summary): string[] => (toFix.length === 0 ? [] : ['## To fix', ...toFix.map((one, i) => item(one, i + 1))]);

const worth = (check: Check): string => (check.cap === undefined ? `${check.points ?? 0}/${check.outOf ?? 0}` : `caps at ${check.cap}`);

/** The pack's rule of a check. */
const ruleOf = ({ rules }: Pack, check: Check): Rule | undefined => rules.find(({ id }) => id === check.id);

function table(checks: readonly Check[], pack: Pack): string {
  const rows = checks.map(
    (check) => `| ${inert(check.id)} | ${SIGNS[check.verdict]} | ${worth(check)} | ${reasonOf(check, ruleOf(pack, check))} |`,
  );
  return ['| check | verdict | points | reason |', '|---|---|---|---|', ...rows].join('\n');
}

/** How much each check showed of what is claimed, where it counts that. */
function coverage(checks: readonly Check[], pack: Pack): string[] {
  const lines = checks.flatMap((check) => {
    const text = coverageText(check, ruleOf(pack, check));
    return text === undefined ? [] : [`- ${inert(check.id)}: ${inert(text)}`];
  });
  return lines.length === 0 ? [] : ['## Coverage', SHOWN, lines.join('\n')];
}

/** A section of checks that are not to be fixed, with those of their findings that are wanted. */
function section(title: string, lead: string, checks: readonly Check[], pack: Pack, wanted: (check: Check) => Finding[]): string[] {
  if (checks.length === 0) return [];
  const items = checks.map((check) => {
    const found = eachOnce(wanted(check)).map((item) => `  ${finding(item)}`);
    return [`- **${inert(check.id)}:** ${reasonOf(check, ruleOf(pack, check))} (${inert(check.reason.code)})`, ...found].join('\n');
  });
  return [`## ${title}`, lead, items.join('\n')];
}

const SHOWN = 'How much of what is claimed was asked and judged, and why the rest was not.';
const UNSEEN = 'The verifier could not see these: they earn nothing and blame nobody. Run it again later, or let its requests through.';
const ADVICE = 'These checks pass; this would make them better.';
const REPLAY = 'The same pack, evidence and seed give the same verdict, byte for byte. Another seed samples other requests.';

/** A gate's word, digest and reasons come before anything else; a grade where there is no gate. */
function head({ verdict }: Report, { gate, counts }: Summary): string[] {
  const score = `${verdict.score.points} of ${verdict.score.outOf} points`;
  if (!gate) return [`# ${gradeWords(verdict)} for ${code(verdict.target)}`, `**${score}.** ${counts}`];
  const { name, version, digest } = verdict.pack;
  return [
    `# ${gate.word}: ${code(verdict.target)}`,
    `**Spec ${code(digest)}, ${gate.ratified}** (${inert(name)} ${inert(version)}).`,
    gate.because.map((why) => `> ${inert(why)}`).join('\n>\n'),
    `${counts} Grade ${verdict.grade}, ${score}.`,
  ];
}

/** One check whole: what was found, why it matters, what to do. */
export function checkMarkdown(report: Report, pack: Pack, check: Check): string {
  const { toFix, advice } = summarise(report, pack);
  const failed = toFix.find((one) => one.check.id === check.id);
  const rule = ruleOf(pack, check);
  const found = eachOnce(check.findings).map(finding).join('\n');
  const blocks = failed
    ? [item(failed, 1)]
    : [
        `### ${inert(check.id)}: ${sentence(check.title)}`,
        `**${SIGNS[check.verdict]}:** ${reasonOf(check, rule)} (${inert(check.reason.code)})`,
        ...(found === '' ? [] : [found]),
        ...advice.filter((one) => one.check.id === check.id).flatMap(bettered),
        ...(rule ? [`**Why it matters:** ${prose(rule.why)}`] : []),
      ];
  return `${[...blocks, ...coverage([check], pack)].join('\n\n')}\n`;
}

export function markdown(report: Report, pack: Pack, asked?: AgainOptions): string {
  const { verdict } = report;
  const summary = summarise(report, pack, asked);
  const advised = summary.advice.map(({ check }) => check);
  const blocks = [
    ...head(report, summary),
    ...summary.notes.map((note) => `> ${inert(note)}`),
    ...(summary.kinds ? [kindText(summary.kinds)] : []),
    ...ways(summary),
    ...fixes(summary),
    ...(summary.next === null ? [] : ['## Next', inert(summary.next)]),
    '## Checks',
    table(verdict.checks, pack),
    ...coverage(verdict.checks, pack),
    ...section('Not seen', UNSEEN, summary.unseen, pack, (check) => check.findings),
    ...section('Advice', ADVICE, advised, pack, worthDoing),
    ...summary.advice.flatMap(bettered),
    '## Replay',
    REPLAY,
    summary.replay.map(({ label, values }) => `- ${label}: ${values.map((value) => code(value)).join(', ')}`).join('\n'),
    ...(summary.advisory === null ? [] : [`> ${summary.advisory}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}
