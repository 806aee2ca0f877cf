// The pages in Chromium: nothing of a target runs or is asked for; no violation for axe-core, no scrolling sideways; copying and the live page work.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { ASSETS } from '../../../src/report/html/assets.ts';
import { errorPage } from '../../../src/report/html/error-page.ts';
import { livePage } from '../../../src/report/html/live-page.ts';
import { reportPage } from '../../../src/report/html/report-page.ts';
import { WHOLE } from '../../whole.ts';
import { CHROMIUM, launch, open } from './browser.ts';
import { hostileProblem, hostileReport, hostileRun, XSS } from './hostile.ts';
import { liveRun, ORIGIN, PAGES, stored } from './samples.ts';

const file = fileURLToPath(new URL('../../../fixtures/vectors/strings/blns.json', import.meta.url));
const NAUGHTY = JSON.parse(readFileSync(file, 'utf8')) as string[];
const own = (url: string): boolean => url.startsWith(`${ORIGIN}/`) && /\/(badge\.svg|events)$/.test(url);

const eventsOf = ({ id }: { id: string }): string => `/runs/${id}/events`;

/** Pixels by which the page is wider than its window. */
const WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

async function violations(page: Page): Promise<string[]> {
  await page.evaluate('for (const more of document.querySelectorAll("details")) more.open = true');
  await page.evaluate(axe.source);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults;
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => String(target))
        .slice(0, 3)
        .join(', ')}`,
  );
}

/** Bytes of a page with its assets, without pictures. */
const MOST_BYTES = 60_000;

const overflow = (page: Page): Promise<number> => page.evaluate(WIDE);

describe('pages in a browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  before(async function () {
    // Where there is no browser, only CI insists on one.
    if (!existsSync(CHROMIUM) && !process.env.CI) return this.skip();
    browser = await launch();
  });
  after(() => browser?.close());

  for (const name of Object.keys(PAGES)) {
    it(`are sound for everybody: ${name}`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, requests, faults, close } = await open(browser, PAGES[name]!(), {
          colorScheme,
          viewport: { width: 1200, height: 800 },
        });
        // axe-core takes longest. Each scheme and each width is looked at: no rule of it speaks of both, and all pages have one style sheet.
        const dark = WHOLE || name === 'liar' || name === 'live';
        if (colorScheme === 'light' || WHOLE) expect(await violations(page), colorScheme).to.deep.equal([]);
        expect(await overflow(page), 'wide').to.be.at.most(0);
        await page.setViewportSize({ width: 360, height: 740 });
        if (colorScheme === 'dark' && dark) expect(await violations(page), `${colorScheme}, phone`).to.deep.equal([]);
        expect(await overflow(page), 'phone').to.be.at.most(0);
        expect(requests.filter((url) => !own(url))).to.deep.equal([]);
        expect(faults).to.deep.equal([]);
        await close();
      }
    });
  }

  const weight = (html: string): number =>
    [html, ...ASSETS.filter(({ path }) => html.includes(path)).map(({ body }) => body)].reduce(
      (sum, text) => sum + Buffer.byteLength(text, 'utf8'),
      0,
    );
  for (const name of ['home', 'live', 'good', 'liar', 'blocked', 'since', 'error', 'empty', 'failing']) {
    it(`are small: ${name}`, () => expect(weight(PAGES[name]!())).to.be.below(MOST_BYTES));
  }

  it('fold what passes below what fails, and unfold what is linked to', async () => {
    const { page, close } = await open(browser, PAGES.liar!());
    const words = await page.locator('.check .word').allTextContents();
    expect(words.slice(0, 3)).to.deep.equal(['Fail', 'Fail', 'Pass']);
    expect(await page.locator('#check-openapi').isVisible()).to.equal(false);
    await page.goto(`${ORIGIN}/page#check-openapi`);
    await page.locator('#check-openapi .inside').first().waitFor({ state: 'visible' });
    await close();
  });

  it('mark the place in what came', async () => {
    const { page, close } = await open(browser, PAGES.liar!());
    expect(await page.locator('#check-claims-exist mark').allTextContents()).to.deep.equal([
      '- [Price history](/history.csv): every price since the beginning',
    ]);
    await close();
  });

  it('count down until a target may be asked again', async () => {
    const from = new Date(Date.now() + 1500).toISOString();
    const source = PAGES.since!().replace(/data-from="[^"]+"/, `data-from="${from}"`);
    const { page, close } = await open(browser, source);
    const button = page.getByRole('button', { name: 'Grade again' });
    expect(await button.isDisabled()).to.equal(true);
    await page.getByText(/^in [12] s$/).waitFor();
    await page.locator('.again button:enabled').waitFor();
    expect(await page.locator('.wait').textContent()).to.equal('');
    await close();
  });

  const report = (text: string): string => {
    const hostile = hostileReport(text);
    return reportPage(hostile.report, hostile.pack, hostile.options);
  };
  const hostile: Record<string, () => string[]> = {
    report: () => [...XSS, ...NAUGHTY.filter((_, at) => WHOLE || at % 5 === 0)].map(report),
    live: () => XSS.map((text) => livePage(hostileRun(text))),
    error: () => [...XSS.map((text) => errorPage(hostileProblem(text))), errorPage({ ...hostileProblem('all'), errors: NAUGHTY })],
  };

  for (const [name, pages] of Object.entries(hostile)) {
    it(`run nothing that a target wrote: ${name}`, async () => {
      // Without the policy: the escaper has to hold by itself.
      const { page, requests, faults, close } = await open(browser, '<!doctype html>', { viewport: { width: 360, height: 740 } }, {}, null);
      for (const source of pages()) {
        await page.setContent(source, { waitUntil: 'domcontentloaded' });
        const seen = await page.evaluate(`({ pwned: 'pwned' in window, scripts: document.scripts.length, wide: ${WIDE} })`);
        expect(seen, source.slice(source.indexOf('<title>'), 600)).to.deep.equal({ pwned: false, scripts: 1, wide: 0 });
      }
      expect(requests).to.deep.equal([]);
      expect(faults).to.deep.equal([]);
      await close();
    });
  }

  it('have a policy that stops what an escaper would let through', async () => {
    const leak =
      '<!doctype html><script>window.pwned=1</script><img src="https://evil.test/x.png" onerror="window.pwned=1"><p style="color:red">';
    const { page, requests, close } = await open(browser, leak);
    expect(await page.evaluate('"pwned" in window')).to.equal(false);
    expect(requests).to.deep.equal([]);
    await close();
  });

  it('copy what they show', async () => {
    const { page, close } = await open(browser, PAGES.good!(), { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy the command that checks the report' }).click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied)
      .to.match(/^axproof replay https:\/\/axproof\.test\/reports\/sha256:1f/)
      .and.include('--jwks');
    await close();
  });

  it('print without what is there to be pressed', async () => {
    const { page, close } = await open(browser, PAGES.liar!());
    const buttons = page.locator('button:visible');
    expect(await buttons.count()).to.be.above(1);
    await page.emulateMedia({ media: 'print' });
    expect(await buttons.allTextContents()).to.deep.equal([]);
    await close();
  });

  it('are whole without script', async () => {
    const { page, faults, close } = await open(browser, PAGES.liar!(), { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).to.equal('liar-claims.example');
    expect(await page.locator('button').count()).to.equal(0);
    const [, part = ''] = ((await page.locator('#check-claims-exist .requests a').getAttribute('href')) ?? '').split('/receipts#');
    await page.setContent(PAGES.receipts!());
    const of = page.locator('section', { has: page.locator(`#${part}`) });
    expect(await of.locator('h2').textContent()).to.equal('What is claimed exists');
    const first = (await of.locator('a').first().getAttribute('href')) as string;
    expect(await page.locator(`${first} .pair`).count(), 'what it leads to').to.equal(1);
    expect(faults).to.deep.equal([]);
    await close();
  });

  it('are walked by keyboard, from the skip link on', async () => {
    const { page, close } = await open(browser, PAGES.home!(), {}, { '/grade': '<h1>graded' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).to.equal('domain');
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${ORIGIN}/grade?domain=example.com`);
    await close();
  });

  const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const stream = (body: string): { type: string; body: string } => ({ type: 'text/event-stream', body });
  const checks = stored('liar-claims').verdict.checks;

  it('fill in as checks settle, and lead to the report', async () => {
    const run = liveRun();
    const hostileCheck = { ...checks[0]!, reason: { code: 'pass', text: '<img src=x onerror=window.pwned=1>' } };
    const settled = [hostileCheck, ...checks.slice(1)].map((check) => event('check', check)).join('');
    const asks = event('asks', [
      { method: 'GET', url: `https://widgets.example/${'long/'.repeat(60)}` },
      { method: 'GET', url: '<b>' },
    ]);
    const body = `${event('started', {})}${asks}${settled}`;
    const { page, close } = await open(browser, livePage(run), {}, { [eventsOf(run)]: stream(`retry: 60000\n\n${body}`) });
    await page.getByText('12 of 12 checks are settled.').waitFor();
    expect(await page.locator('.now').textContent()).to.match(/^Asking GET https:\/\/widgets\.example\/long\/.* and 1 more$/);
    const shifts = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: 'layout-shift', buffered: true }))`;
    const none = 'new Promise((resolve) => setTimeout(() => resolve(0), 200))';
    expect(await page.evaluate(`Promise.race([${shifts}, ${none}])`), 'layout shift').to.equal(0);
    expect(await page.locator('#check-claims-exist .word').textContent()).to.equal('Fail');
    expect(await page.locator(`#check-${checks[0]!.id} .reason`).textContent()).to.equal('<img src=x onerror=window.pwned=1>');
    expect(await page.evaluate('"pwned" in window')).to.equal(false);
    await close();
    const done = await open(
      browser,
      livePage(run),
      {},
      { [eventsOf(run)]: stream(event('done', { location: '/there' })), '/there': '<h1>there' },
    );
    await done.page.waitForURL(`${ORIGIN}/there`);
    await done.close();
  });

  for (const name of ['failed', 'interrupted'])
    it(`lead to what is said of a run that ${name === 'failed' ? 'failed' : 'was interrupted'}`, async () => {
      const run = liveRun();
      const ended = stream(event(name, { code: 'unreachable', message: '<b>nobody</b> answers' }));
      const { page, close } = await open(browser, livePage(run), {}, { [eventsOf(run)]: ended, [`/runs/${run.id}`]: '<h1>why' });
      await page.waitForURL(`${ORIGIN}/runs/${run.id}`);
      await close();
    });

  it('follow no address elsewhere', async () => {
    const run = liveRun();
    const away = stream(`retry: 60000\n\n${event('done', { location: 'https://evil.test/' })}`);
    const second = await open(browser, livePage(run), {}, { [eventsOf(run)]: away });
    await second.page.waitForTimeout(300);
    expect(second.page.url()).to.equal(`${ORIGIN}/page`);
    expect(second.requests.filter((url) => !own(url))).to.deep.equal([]);
    await second.close();
  });

  it('refresh without script', async () => {
    const run = liveRun(checks.filter(({ verdict }) => verdict === 'pass').slice(0, 3));
    const { page, close } = await open(browser, livePage(run), { javaScriptEnabled: false });
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).to.equal(`2; url=/runs/${run.id}`);
    expect(await page.locator('.check.pass').count()).to.equal(3);
    await close();
  });
});
