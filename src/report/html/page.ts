// The layout of every page: head, skip link, header, main, footer. It knows no page.
import { SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { html, type Markup } from './markup.ts';

export interface PageOptions {
  /** Stands in the tab, before the name of the service. */
  title: string;
  body: Markup;
  description?: string;
  /** Absolute address of the page, and of a picture, for previews of links. */
  url?: string;
  image?: string;
  /** The same page in other forms. */
  alternates?: readonly { href: string; type: string }[];
  /** Path of the script; that of all pages unless said. */
  script?: string;
  /** More for the head, such as the refresh of a page without script. */
  head?: Markup;
  /** Path of the page in the navigation, when it is there. */
  at?: string;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%231f4e8c'/%3E%3Cpath d='M9 17l5 5 10-12' fill='none' stroke='%23fff' stroke-width='3.5' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

const NAV = [
  { href: '/about', text: 'About' },
  { href: '/openapi.json', text: 'API' },
  { href: '/llms.txt', text: 'For agents' },
];

const nav = (at: string | undefined): Markup[] =>
  NAV.map(({ href, text }) => html`<li><a href="${href}"${href === at && html` aria-current="page"`}>${text}</a></li>`);

const alternate = ({ href, type }: { href: string; type: string }): Markup => html`<link rel="alternate" type="${type}" href="${href}">
`;

/** Open Graph: what a preview of a link shows. */
function previewTags(title: string, description: string | undefined, { url, image }: Pick<PageOptions, 'url' | 'image'>): Markup | null {
  if (url === undefined) return null;
  const facts = {
    type: 'website',
    site_name: 'axproof',
    title,
    description,
    url,
    image,
    ...(image === undefined ? {} : { 'image:type': 'image/svg+xml', 'image:width': '1200', 'image:height': '630', 'image:alt': title }),
  };
  return html`${Object.entries(facts).map(
    ([name, content]) =>
      content !== undefined &&
      html`<meta property="og:${name}" content="${content}">
`,
  )}${
    image !== undefined &&
    html`<meta name="twitter:card" content="summary_large_image">
`
  }`;
}

export function page({ title, body, description, alternates = [], script = SCRIPT_PATH, head, at, ...preview }: PageOptions): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · axproof</title>
${
  description !== undefined &&
  html`<meta name="description" content="${description}">
`
}<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${script}" defer></script>
${alternates.map(alternate)}${previewTags(title, description, preview)}${head}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/">axproof</a>
<nav aria-label="Service"><ul>${nav(at)}</ul></nav>
</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="foot">
<p>axproof grades how well a domain’s published surfaces work for software agents. Its verdicts come only from what a target publishes and how it answers.</p>
<ul><li><a href="/about">Who runs this, and how to opt out</a></li><li><a href="/.well-known/jwks.json">Signing keys</a></li><li><a href="/health">Health</a></li></ul>
</footer>
</body>
</html>
`.toString();
}
