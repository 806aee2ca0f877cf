// The pages as the service serves them, in Debian's Chromium: from typing a domain to reading its report, with and without script; and with a target
// that writes markup and script wherever it can. Every request of the browser goes to the service.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { FixtureServer } from '../../src/transport/fixture/server.ts';
import { CHROMIUM, launch } from '../report/html/browser.ts';
import { XSS } from '../report/html/hostile.ts';
import { WHOLE } from '../whole.ts';
import { ask } from './ask.ts';
import { mending } from './mending.ts';
import { served, target, type Whole } from './served.ts';

const strings = fileURLToPath(new URL('../../fixtures/vectors/strings/blns.json', import.meta.url));
const NAUGHTY = JSON.parse(readFileSync(strings, 'utf8')) as string[];
const WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** A folder for pictures of every page, for whoever wants to look. */
const PICTURES = process.env.AXPROOF_PICTURES;

interface Opened {
  page: Page;
  elsewhere: string[];
  faults: string[];
  close(): Promise<void>;
}

/** A target that says the same hostile things in every field of every surface. */
async function hostile(texts: readonly string[]): Promise<{ origin: string; server: Server }> {
  let origin = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const json = (value: unknown): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (path === '/llms.txt')
      return void response
        .writeHead(200, { 'content-type': 'text/markdown' })
        .end(
          `# ${texts.join('\n# ')}\n\n${texts.map((text) => `- [${text}](/${encodeURIComponent(Buffer.from(text.slice(0, 50), 'utf8').toString('utf8'))}): ${text}`).join('\n')}`,
        );
    if (path === '/openapi.json')
      return json({
        openapi: '3.1.0',
        info: { title: texts.join(' '), version: texts[0], description: texts.join(' ') },
        servers: [{ url: origin }],
        paths: Object.fromEntries(
          texts.slice(0, 40).map((text, i) => [
            `/o${i}`,
            {
              get: {
                operationId: text,
                summary: text,
                responses: { 200: { description: text, content: { 'application/json': { schema: { const: i, title: text } } } } },
              },
            },
          ]),
        ),
      });
    if (path === '/.well-known/agents.json' || path === '/icp.json')
      return json({
        name: texts[0],
        description: texts.join(' '),
        interfaces: { http: Object.fromEntries(texts.map((text, i) => [text, { method: 'GET', url: `${origin}/o${i}`, auth: text }])) },
        openapi: `${origin}/openapi.json`,
        monetization: { model: texts[1], probe: { method: 'GET', url: `${origin}/paid` } },
        agent_classes: texts.map((text) => ({ id: text, fit: text, flow: text })),
      });
    if (path === '/paid')
      return void response
        .writeHead(402, { 'content-type': 'application/json' })
        .end(JSON.stringify({ type: texts.join(' '), title: texts[2] }));
    response.writeHead(200, { 'content-type': 'application/json', 'x-said': 'x' }).end(JSON.stringify(texts));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, server };
}

