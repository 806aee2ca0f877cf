// Links. A path of this service or an http(s) URL becomes one; everything else stays text.
import { html, type Markup } from './markup.ts';

/** One slash and no second: `//host` and `/\host` are other hosts to a browser. Invisible characters are never in an address. */
const OWN = /^\/(?![/\\])[\x21-\x7e]*$|^#[\x21-\x7e]+$/;
const WEB = /^https?:\/\/[\x21-\x7e]+$/i;

const isOwn = (href: string): boolean => OWN.test(href);

function isWeb(href: string): boolean {
  if (!WEB.test(href) || !URL.canParse(href)) return false;
  const { username, password } = new URL(href);
  return username === '' && password === '';
}

/** A link whose address the target chose: no search engine is led there. No page sends its address along (`referrer` in `page.ts`). */
export const outside = (href: string, text: string = href): Markup =>
  isWeb(href) ? html`<a href="${href}" rel="nofollow">${text}</a>` : html`${text}`;

/** A link of our own making: to this service (`/about`), or to a reference of a pack (http(s)); with any other href it is shown as text. */
export function link({ href, text }: { href: string; text: string }): Markup {
  if (isOwn(href) || /^mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/.test(href)) return html`<a href="${href}">${text}</a>`;
  return isWeb(href) ? html`<a href="${href}">${text}</a>` : html`${text}`;
}

/** The address in its full form, for commands and snippets; as it is where it is none. */
export const absolute = (href: string, base: string): string => (URL.canParse(href, base) ? new URL(href, base).href : href);

/** Ids of checks are safe in an address; what is not is no id. */
export const anchor = (id: string): string => (/^[a-z][a-z0-9-]{0,47}$/.test(id) ? `check-${id}` : 'checks');
