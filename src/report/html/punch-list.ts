// What to do, in the order in which it pays: first the fewest fixes to the next grade, then the other faults.
import type { Check, Pack, Report } from '../../contract/generated/types.ts';
import { keptOut, type Way } from '../let-in.ts';
import { prompt } from '../prompt.ts';
import { points, type Summary } from '../summary.ts';
import { anchor } from './check-rows.ts';
import { copyable } from './copyable.ts';
import { html, type Markup } from './markup.ts';

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

const way = ({ text, block }: Way): Markup =>
  html`<p class="note">${text}</p>${block !== undefined && copyable(block, 'what lets the verifier in')}`;

/** Nothing where nothing is to be done. */
export function punchList(report: Report, { next, letIn }: Summary, pack: Pack): Markup | null {
  const all = ordered(report);
  if (all.length === 0 && letIn.length === 0) return null;
  const soon = new Set(report.verdict.next?.fix ?? []);
  return html`<section aria-labelledby="to-do"><h2 id="to-do">What to do next</h2>
${next !== null && html`<p class="lead">${next}</p>`}
${letIn.map(way)}
<ol class="punch">${all.map((check) => item(check, soon.has(check.id)))}</ol>
<details class="agent"><summary>All fixes for a coding agent</summary><p>One text to give to it: what is wrong, where, and what to do.</p>
${copyable(prompt(report, pack), 'all fixes for a coding agent')}</details></section>`;
}
