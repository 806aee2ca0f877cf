// The badge of a domain and the snippets that show it elsewhere.
import type { Report } from '../../contract/generated/types.ts';
import { copyable } from './copyable.ts';
import { absolute } from './links.ts';
import { escaped, html, type Markup } from './markup.ts';
import type { ReportPageOptions } from './models.ts';

/** An address in parentheses ends at the first one. */
const inParentheses = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

export function badgeSection({ verdict }: Report, { url, badgeUrl }: ReportPageOptions): Markup | null {
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
