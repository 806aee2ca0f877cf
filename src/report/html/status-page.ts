// The public status page of a target that is watched: does it keep what it is held to, day by day, and what was wrong when it did not. It judges nothing.
import { countOf } from '../../contract/count-of.ts';
import type { TargetStatus } from '../../contract/generated/types.ts';
import { link, outside } from './links.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';

export interface StatusPageOptions {
  status: TargetStatus;
  /** Absolute address of the page; its feeds and its badge stand beside it. */
  url: string;
  /** Of the strip, the oldest first: 2026-11-22. */
  days: readonly string[];
  feeds: readonly { href: string; type: string; text: string }[];
  badgeUrl: string;
  /** The page of its grade, on this service. */
  gradeUrl: string;
}

const WIDE = 10;
const HIGH = 40;
const LOW = 6;

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const dayWords = (day: string, kept: number, results: number): string =>
  results === 0 ? `${day}: nothing seen` : kept === results ? `${day}: kept` : `${day}: ${results - kept} of ${results} results broken`;

const tone = (kept: number, results: number): string =>
  results === 0 ? 'none' : kept === results ? 'kept' : kept === 0 ? 'broken' : 'partly';

/** A bar a day: as high as the share of results that kept it, so that colour says nothing alone. */
function strip({ days }: TargetStatus, shown: readonly string[], words: string): Markup {
  const bars = shown.map((day, i) => {
    const { kept, results } = days.find((one) => one.day === day) ?? { kept: 0, results: 0 };
    const high = results === 0 ? LOW / 2 : LOW + Math.round(((HIGH - LOW) * kept) / results);
    return html`<rect class="day-${tone(kept, results)}" x="${i * WIDE}" y="${HIGH - high}" width="${WIDE - 2}" height="${high}" rx="1"><title>${dayWords(day, kept, results)}</title></rect>`;
  });
  return html`<svg class="strip" viewBox="0 0 ${shown.length * WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${words}">${bars}</svg>`;
}

/** Rounded down, so that one broken result is never hidden in 100 %, and one that was kept never in 0 %. */
const share = (kept: number, results: number): number => (kept === 0 ? 0 : Math.max(0.01, Math.floor((10_000 * kept) / results) / 100));

function sums({ days }: TargetStatus): string {
  const [kept, results] = [days.reduce((sum, day) => sum + day.kept, 0), days.reduce((sum, day) => sum + day.results, 0)];
  if (results === 0) return 'Nothing was seen in 90 days.';
  return `Kept in ${share(kept, results)} % of ${countOf(results, 'result')} in 90 days.`;
}

const CAUSES = { target: 'The target changed.', rules: 'The rules changed.' } as const;

type Incident = TargetStatus['incidents'][number];

const endOf = ({ to, seenUntil }: Incident): string =>
  to !== undefined ? ` to ${minute(to)}` : seenUntil === undefined ? '' : `; watching by these rules ended ${minute(seenUntil)}`;

const levelOf = ({ to, seenUntil }: Incident): string | undefined =>
  to !== undefined ? undefined : seenUntil === undefined ? 'goes on' : 'its end was not seen';

const incident = (one: Incident): Markup => {
  const { from, to, what, cause, first, report } = one;
  const level = levelOf(one);
  return html`<li class="${to === undefined ? 'fail' : 'pass'}"><p><strong>${what}</strong> ${level !== undefined && html`<span class="level">${level}</span>`}</p>
<p class="muted">${minute(from)}${endOf(one)}. ${CAUSES[cause]}</p>
${first !== undefined && html`<p>First failing check: <code>${first.id}</code>. ${first.text}</p>`}${report !== undefined && html`<p>${link({ href: report, text: 'The report that showed it' })}</p>`}</li>
`;
};

const SIGNS = { kept: '✓', broken: '✕', unknown: '?' } as const;
const TONES = { kept: 'pass', broken: 'fail', unknown: 'inconclusive' } as const;

export function statusPage({ status, url, days, feeds, badgeUrl, gradeUrl }: StatusPageOptions): string {
  const { target, rules, state, summary, flapping, incidents, checkedAt } = status;
  const name = target.replace(/^https:\/\//, '');
  const words = sums(status);
  return page({
    title: `${name}: status`,
    description: summary,
    url,
    alternates: feeds.map(({ href, type }) => ({ href, type })),
    body: html`<h1>Status of ${name}</h1>
<p class="lead check-line ${TONES[state]}"><span class="sign" aria-hidden="true">${SIGNS[state]}</span> <span>${summary}</span></p>
<p class="muted">Held to “${rules}”${checkedAt !== undefined && `, last seen ${minute(checkedAt)}`}. Two of three results make a change.</p>
${flapping && html`<p class="note">It is flapping: the last three results went one way and back, which is told as no change.</p>`}
<section aria-labelledby="days"><h2 id="days">Ninety days</h2>
${strip(status, days, words)}
<p>${words}</p></section>
<section class="since" aria-labelledby="incidents"><h2 id="incidents">Incidents</h2>
${incidents.length === 0 ? html`<p>None since it is watched.</p>` : html`<ul>${incidents.map(incident)}</ul>`}</section>
<section aria-labelledby="more"><h2 id="more">Follow it</h2>
<ul class="links">${feeds.map((feed) => html`<li>${link(feed)}</li>`)}<li>${link({ href: badgeUrl, text: 'Badge with the trend' })}</li><li>${link({ href: gradeUrl, text: 'The last grade' })}</li><li>${outside(target)}</li></ul></section>`,
  });
}
