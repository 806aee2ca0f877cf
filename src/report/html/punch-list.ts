// What to do, in the order in which it pays: first the fewest fixes to the next grade, then the other faults.
import type { Check, Report } from '../../contract/generated/types.ts';
import { points, type Summary } from '../summary.ts';
import { anchor } from './check-rows.ts';
import { html, type Markup } from './markup.ts';

function ordered({ verdict }: Report): Check[] {
  const byId = new Map(verdict.checks.map((check) => [check.id, check]));
  const first = (verdict.next?.fix ?? []).flatMap((id) => byId.get(id) ?? []);
  const listed = new Set(first);
  return [...first, ...verdict.checks.filter((check) => check.verdict === 'fail' && !listed.has(check))];
}

function item(check: Check, next: boolean): Markup {
  const gain = check.cap === undefined ? `Worth ${points((check.outOf ?? 0) - (check.points ?? 0))}.` : `Caps the grade at ${check.cap}.`;
  const what = check.verdict === 'fail' ? check.reason.text : `Could not be seen: ${check.reason.text}`;
  return html`<li class="${next ? 'soon' : 'later'}"><a href="#${anchor(check.id)}">${check.title}</a><p>${what}</p><p class="muted">${gain}</p></li>`;
}

/** Nothing where nothing is to be done. */
export function punchList(report: Report, { next }: Summary): Markup | null {
  const all = ordered(report);
  if (all.length === 0) return null;
  const soon = new Set(report.verdict.next?.fix ?? []);
  return html`<section aria-labelledby="to-do"><h2 id="to-do">What to do next</h2>
${next !== null && html`<p class="lead">${next}</p>`}
<ol class="punch">${all.map((check) => item(check, soon.has(check.id)))}</ol></section>`;
}