describe('the pages of the service', function () {
  this.timeout(120_000);
  let whole: Whole;
  let good: FixtureServer;
  let browser: Browser;
  before(async function () {
    // Where there is no browser, only CI insists on one.
    if (!existsSync(CHROMIUM) && !process.env.CI) return this.skip();
    whole = await served();
    good = await target('good');
    await ask(`${whole.url}/self`);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await good?.close();
    await whole?.close();
  });

  async function open(path: string, context: BrowserContextOptions = {}): Promise<Opened> {
    const elsewhere: string[] = [];
    const faults: string[] = [];
    const own = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...context });
    own.setDefaultTimeout(60_000);
    const page = await own.newPage();
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${whole.url}/`) && !url.startsWith('data:image/svg+xml,')) elsewhere.push(url);
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
    });
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${whole.url}${path}`, { waitUntil: 'load' });
    return { page, elsewhere, faults, close: () => own.close() };
  }

  async function type(page: Page): Promise<void> {
    await page.getByLabel('Grade a domain').fill(new URL(good.origin).host);
    await page.getByRole('button', { name: 'Grade' }).click();
  }

  it('lead from a domain over a live page to its report', async () => {
    const { page, elsewhere, faults, close } = await open('/');
    await type(page);
    await page.waitForURL(/\/127\.0\.0\.1:\d+$/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).to.include('127.0.0.1');
    await page.locator('.hero').waitFor();
    expect(page.url(), 'it stays at the address of the domain').to.match(/\/127\.0\.0\.1:\d+$/);
    expect(await page.locator('.check').count()).to.equal(12);
    expect(await page.locator('main').textContent()).to.include('A+');
    expect([elsewhere, faults]).to.deep.equal([[], []]);
    await close();
  });

  it('lead there without script too', async () => {
    const { page, elsewhere, close } = await open('/', { javaScriptEnabled: false });
    await type(page);
    await page.locator('.hero').waitFor();
    expect(page.url()).to.match(/\/127\.0\.0\.1:\d+$/);
    expect(await page.locator('.check').count()).to.equal(12);
    expect(elsewhere).to.deep.equal([]);
    await close();
  });

  /** The text for a coding agent: copied by its button, or read where its link leads. */
  const fixes = async (page: Page, scripted: boolean): Promise<string> => {
    const link = page.getByRole('link', { name: 'All fixes as one text for a coding agent' });
    if (!scripted) return (await ask(`${whole.url}${await link.getAttribute('href')}`)).text;
    await page.getByRole('button', { name: 'Copy all fixes for a coding agent' }).click();
    await page.getByText('Copied').first().waitFor();
    return (await page.evaluate('navigator.clipboard.readText()')) as string;
  };

  for (const javaScriptEnabled of [true, false])
    it(`name what changed after a site was mended and graded again, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const site = await mending();
      const { page, elsewhere, faults, close } = await open(`/${site.host}`, {
        javaScriptEnabled,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.locator('.hero').waitFor();
      expect(await page.locator('#since').count(), 'the first grade has none before it').to.equal(0);
      expect(await page.locator('#check-llms-txt .word').first().textContent()).to.equal('Fail');
      expect(await page.locator('#check-llms-txt .receipts').textContent()).to.match(/\/llms\.txt.*404.*curl/s);
      const first = await page.getByText('Permanent link').getAttribute('href');
      expect(await fixes(page, javaScriptEnabled)).to.match(
        /^# Mend `http:[^\n]+\n[\s\S]*\n## 1\. [\s\S]*llms\.txt[\s\S]*\naxproof grade http/,
      );
      site.mend();
      await page.getByRole('button', { name: 'Grade again' }).click();
      await page.locator('#since').waitFor();
      expect(page.url()).to.equal(`${whole.url}/${site.host}`);
      const named = await page.locator('.since li', { has: page.locator('a[href="#check-llms-txt"]') }).textContent();
      expect(named).to.match(/Fail → Pass \(the target changed\)/);
      expect(await page.locator('.since a').first().getAttribute('href'), 'the report before').to.equal(first);
      expect(await page.getByText('Permanent link').getAttribute('href')).to.not.equal(first);
      await page.goto(`${whole.url}${first}`);
      expect([await page.locator('.again').count(), await page.locator('#since').count()], 'a report itself stays as it is').to.deep.equal([
        0, 0,
      ]);
      expect([elsewhere, faults]).to.deep.equal([[], []]);
      await close();
      site.close();
    });

  it('show what there is, and ask the target only when they are told to', async () => {
    const { page, close } = await open(`/${new URL(good.origin).host}`);
    await page.locator('.hero').waitFor();
    const heard = good.requests;
    for (let i = 0; i < 3; i++) await page.reload();
    expect(good.requests).to.equal(heard);
    await close();
  });

  it('say why there is no report', async () => {
    const { page, close } = await open('/127.0.0.1:9');
    await page.waitForURL(/\/runs\//);
    await page.getByText('What to do').waitFor();
    expect(await page.getByLabel('Grade a domain').inputValue(), 'what was typed').to.equal('http://127.0.0.1:9');
    await close();
    const still = await open('/127.0.0.1:9', { javaScriptEnabled: false });
    await still.page.waitForURL(/\/runs\//);
    await still.page.getByText('unreachable').first().waitFor();
    await still.close();
  });

  const graded = (): string => new URL(good.origin).host;
  const PAGES: Record<string, () => string> = {
    home: () => '/',
    about: () => '/about',
    error: () => '/localhost',
    'not-found': () => '/nothing/here',
    code: () => '/errors/cooldown',
    offer: () => '/offers/attested-run',
    history: () => `/${graded()}/history`,
    self: () => '/self',
    live: () => `/${graded()}`,
  };

  const ALL = WHOLE || PICTURES !== undefined;
  for (const [at, [name, path]] of Object.entries(PAGES).entries())
    it(`are sound for everybody: ${name}`, async () => {
      // axe-core takes longest. All pages have one style sheet: each is looked at once, in turn wide and light, or narrow and dark.
      const looks = [{ colorScheme: 'light', width: 1200 } as const, { colorScheme: 'dark', width: 360 } as const];
      for (const { colorScheme, width: usual } of ALL ? looks : [looks[at % 2]!]) {
        const { page, elsewhere, faults, close } = await open(path(), { colorScheme });
        if (name === 'live') await page.locator('.hero').waitFor();
        for (const width of ALL ? [1200, 360] : [usual]) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(axe.source);
          const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults;
          expect(
            violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`),
            `${colorScheme} ${width}`,
          ).to.deep.equal([]);
          expect(await page.evaluate(WIDE), `${colorScheme} ${width}`).to.be.at.most(0);
          if (PICTURES === undefined) continue;
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}-${width}.png`) });
        }
        expect([elsewhere, faults]).to.deep.equal([[], []]);
        await close();
      }
    });

  it('run nothing that a target wrote, and ask nobody for it', async () => {
    // In parts: what is read of one surface is bounded.
    const all = [...XSS, ...NAUGHTY];
    const parts = [XSS, ...[0, 1, 2, 3].map((i) => all.slice(i * Math.ceil(all.length / 4), (i + 1) * Math.ceil(all.length / 4)))];
    for (const texts of parts) {
      const { origin, server } = await hostile(texts);
      try {
        const { page, elsewhere, faults, close } = await open(`/${new URL(origin).host}`);
        await page.locator('.hero').waitFor();
        await page.evaluate('for (const more of document.querySelectorAll("details")) more.open = true');
        await page.waitForTimeout(200);
        const seen = await page.evaluate('({ pwned: "pwned" in window, scripts: document.scripts.length, frames: frames.length })');
        expect(seen).to.deep.equal({ pwned: false, scripts: 1, frames: 0 });
        expect([elsewhere, faults]).to.deep.equal([[], []]);
        const digest = (await page.getByText('Permanent link').getAttribute('href'))!.split('/').at(-1)!;
        const receipts = await ask(`${whole.url}/reports/${digest}/receipts`);
        expect([receipts.status, receipts.text.match(/<script/g)?.length]).to.deep.equal([200, 1]);
        const markdown = await ask(`${whole.url}/reports/${digest}`, { headers: { accept: 'text/markdown' } });
        expect(markdown.status).to.equal(200);
        await close();
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }
  });

  it('run nothing that a caller wrote into an address', async () => {
    const { page, elsewhere, faults, close } = await open('/about');
    for (const text of XSS.slice(0, 20)) {
      for (const where of [
        `/${encodeURIComponent(text)}`,
        `/grade?domain=${encodeURIComponent(text)}`,
        `/errors/${encodeURIComponent(text)}`,
        `/self?format=${encodeURIComponent(text)}`,
      ]) {
        await page.goto(`${whole.url}${where}`, { waitUntil: 'load' });
        expect(await page.evaluate('"pwned" in window'), where).to.equal(false);
      }
    }
    expect([elsewhere, faults]).to.deep.equal([[], []]);
    await close();
  });
});
