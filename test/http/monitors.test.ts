// A watched target that fails and recovers: its alerts, its status page as people see it, its feeds and its badge.
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { SaxesParser } from 'saxes';
import { Webhook } from 'standardwebhooks';
import type { MonitorRecord, TargetStatus } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { builtChild } from '../gate/containment/built.ts';
import { spec } from '../gate/support.ts';
import { CHROMIUM, launch } from '../report/html/browser.ts';
import { until } from '../service/site.ts';
import { type Answer, ask, post } from './ask.ts';
import { entitled } from './entitled.ts';
import { type Mending, mending } from './mending.ts';
import { served, type Whole } from './served.ts';

const WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** A folder for pictures, for whoever wants to look. */
const PICTURES = process.env.AXPROOF_PICTURES;

describe('a monitor', function () {
  this.timeout(90_000);
  let whole: Whole;
  let site: Mending;
  let receiver: Server;
  let hook = '';
  let authorization = '';
  let monitor: MonitorRecord;
  let passed = 0;
  const came: { headers: Record<string, string>; body: string }[] = [];
  const state = async (): Promise<MonitorRecord> =>
    (await ask(`${whole.url}/monitors/${monitor.id}`, { headers: { authorization } })).json();
  const status = async (): Promise<TargetStatus> => (await ask(`${whole.url}/${site.host}/status`)).json();

  before(async () => {
    // The clock of the service goes a minute each time that it is set on: runs of every minute take a second.
    await builtChild();
    whole = await served({ AXPROOF_UNISOLATED_SPECS: 'true' }, { now: () => Date.now() + passed });
    site = await mending();
    site.mend();
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        came.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`;
    ({ authorization } = await entitled(whole, { capabilities: 'monitors', targets: site.host, ceiling: 6 }));
    const made = await post(
      `${whole.url}/monitors`,
      { target: site.host, pack: 'llms-txt', interval: 60, jitter: 1, webhook: hook, public: true },
      { authorization },
    );
    expect(made.status, made.text).to.equal(201);
    monitor = made.json();
  });
  after(async () => {
    site.close();
    receiver.close();
    await whole.close();
  });

  /** The next result, with the clock set on to when it is due. */
  async function next(): Promise<MonitorRecord['results'][number]> {
    const { results } = await state();
    if (results.length > 0) passed += 61_000;
    await until(async () => (await state()).results.length > results.length);
    return (await state()).results[0]!;
  }

  it('sees a target that is well, tells nothing of a single odd result, and all of what comes twice', async () => {
    const first = await next();
    expect(first).to.include({ kept: true });
    expect(await status()).to.include({ state: 'kept', flapping: false });
    site.mend(false);
    const odd = await next();
    expect(odd).to.include({ kept: false });
    expect(odd.first?.id).to.be.a('string');
    expect((await state()).standing).to.include({ grade: first.grade, unconfirmed: true });
    expect((await state()).alerts).to.deep.equal([]);
    await next();
    const { standing, alerts } = await state();
    expect(standing).to.include({ grade: odd.grade }).and.to.have.property('incidentSince');
    expect(alerts.map(({ type }) => type)).to.deep.equal(['grade.worse']);
    expect(await status()).to.include({ state: 'broken' });
    site.mend();
    await next();
    await next();
    expect((await state()).alerts.map(({ type }) => type)).to.deep.equal(['recovered', 'grade.worse']);
    const recovered = await status();
    expect(recovered).to.include({ state: 'kept' });
    const [incident] = recovered.incidents;
    expect(incident).to.deep.include({ cause: 'target', first: odd.first });
    expect(incident?.to).to.be.a('string');
    expect(recovered.days.reduce((sum, { kept, results }) => sum + results - kept, 0)).to.equal(2);
  });

  it('sends what it tells, signed', async () => {
    await until(async () => (await state()).alerts.every(({ state: sent }) => sent === 'delivered'));
    const read = came.map(({ headers, body }) => {
      // The clock of the service is ahead of the one that the package looks at.
      const secret = new Webhook(monitor.secret!);
      expect(secret.sign(headers['webhook-id']!, new Date(Number(headers['webhook-timestamp']) * 1000), body)).to.equal(
        headers['webhook-signature'],
      );
      return JSON.parse(body) as { type: string; data: Record<string, unknown> };
    });
    expect(read.map(({ type }) => type)).to.deep.equal(['grade.worse', 'recovered']);
    expect(read[0]?.data).to.include({ monitor: monitor.id, cause: 'target' });
    expect((await ask(String(read[0]?.data.page))).status).to.equal(200);
    expect(read[0]?.data.page)
      .to.equal(monitor.links.status)
      .and.match(/\/status\?pack=llms-txt$/);
    expect((await ask(String(read[0]?.data.report))).status).to.equal(200);
  });

  it('sends a dead letter again under its old id, and nothing else', async () => {
    const [alert] = (await state()).alerts;
    const resend = (id: string, with_ = authorization): Promise<Answer> =>
      ask(`${whole.url}/monitors/${monitor.id}/alerts/${id}/resend`, { method: 'POST', headers: { authorization: with_ } });
    expect([(await resend(alert!.id)).status, (await resend(alert!.id, '')).status]).to.deep.equal([404, 402]);
    await whole.store.monitors.alertTried({ id: alert!.id, monitor: monitor.id, state: 'dead', last: '500', dueAt: null });
    const before = came.length;
    const answer = await resend(alert!.id);
    expect(answer.status, answer.text).to.equal(202);
    expect((answer.json() as MonitorRecord).deadLetters).to.deep.equal([]);
    await until(() => came.length > before);
    expect(came.at(-1)?.headers['webhook-id']).to.equal(alert!.id);
  });

  it('has feeds and a badge', async () => {
    const feed = (path: string): Promise<Answer> => ask(`${whole.url}/${site.host}${path}`);
    const json = (await feed('/feed.json')).json();
    expect(json.version).to.equal('https://jsonfeed.org/version/1.1');
    expect(json.items.map(({ title }: { title: string }) => title.replace(site.host, ''))[0]).to.match(/^: Recovered/);
    const atom = await feed('/feed.atom');
    const titles: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    let inTitle = false;
    parser.on('opentag', ({ local, uri }) => {
      expect(uri).to.equal('http://www.w3.org/2005/Atom');
      inTitle = local === 'title';
    });
    parser.on('text', (text) => inTitle && text.trim() !== '' && titles.push(text));
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(atom.text).close();
    expect(titles.slice(1)).to.deep.equal(json.items.map(({ title }: { title: string }) => title));
    expect((await feed('/status.svg')).text)
      .to.match(/aria-label="axproof: grade [A-F]\+?, recovered"/)
      .and.include('↑');
  });

  it('has a page that says it to people, with and without script, small and wide', async function () {
    if (!existsSync(CHROMIUM)) return this.skip();
    const browser: Browser = await launch();
    try {
      for (const [name, options] of Object.entries({
        light: { viewport: { width: 1200, height: 900 } },
        phone: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', javaScriptEnabled: false },
      } as const)) {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const faults: string[] = [];
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        await page.goto(`${whole.url}/${site.host}/status`);
        expect(await page.getByRole('heading', { level: 1 }).textContent()).to.equal(`Status of http://${site.host}`);
        expect(await page.locator('.strip rect').count()).to.equal(90);
        expect(await page.locator('.strip .day-partly title').textContent()).to.match(/2 of 5 results broken/);
        const incident = await page.locator('.since li').textContent();
        expect(incident)
          .to.match(/From grade .* to grade .*First failing check/s)
          .and.include('The target changed.');
        expect(await page.locator('link[type="application/atom+xml"]').count()).to.equal(1);
        expect(faults).to.deep.equal([]);
        if (name === 'light') {
          expect(await page.evaluate(WIDE)).to.be.at.most(0);
          await page.evaluate(axe.source);
          const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
          expect(violations.map(({ id }) => id)).to.deep.equal([]);
        }
        if (PICTURES !== undefined) {
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: join(PICTURES, `status-${name}.png`), fullPage: true });
        }
        await context.close();
      }
    } finally {
      await browser.close();
    }
  });

  it('watches no service that would verify itself', async () => {
    const all = await entitled(whole, { capabilities: 'monitors' });
    const own = await post(
      `${whole.url}/monitors`,
      { target: new URL(whole.url).host, interval: 60 },
      { authorization: all.authorization },
    );
    expect([own.status, own.json().code, own.json().detail]).to.deep.equal([
      400,
      'bad-domain',
      'the service verifies itself at /self only',
    ]);
    expect((await whole.store.entitlements()).find(({ id }) => id === all.id)?.used).to.equal(0);
  });

  it('stops at the ceiling of its entitlement, and says so', async () => {
    await next();
    passed += 61_000;
    await until(async () => (await state()).stopped !== undefined);
    const { stopped, results, alerts } = await state();
    expect(stopped).to.match(/ceiling/);
    expect(results).to.have.length(6);
    expect(alerts[0]?.type).to.equal('monitor.stopped');
    const { state: now, summary } = await status();
    expect([now, summary]).to.match(/^unknown,It is watched no more: the ceiling .* When it was seen last, on \d{4}-\d\d-\d\d: Grade/);
    expect((await ask(`${whole.url}/${site.host}/status.svg`)).text).to.include('not watched any more');
    expect((await whole.store.entitlements()).map(({ used }) => used).sort()).to.deep.equal([0, 6]);
    const another = await post(`${whole.url}/monitors`, { target: site.host, interval: 60 }, { authorization });
    expect([another.status, another.json().id]).to.deep.equal([402, 'monitors']);
  });

  it('stops when its spec is taken down, and says so; what came to nothing by that is given back', async () => {
    const { digest } = spec;
    await whole.store.putDocument('pack', digest, Buffer.from(jcs(spec.document), 'utf8'), Date.now());
    const owner = await entitled(whole, { capabilities: 'monitors', targets: site.host });
    ({ authorization } = owner);
    const order = { target: site.host, expectedDigest: digest, interval: 60, jitter: 1, webhook: hook };
    passed += 61_000;
    monitor = (await post(`${whole.url}/monitors`, order, { authorization })).json();
    expect(await next()).to.have.property('report');
    await whole.store.takedown('pack', digest, { reason: 'asked for', at: Date.now(), tombstone: Buffer.from('{}') });
    expect(await next()).to.include({ open: 'taken-down', kept: null });
    const { stopped, alerts } = await state();
    expect([stopped, alerts.map(({ type }) => type)]).to.deep.equal(['its spec was taken down', ['monitor.stopped']]);
    expect((await whole.store.entitlement(owner.id))?.used).to.equal(1);
  });
});
