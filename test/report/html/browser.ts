// Debian's Chromium for tests of pages. Every request is answered here and written down; nothing reaches a network.
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { ASSETS, CSP } from '../../../src/report/html/assets.ts';
import { ORIGIN } from './samples.ts';

export const CHROMIUM = '/usr/bin/chromium';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args: ['--disable-gpu'] });

const MAIN = `${ORIGIN}/page`;

export interface Opened {
  page: Page;
  /** Every URL that was asked for, the page and its assets left out. */
  requests: string[];
  /** What the page said to the console about its policy or its scripts, and dialogs that it opened. */
  faults: string[];
  close(): Promise<void>;
}

/** Answers by path; strings are HTML pages. */
export type Answers = Record<string, string | { type: string; body: string }>;

async function answer(route: Route, answers: Answers, requests: string[], policy: string | null): Promise<void> {
  const url = route.request().url();
  const { origin, pathname } = new URL(url);
  const asset = origin === ORIGIN ? ASSETS.find(({ path }) => path === pathname) : undefined;
  if (!asset && url !== MAIN) requests.push(url);
  if (asset) return route.fulfill({ contentType: asset.type, body: asset.body, headers: { 'x-content-type-options': 'nosniff' } });
  const found = origin === ORIGIN ? answers[pathname] : undefined;
  if (found === undefined) return route.fulfill({ status: 404, body: '' });
  const { type, body } = typeof found === 'string' ? { type: 'text/html; charset=utf-8', body: found } : found;
  return route.fulfill({ contentType: type, body, headers: policy === null ? {} : { 'content-security-policy': policy } });
}

/** Opens `/page`, which is the given HTML, sent as the service sends it. */
export async function open(
  browser: Browser,
  html: string,
  context: BrowserContextOptions = {},
  answers: Answers = {},
  policy: string | null = CSP,
): Promise<Opened> {
  const requests: string[] = [];
  const faults: string[] = [];
  const own = await browser.newContext(context);
  await own.route('**/*', (route) => answer(route, { ...answers, '/page': html }, requests, policy));
  own.setDefaultTimeout(60_000);
  const page = await own.newPage();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404|Failed to load resource/.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(MAIN, { waitUntil: 'load' });
  return { page, requests, faults, close: () => own.close() };
}
