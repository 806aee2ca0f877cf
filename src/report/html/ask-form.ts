// The forms that ask for a grade: of a domain that is typed, and of the same domain again. Both work without script.
import { link } from './links.ts';
import { html, type Markup } from './markup.ts';
import type { Again } from './report-page-options.ts';

/** typed: stays in the field, to be mended. */
export const askForm = (typed = ''): Markup => html`<form class="ask" action="/grade" method="get">
<label for="domain">Grade a domain</label>
<div><input id="domain" name="domain" type="text" required autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url" maxlength="2048" placeholder="example.com" value="${typed.slice(0, 2048)}" aria-describedby="domain-help"><button type="submit">Grade</button></div>
<p class="muted" id="domain-help">A public domain name; an address of one of its pages will do. The grade takes some seconds; the report is public.</p>
</form>`;

/** Until the target may be asked again, the script counts the seconds down and holds the button. reportUrl: of the report that stays. */
export function againForm({ domain, pack, from }: Again, reportUrl: string): Markup {
  const wait = from === undefined ? null : html`<span class="wait muted" data-from="${from}">from ${from.slice(11, 19)} UTC on</span>`;
  return html`<div class="acts"><form class="again" action="/grade" method="get"><input type="hidden" name="domain" value="${domain}">${
    pack !== undefined && html`<input type="hidden" name="pack" value="${pack}">`
  }<button type="submit">Grade again</button></form><p>${link({ href: reportUrl, text: 'Permanent link to this report' })}</p>${wait}</div>`;
}
