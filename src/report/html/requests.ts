// The requests that a check rests on, each with what came back and as a curl command. A page shows only so much text of them;
// the evidence has all.
import type { Check, Exchange, Report } from '../../contract/generated/types.ts';
import { visible } from '../../contract/quote.ts';
import { curl } from '../curl.ts';
import { copyable } from './copyable.ts';
import { link, outside } from './links.ts';
import { html, type Markup } from './markup.ts';

/** Characters of commands: of one, and of all on a page (the same command counts each time it is shown). */
const MOST = { one: 16_384, page: 393_216, url: 2_000 };

function answered({ answer, stopped }: Exchange): string {
  const type = answer.headers?.['content-type']?.split(';')[0]?.trim();
  const parts = [answer.failure ? answer.failure.code : String(answer.status ?? 'no answer')];
  if (type !== undefined && type !== '') parts.push(type.slice(0, 100));
  if (answer.left) parts.push('stream left open');
  else if (answer.truncated) parts.push('cut');
  if (stopped !== undefined) parts.push(`redirect not followed: ${stopped}`);
  return parts.join(' · ');
}

const cut = (url: string): string => (url.length > MOST.url ? `${url.slice(0, MOST.url)}…` : url);

function asked({ request, url, redirects }: Exchange): Markup {
  const first = request.method === 'GET' ? outside(cut(request.url)) : html`${cut(request.url)}`;
  return html`<code class="method">${request.method}</code> ${first}${redirects.length > 0 && html` <span class="muted">→ ${cut(url)}</span>`}`;
}

/** A curl command says exactly what was sent: where it cannot be shown exactly, the reader is told. */
function command(text: string, name: string): Markup {
  const note =
    visible(text, '\n\t') === text
      ? null
      : html`<p class="muted">Some characters are invisible and shown as \\u{…}: take the exact ones from the evidence.</p>`;
  return html`${copyable(text, `the curl command of ${name}`)}${note}`;
}

/** Shows the requests of one check after the other, within what a page may hold. */
export function requestLists(report: Report, evidenceUrl: string): (check: Check) => Markup | null {
  const byName = new Map(report.evidence.exchanges.flatMap((exchange) => exchange.names.map((name) => [name, exchange] as const)));
  let left = MOST.page;
  const one = (exchange: Exchange, name: string): Markup => {
    const text = curl(exchange);
    const fits = text.length <= MOST.one && text.length <= left;
    if (fits) left -= text.length;
    const shown = fits
      ? command(text, name)
      : html`<p class="muted">The command is too long for this page; the ${link({ href: evidenceUrl, text: 'evidence' })} has the request.</p>`;
    return html`<li><p class="asked">${asked(exchange)}</p><p class="answered">${answered(exchange)}</p>${shown}</li>`;
  };
  return (check) => {
    const found = new Map<Exchange, string>();
    for (const name of check.evidence) {
      const exchange = byName.get(name);
      if (exchange && !found.has(exchange)) found.set(exchange, name);
    }
    if (found.size === 0) return null;
    const title = `${found.size} ${found.size === 1 ? 'request' : 'requests'}`;
    return html`<details class="requests"><summary>${title}<span class="unseen"> of ${check.id}</span></summary><ol>${[...found].map(([exchange, name]) => one(exchange, name))}</ol></details>`;
  };
}
