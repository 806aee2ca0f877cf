// npm run pictures: the pictures of docs/pages.md, of the pages that the tests look at, in Debian's Chromium. It sends nothing.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { badge } from '../src/report/badge.ts';
import { launch, open } from '../test/report/html/browser.ts';
import { PAGES } from '../test/report/html/samples.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../docs/pictures', import.meta.url));
const WIDE = { width: 1000, height: 760 };
const PHONE = { width: 360, height: 740 };
const looks: Record<string, [page: string, context: BrowserContextOptions, at?: string]> = {
  home: ['home', { viewport: WIDE }],
  live: ['live', { viewport: WIDE }],
  good: ['good', { viewport: WIDE }],
  bad: ['liar', { viewport: { width: 1000, height: 1200 } }],
  blocked: ['blocked', { viewport: WIDE }],
  diff: ['since', { viewport: WIDE }],
  phone: ['since', { viewport: PHONE }],
  dark: ['liar', { viewport: WIDE, colorScheme: 'dark' }, '#check-claims-exist .receipts'],
};

mkdirSync(folder, { recursive: true });
const browser = await launch();
const svg = { type: 'image/svg+xml', body: badge({ kind: 'grade', grade: 'C', certainty: 'exact' }) };
for (const [name, [page, context, at]] of Object.entries(looks)) {
  const opened = await open(browser, PAGES[page]!(), context, { '/liar-claims.example/badge.svg': svg });
  if (at !== undefined) await opened.page.locator(at).evaluate('(at) => at.scrollIntoView()');
  await opened.page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 50 });
  await opened.close();
}
await browser.close();
