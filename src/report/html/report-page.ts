// The page of a report: grade or gate first, then what to do, every check, and how to verify it. It adds nothing to the report.
import type { Check, Pack, Report, Score } from '../../contract/generated/types.ts';
import { keptOut, type Way } from '../let-in.ts';
import { prompt } from '../prompt.ts';
import { points, type Summary, summarise } from '../summary.ts';
import { anchor, checkRows } from './check-rows.ts';
import { copyable } from './copyable.ts';
import { absolute, link } from './links.ts';
import { escaped, html, type Markup } from './markup.ts';
import type { ReportPageOptions } from './models.ts';
import { page } from './page.ts';
import { proofSection } from './proof-section.ts';
import { certainty, gradeClass, gradeWords } from './words.ts';

// The score as a ring with the grade in it, as SVG without any style of its own. Its name says all that it shows.
const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;

interface RingOptions {
  /** Large, in the middle: a grade or a sign. */
  text: string;
  /** Read aloud instead of the picture. */
  name: string;
  score: Score;
  className: string;
}

/** Part of the score that was earned; a round end would show a dot for nothing. */
function arc({ points, outOf }: Score): Markup | null {
  const part = outOf > 0 ? Math.min(1, Math.max(0, points / outOf)) : 0;
  if (part === 0) return null;
  const drawn = part * ROUND;
  return html`<circle class="arc" cx="64" cy="64" r="${RADIUS}" transform="rotate(-90 64 64)" stroke-dasharray="${drawn.toFixed(2)} ${(ROUND - drawn + 1).toFixed(2)}"/>`;
}

const ring = ({ text, name, score, className }: RingOptions): Markup =>
  html`<svg class="ring ${className}" viewBox="6 6 116 116" width="176" height="176" role="img" aria-label="${name}"><circle class="track" cx="64" cy="64" r="${RADIUS}"/>${arc(score)}<text${text.length > 1 && html` class="two"`} x="64" y="67" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;

// What to do, in the order in which it pays: first the fewest fixes to the next grade, then the other faults.
function ordered({ verdict }: Report): Check[] {
  const byId = new Map(verdict.checks.map((check) => [check.id, check]));
  const first = (verdict.next?.fix ?? []).flatMap((id) => byId.get(id) ?? []);
  const listed = new Set(first);
  return [...first, ...verdict.checks.filter((check) => check.verdict === 'fail' && !listed.has(check))].filter((check) => !keptOut(check));
}

function item(check: Check, next: boolean): Markup {
  const gain = check.cap === undefined ? `Worth ${points((check.outOf ?? 0) - (check.points ?? 0))}.` : `Caps the grade at ${check.cap}.`;
  const what = check.verdict === 'fail' ? check.reason.text : `Could not be seen: ${check.reason.text}`;
  return html`<li class="${next ? 'soon' : 'later'}"><a href="#${anchor(check.id)}">${check.title}</a><p>${what}</p><p class="muted">${gain}</p></li>`;
}

const wayIn = ({ text, block }: Way): Markup =>
  html`<p class="note">${text}</p>${block !== undefined && copyable(block, 'what lets the verifier in')}`;

/** Nothing where nothing is to be done. */
function punchList(report: Report, { next, letIn }: Summary, pack: Pack): Markup | null {
  const all = ordered(report);
  if (all.length === 0 && letIn.length === 0) return null;
  const soon = new Set(report.verdict.next?.fix ?? []);
  return html`<section aria-labelledby="to-do"><h2 id="to-do">What to do next</h2>
${next !== null && html`<p class="lead">${next}</p>`}
${letIn.map(wayIn)}
${all.length > 0 && html`<ol class="punch">${all.map((check) => item(check, soon.has(check.id)))}</ol>`}
<details class="agent"><summary>All fixes for a coding agent</summary><p>One text to give to it: what is wrong, where, and what to do.</p>
${copyable(prompt(report, pack), 'all fixes for a coding agent')}</details></section>`;
}

/** An address in parentheses ends at the first one. */
const inParentheses = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

function badgeSection({ verdict }: Report, { url, badgeUrl }: ReportPageOptions): Markup | null {
  if (badgeUrl === undefined) return null;
  const [image, target] = [absolute(badgeUrl, url), absolute(url, url)];
  const alt = 'axproof grade';
  return html`<section aria-labelledby="badge"><h2 id="badge">Badge</h2>
