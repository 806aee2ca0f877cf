// The page of a run that is still under way. The script fills it in by events; without script it asks for itself again.
import type { Check, Pack, Rule, RunStatus } from '../../contract/generated/types.ts';
import { LIVE_SCRIPT_PATH } from './assets.ts';
import { anchor, link } from './links.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { SIGNS, verdictMark } from './words.ts';

/** A run in progress: its page fills in by events, or by refreshing. */
export interface LiveRun extends Pick<RunStatus, 'id' | 'target' | 'state'> {
  pack: Pack;
  /** Checks that are settled already. */
  settled: readonly Check[];
  /** What was asked last. */
  asks?: readonly { method: string; url: string }[];
}

const STATES: Record<LiveRun['state'], string> = {
  queued: 'The run waits for its turn.',
  running: 'The target is being asked.',
  done: 'The run is done.',
  failed: 'The run failed.',
  interrupted: 'The run was cut off.',
};

function row(rule: Rule, check: Check | undefined): Markup {
  const mark = check ? SIGNS[check.verdict] : { sign: '·', word: 'Pending' };
  return html`<li class="check ${check?.verdict ?? 'pending'}" id="${anchor(rule.id)}">
${verdictMark(mark.sign, mark.word)}
<div class="what"><h3>${rule.title}</h3><p class="reason">${check?.reason.text}</p></div>
</li>
`;
}

const byOrder = (a: Rule, b: Rule): number => a.order - b.order || (a.id < b.id ? -1 : 1);

/** What is asked now, in one line that never grows. */
function now({ state, asks = [] }: LiveRun): Markup {
  const [first, ...more] = asks;
  if (state !== 'running' || first === undefined) return html`${STATES[state]}`;
  return html`Asking ${first.method} ${first.url}${more.length > 0 && ` and ${more.length} more`}`;
}

export function livePage(run: LiveRun): string {
  const settled = new Map(run.settled.map((check) => [check.id, check]));
  const rules = [...run.pack.rules].sort(byOrder);
  const done = rules.filter(({ id }) => settled.has(id)).length;
  const name = run.target.replace(/^https:\/\//, '');
  const going = run.state === 'queued' || run.state === 'running';
  // Its own address leads on to the report, or says why there is none: where every end goes that names no place, and what the refresh loads.
  const path = `/runs/${run.id}`;
  const events = going ? html` data-events="${path}/events" data-result="${path}"` : null;
  return page({
    title: `${name}: grading`,
    script: LIVE_SCRIPT_PATH,
    head: going
      ? html`<noscript><meta http-equiv="refresh" content="2; url=${path}"></noscript>
`
      : undefined,
    body: html`<h1>${name}</h1>
<div class="live"${events} aria-busy="${going ? 'true' : 'false'}">
<p class="lead">This page fills in as checks settle, and then shows the report.</p>
<p class="now">${now(run)}</p>
<progress max="${rules.length}" value="${done}" aria-label="Checks that are settled"></progress>
<p class="count" role="status" aria-live="polite">${done} of ${rules.length} checks are settled.</p>
<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
<ol class="checks">
${rules.map((rule) => row(rule, settled.get(rule.id)))}</ol></section>
</div>
<p>${link({ href: path, text: 'Look for the report' })}</p>
<p class="muted">Run <code class="digest">${run.id}</code>, pack ${run.pack.name} ${run.pack.version}.</p>`,
  });
}
