// The page of a report: grade or gate first, then what to do, every check, and how to verify it. It adds nothing to the report.
import type { Pack, Report } from '../../contract/generated/types.ts';
import { type Summary, summarise } from '../summary.ts';
import { badgeSection } from './badge-section.ts';
import { checkRows } from './check-rows.ts';
import { link } from './links.ts';
import { html, type Markup } from './markup.ts';
import type { ReportPageOptions } from './models.ts';
import { page } from './page.ts';
import { proofSection } from './proof-section.ts';
import { punchList } from './punch-list.ts';
import { ring } from './ring.ts';
import { certainty, gradeClass, gradeWords } from './words.ts';

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
