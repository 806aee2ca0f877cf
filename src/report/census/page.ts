// The summary of a census as one page that stands by itself and prints: no script, nothing loaded, every figure in words. It adds nothing to the rows.
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { Pack, RuleVerdict } from '../../contract/generated/types.ts';
import { GRADES } from '../../contract/grades.ts';
import { escaped, html, type Markup } from '../html/markup.ts';
import { STYLE } from '../html/style.ts';
import { gradeClass, SIGNS } from '../html/words.ts';
import { type CensusChanges, KINDS, type Kind, otherMeasures } from './changes.ts';
import { type Bar, bars, type ChartPart, columns, figures, legend, percent } from './charts.ts';
import { byCount, type CensusTally } from './tally.ts';

export interface CensusPage {
  tally: CensusTally;
  pack: Pack;
  /** Whoever has axproof has the pack, and it can be named. */
  isBundled: boolean;
  /** Earlier ones, the oldest first. */
  earlier: readonly CensusTally[];
  /** Since the last of them. */
  changes?: CensusChanges;
  version: string;
}

const MOST_LISTED = 100;

const PRINT = `
.chart { overflow-x: auto; margin: 0 0 1rem; }
.chart svg { display: block; width: 100%; min-width: 34rem; height: auto; font-size: 14px; }
.chart text { fill: var(--muted); } .chart .label { fill: var(--ink); } .chart .on { fill: var(--paper); font-weight: 600; font-size: 12px; } .chart .on.not-applicable { fill: var(--ink); }
svg rect { stroke: var(--paper); fill: var(--muted); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
rect.grade-a, rect.pass { fill: var(--good); } rect.grade-b { fill: var(--fair); } rect.grade-c { fill: var(--warn); } rect.grade-d { fill: var(--poor); } rect.grade-f, rect.fail { fill: var(--bad); }
rect.not-applicable, rect.none { fill: var(--line); } rect.inconclusive { fill: var(--warn); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; font-size: .9375rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } td:first-child { width: 45%; }
@media print {
  :root { --paper: #fff; --ink: #000; --muted: #444; --line: #bbb; --wash: #fff; --warn-wash: #fff; --good: #1a6b3c; --fair: #27655f; --warn: #9a6a00; --poor: #97400d; --bad: #a8231c; }
  html { font-size: 10pt; } main { width: auto; padding: 0; } h2 { break-after: avoid; margin-top: 1.5rem; } .chart, tr, .facts > div { break-inside: avoid; } .chart { overflow: visible; } .chart svg { min-width: 0; }
}
`;

const VERDICTS: readonly RuleVerdict[] = ['pass', 'fail', 'inconclusive', 'not-applicable'];
const day = (at: string): string => at.slice(0, 10);
const days = (from: string, to: string): string => (day(from) === day(to) ? `on ${day(to)}` : `from ${day(from)} to ${day(to)}`);
const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const single = (label: string, tone: string, value: number, of: number): Bar => ({
  label,
  parts: [{ tone, word: label, value }],
  note: `${figures(value)} (${percent(value, of)})`,
});

const gradeParts = ({ grades, unseen }: CensusTally): ChartPart[] => [
  ...GRADES.map((grade) => ({ tone: gradeClass(grade), word: grade, value: grades.get(grade) ?? 0 })),
  ...(unseen > 0 ? [{ tone: 'none', word: '?', value: unseen }] : []),
];

function gradeSection(tally: CensusTally): Markup {
  const { graded, open, unseen } = tally;
  const list = gradeParts(tally).map(({ tone, word, value }) => single(word, tone, value, graded));
  return html`<section aria-labelledby="grades"><h2 id="grades">Grades</h2>
${bars('Targets by grade', list, Math.max(...list.map(({ parts }) => parts[0]!.value)))}
${open > 0 && html`<p class="note">Of ${figures(open)} of them something could not be seen: their grade is open, and no worse than it stands here unless an honesty check is what was not seen.${unseen > 0 && html` Of ${figures(unseen)} nothing could be seen (?), so no grade stands for them.`}</p>`}</section>`;
}

function errorSection({ errors, targets, graded }: CensusTally): Markup | null {
  if (errors.size === 0) return null;
  const list = byCount(errors).map(([code, n]) => single(ERRORS[code as ErrorCode]?.title ?? code, 'none', n, targets));
  return html`<section aria-labelledby="ungraded"><h2 id="ungraded">Without a grade</h2>
<p>${figures(targets - graded)} of ${figures(targets)} targets have none. This says nothing about them.</p>
${bars('Targets without a grade, by reason', list, Math.max(...errors.values()))}</section>`;
}

