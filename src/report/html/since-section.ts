// What changed since the grade before: each check that came out otherwise, with what made the difference. It compares nothing itself.
import { countOf } from '../../contract/count-of.ts';
import type { Check, Pack } from '../../contract/generated/types.ts';
import { points } from '../summary.ts';
import { anchor, link } from './links.ts';
import { html, type Markup } from './markup.ts';
import type { PageChange, PageSince } from './report-page-options.ts';
import { SIGNS } from './words.ts';

type Side = Pick<Check, 'verdict' | 'reason'> | undefined;

const word = (side: Side): string => (side ? SIGNS[side.verdict].word : 'no such check');

function change({ id, before, after, causes }: PageChange, titles: ReadonlyMap<string, string>): Markup {
  const title = titles.get(id) ?? id;
  const what = after?.verdict === before?.verdict ? `${word(after)}, for another reason` : `${word(before)} → ${word(after)}`;
  const now = after ?? before;
  return html`<li class="${after?.verdict ?? 'gone'}"><p>${link({ href: `#${anchor(id)}`, text: title })}: <strong>${what}</strong> <span class="muted">(${causes.join(', and ')})</span></p>${now && html`<p>${now.reason.text}</p>`}</li>`;
}

export function sinceSection(since: PageSince, now: { grade: string; score: { points: number; outOf: number } }, pack: Pack): Markup {
  const { at, reportUrl, grade, changes } = since;
  const titles = new Map(pack.rules.map(({ id, title }) => [id, title]));
  const earlier = link({ href: reportUrl, text: `the report of ${at.slice(0, 16).replace('T', ' ')} UTC` });
  const grades = `grade ${grade} (${since.points} of ${points(since.outOf)}) → grade ${now.grade} (${now.score.points} of ${points(now.score.outOf)}).`;
  return html`<section class="since" aria-labelledby="since"><h2 id="since">What changed</h2>
<p>Since ${earlier}: ${grades} ${changes.length === 0 ? 'No check came out otherwise.' : `${countOf(changes.length, 'check')} came out otherwise:`}</p>
${changes.length > 0 && html`<ul>${changes.map((one) => change(one, titles))}</ul>`}</section>`;
}