<p><img src="${badgeUrl}" alt="axproof: ${verdict.grade}" height="20"></p>
<p>It shows the latest grade and links to this page.</p>
<h3>Markdown</h3>
${copyable(`[![${alt}](${inParentheses(image)})](${inParentheses(target)})`, 'the badge as Markdown')}
<h3>HTML</h3>
${copyable(`<a href="${escaped(target)}"><img src="${escaped(image)}" alt="${alt}" height="20"></a>`, 'the badge as HTML')}
</section>`;
}

/** The target as people say it: its host; the scheme where it is not https. */
const host = (target: string): string => target.replace(/^https:\/\//, '');

interface Headline {
  words: string;
  mark: Markup;
}

function graded({ verdict }: Report): Headline {
  const { grade, score } = verdict;
  const words = gradeWords(verdict);
  const className = certainty(verdict) === 'exact' ? gradeClass(grade) : 'grade-open';
  return { words, mark: ring({ text: grade, name: `${words}: ${score.points} of ${score.outOf} points`, score, className }) };
}

function gated({ verdict }: Report, word: string, passed: boolean): Headline {
  const { score } = verdict;
  const name = `${word}: ${score.points} of ${score.outOf} points`;
  return { words: word, mark: ring({ text: passed ? '✓' : '✕', name, score, className: passed ? 'grade-a' : 'grade-f' }) };
}

function because({ gate }: Summary, pinned: Report): Markup | null {
  if (!gate) return null;
  return html`<div class="gate"><p>Spec <code class="digest">${pinned.verdict.pack.digest}</code>, ${gate.ratified}.</p>
<h2>Why</h2><ul>${gate.because.map((why) => html`<li>${why}</li>`)}</ul></div>`;
}

function age({ stale, runUrl }: ReportPageOptions): Markup | null {
  if (!stale && runUrl === undefined) return null;
  const run = runUrl === undefined ? null : html` ${link({ href: runUrl, text: 'A newer run is under way: follow it.' })}`;
  return html`<p class="note stale">${stale && html`This report is ${stale.ageText} old.${stale.why === undefined ? null : html` ${stale.why}`}`}${run}</p>`;
}

function hero(report: Report, summary: Summary, options: ReportPageOptions): Markup {
  const { verdict, issued } = report;
  const pinned = report.kind === 'PinnedVerificationReport';
  const { words, mark } = pinned ? gated(report, summary.gate?.word ?? 'NOT PASSED', report.verdict.passed) : graded(report);
  return html`<div class="hero">
${mark}
<div>
<h1>${host(verdict.target)}</h1>
<p class="headline">${words}</p>
<p class="score"><strong>${verdict.score.points} of ${verdict.score.outOf} points.</strong> ${summary.counts}</p>
<p class="muted">${verdict.pack.name} ${verdict.pack.version} · <time datetime="${issued.at}">${issued.at.slice(0, 16).replace('T', ' ')} UTC</time> · ${issued.mode}</p>
</div>
</div>
${age(options)}
${because(summary, report)}
${summary.notes.map((note) => html`<p class="note">${note}</p>`)}
${summary.advisory !== null && html`<p class="note">${summary.advisory}</p>`}`;
}

export function reportPage(report: Report, pack: Pack, options: ReportPageOptions): string {
  const summary = summarise(report, pack);
  const { verdict } = report;
  const words = report.kind === 'PinnedVerificationReport' ? (summary.gate?.word ?? 'NOT PASSED') : gradeWords(verdict);
  return page({
    title: `${host(verdict.target)}: ${words}`,
    description: `${words}, ${verdict.score.points} of ${verdict.score.outOf} points. ${summary.counts}`,
    alternates: [{ href: options.reportUrl, type: 'application/json' }],
    body: html`${hero(report, summary, options)}
${punchList(report, summary, pack)}
<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
${checkRows(report, pack, options.evidenceUrl, summary)}</section>
${proofSection(report, summary, options)}
${badgeSection(report, options)}`,
  });
}