function checkSection({ checks, graded }: CensusTally, { rules }: Pack): Markup {
  const parts = (id: string): ChartPart[] =>
    VERDICTS.map((verdict) => ({ tone: verdict, word: SIGNS[verdict].word, value: checks.get(id)?.get(verdict) ?? 0 }));
  const list = rules
    .filter(({ id }) => checks.has(id))
    .map(({ id, title }) => ({ label: title, parts: parts(id), note: `${percent(checks.get(id)?.get('pass') ?? 0, graded)} pass` }));
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
${legend(VERDICTS.map((verdict) => ({ tone: verdict, word: SIGNS[verdict].word })))}
${bars('Targets by check', list, graded)}</section>`;
}

const lieWords = (lie: string, { rules }: Pack): string => {
  const [id, code] = lie.split('/') as [string, string];
  return `${rules.find((rule) => rule.id === id)?.title ?? id}: ${code}`;
};

function lieSection({ lies, withLies, named, graded }: CensusTally, pack: Pack): Markup {
  const list = byCount(lies).map(([lie, n]) => single(lieWords(lie, pack), 'fail', n, graded));
  return html`<section aria-labelledby="lies"><h2 id="lies">Lies</h2>
<p>A lie is something that a site publishes and its own answers contradict. It was asked a second time before it counts; what is only missing is none.
${figures(withLies)} of ${figures(graded)} graded targets (${percent(withLies, graded)}) have one or more.</p>
${list.length > 0 && bars('Targets by lie', list, Math.max(...lies.values()))}
${
  named.length > 0 &&
  html`<table><thead><tr><th scope="col">Target</th><th scope="col">What contradicts</th></tr></thead><tbody>${named.map(({ target, lies: own }) => html`<tr><td>${target}</td><td>${own.map((lie) => lieWords(lie, pack)).join('; ')}</td></tr>`)}</tbody></table>
${withLies > named.length && html`<p class="muted">And ${figures(withLies - named.length)} more, in the rows of the census.</p>`}`
}</section>`;
}

function changeTable(changes: CensusChanges, kind: Kind): Markup | null {
  const list = changes.of[kind];
  if (list.length === 0) return null;
  return html`<h3>${KINDS[kind]}: ${figures(list.length)}</h3>
<table><tbody>${list.slice(0, MOST_LISTED).map(({ target, was, is }) => html`<tr><td>${target}</td><td>${was}</td><td>${is}</td></tr>`)}</tbody></table>
${list.length > MOST_LISTED && html`<p class="muted">And ${figures(list.length - MOST_LISTED)} more.</p>`}`;
}

function historySection({ tally, earlier, changes }: CensusPage): Markup | null {
  const last = earlier.at(-1);
  if (!last || !changes) return null;
  const list = [...earlier, tally].map((one) => ({ label: day(one.to), parts: gradeParts(one), note: `${figures(one.graded)} graded` }));
  return html`<section aria-labelledby="history"><h2 id="history">Since the earlier census</h2>
${columns('Grades by census', list)}
<p>Compared with ${day(last.to)}: ${figures(changes.same)} targets are as they were${changes.open > 0 && html`, and of ${figures(changes.open)} a grade is open, so that nothing is said of them`}.</p>
${otherMeasures(last, tally).map((note) => html`<p class="note">${note}</p>`)}
${(Object.keys(KINDS) as Kind[]).map((kind) => changeTable(changes, kind))}</section>`;
}

function method({ tally, version, isBundled }: CensusPage): Markup {
  const { about, from, to } = tally;
  if (!about) return html``;
  const { pack, seed, engine } = about;
  const facts: [string, string][] = [
    ['When', `${minute(from)} to ${minute(to)}`],
    ['Pack', `${pack.name} ${pack.version}`],
    ['Digest', pack.digest],
    ['Seed', String(seed)],
    ['Made with', `axproof ${version}, engine ${engine}`],
  ];
  return html`<section aria-labelledby="method"><h2 id="method">How it was made</h2>
<p>Every target was asked from outside, by the same rules and with the same seed, for what it publishes for software agents. A target that does not want to be verified, by its robots.txt or its axproof.json, was left alone.
The grades were made by whoever ran the census, and nobody has signed them. Each can be made again: <code>axproof grade TARGET --pack ${isBundled ? pack.name : 'PACK'} --seed ${String(seed)}</code>${!isBundled && html`, where <code>PACK</code> is the path of the pack with this digest`}.</p>
<dl class="facts">${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}

export function censusPage(census: CensusPage): string {
  const { tally, pack } = census;
  const title = `Census of ${figures(tally.targets)} targets`;
  const body = html`<h1>${title}</h1>
<p class="lead">How well the published surfaces of ${figures(tally.targets)} targets work for software agents: ${figures(tally.graded)} were graded ${days(tally.from, tally.to)}, with ${pack.name} ${pack.version}.</p>
${gradeSection(tally)}
${checkSection(tally, pack)}
${lieSection(tally, pack)}
${historySection(census)}
${errorSection(tally)}
${method(census)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)} · axproof</title>
<style>
${STYLE}${PRINT}</style>
</head>
<body>
<main>
${body.toString()}
</main>
</body>
</html>
`;
}
