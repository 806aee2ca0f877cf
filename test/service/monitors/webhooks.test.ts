// Alerts on their way to receivers that take them, fail, hang, redirect or are gone: signed, tried again within bounds, given up. Signatures are checked by the package of the standard.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { makeLogKeys, webhookSecret } from '../../../src/service/log-keys.ts';
import { checkWebhook, Webhooks } from '../../../src/service/monitors/webhooks.ts';
import type { MonitorFacts } from '../../../src/store/monitor.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { live } from '../../../src/transport/live/live.ts';
import { newFolder } from '../built.ts';

const HOUR = 3_600_000;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
interface Came {
  headers: Record<string, string>;
  body: string;
}

describe('webhooks', function () {
  this.timeout(30_000);
  const folder = newFolder();
  const keys = join(folder, 'keys');
  let store: Store;
  let server: Server;
  let origin = '';
  let answer: Answer;
  let now = 0;
  const came: Came[] = [];

  before(async () => {
    makeLogKeys(keys, 'example.com/log', join(folder, 'data'));
    store = await openStore({ folder: join(folder, 'data') });
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        came.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString('utf8') });
        answer(request, response);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });
  beforeEach(() => {
    came.length = 0;
    // The package compares with the clock of the machine.
    now = Date.now();
  });

  const status =
    (code: number, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      void response.writeHead(code, headers).end('{}');

  let made = 0;
  /** A monitor with alerts that are due. */
  async function alerted(webhook = `${origin}/hook?a=b`, more: string[] = []): Promise<{ id: string; alert: string }> {
    const id = `monitor-${++made}`;
    const facts: MonitorFacts = {
      id,
      entitlement: 'e',
      target: 'https://example.com',
      packDigest: 'sha256:0',
      packName: null,
      sealed: null,
      every: HOUR,
      jitter: 0,
      plannedAt: now,
      dueAt: null,
      run: null,
      webhook,
      isPublic: false,
      stopped: null,
      standing: null,
      createdAt: now,
    };
    await store.monitors.put(facts);
    const alert = `msg_${id}`;
    const first = { id: alert, type: 'grade.worse', body: `{"type":"grade.worse","data":{"é":"${id}"}}`, state: 'waiting' } as const;
    const others = more.map((name) => ({ id: `${name}-${id}`, type: 'recovered', body: '{}', state: 'waiting' }) as const);
    await store.monitors.end(id, 'x', [first, ...others], now);
    return { id, alert };
  }

  const sender = (isPrivate = true, exchange = 300, allowPrivate = true): Webhooks =>
    new Webhooks({
      config: { allowPrivate, keys },
      store,
      now: () => now,
      random: () => 0,
      open: async (target, mayBePrivate) =>
        live({ target, private: isPrivate && mayBePrivate, coarse: !isPrivate, patient: true, limits: { exchange } }),
    });
  async function send(webhooks = sender()): Promise<number> {
    const sent = await webhooks.send();
    await webhooks.idle();
    return sent;
  }
  const first = async (id: string) => (await store.monitors.alerts(id, 1))[0]!;

  /** Sends as often as something is due, with the clock set on, and gives the hours at which it did. */
  async function through(id: string): Promise<number[]> {
    const begun = now;
    const at: number[] = [];
    for (let i = 0; i < 20 && (await first(id)).state === 'waiting'; i++) {
      if ((await send()) > 0) at.push(Math.round((now - begun) / 36_000) / 100);
      now += [5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR][i] ?? HOUR;
    }
    return at;
  }

  it('are signed so that the package of the standard takes them, and no other body or secret', async () => {
    answer = status(200);
    const { id, alert } = await alerted();
    expect(await send()).to.equal(1);
    expect(await first(id)).to.include({ state: 'delivered', tries: 1, last: '200' });
    const [{ headers, body } = { headers: {}, body: '' }] = came;
    expect(headers['webhook-id']).to.equal(alert);
    const secret = webhookSecret(keys, id);
    expect(new Webhook(secret).verify(body, headers)).to.deep.equal({ type: 'grade.worse', data: { é: id } });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).to.throw();
    expect(() => new Webhook(webhookSecret(keys, 'another')).verify(body, headers)).to.throw();
    expect(await send()).to.equal(0);
  });

  it('are tried again for three days, and then stand among the dead letters', async () => {
    answer = status(503);
    const { id } = await alerted();
    expect(await through(id)).to.deep.equal([0, 0, 0.08, 0.58, 2.58, 7.58, 17.58, 31.58, 51.58, 75.58]);
    expect(await first(id)).to.include({ state: 'dead', tries: 10, last: '503' });
    expect(came).to.have.length(10);
    expect(new Set(came.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect(await store.monitors.alerts(id, 10, { state: 'dead' })).to.have.length(1);
  });

  it('are told to a receiver that comes back', async () => {
    answer = status(500);
    const { id } = await alerted();
    await send();
    expect(await first(id)).to.include({ state: 'waiting', tries: 1 });
    answer = status(204);
    now += 5_000;
    await send();
    expect(await first(id)).to.include({ state: 'delivered', tries: 2, last: '204' });
  });

  it('wait for no receiver that hangs, and keep nobody else waiting', async () => {
    answer = (request, response) => (request.url === '/hangs' ? undefined : status(200)(request, response));
    const [slow, quick] = [await alerted(`${origin}/hangs`), await alerted()];
    const begun = Date.now();
    await send();
    expect(Date.now() - begun).to.be.below(3000);
    expect(await first(slow.id)).to.include({ state: 'waiting', last: 'timed-out' });
    expect(await first(quick.id)).to.include({ state: 'delivered' });
    await store.monitors.alertTried({ id: slow.alert, monitor: slow.id, state: 'dead', last: '', dueAt: null });
  });

  it('of receivers that hang keep no others waiting, however many there are', async () => {
    const hanging: ServerResponse[] = [];
    answer = (request, response) => (request.url === '/hangs' ? void hanging.push(response) : status(200)(request, response));
    for (let i = 0; i < 12; i++) await alerted(`${origin}/hangs`, ['second', 'third']);
    const webhooks = sender(true, 30_000);
    expect(await webhooks.send()).to.equal(12);
    const quick = await alerted();
    expect(await webhooks.send()).to.equal(13);
    while ((await first(quick.id)).state !== 'delivered') await new Promise((resolve) => setTimeout(resolve, 10));
    while (hanging.length < 24) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const response of hanging) response.writeHead(410).end();
    await webhooks.idle();
  });

  const bodies: [string, Answer, string][] = [
    ['drips', (_request, response) => void response.writeHead(200).write('{'), '200'],
    [
      'is cut',
      (_request, response) => void response.writeHead(202, { 'content-length': '100' }).write('{', () => response.destroy()),
      '202',
    ],
    ['is in a coding that nobody knows', status(200, { 'content-encoding': 'klingon' }), '200'],
    ['is no gzip that it says to be', status(200, { 'content-encoding': 'gzip' }), '200'],
    ['is too long', (_request, response) => void response.writeHead(201).end('x'.repeat(5_000_000)), '201'],
  ];
  for (const [title, answering, last] of bodies)
    it(`are taken by a status, also where the body ${title}`, async () => {
      answer = answering;
      const { id } = await alerted();
      await send();
      expect(await first(id)).to.include({ state: 'delivered', tries: 1, last });
    });

  it('are taken by a receiver that thinks for longer than a probe would wait', async () => {
    answer = (_request, response) => void setTimeout(() => status(204)(_request, response), 5_500);
    const { id } = await alerted();
    await send(sender(true, 10_000));
    expect(await first(id)).to.include({ state: 'delivered', tries: 1, last: '204' });
  });

  it('follow no redirect', async () => {
    answer = status(302, { location: `${origin}/elsewhere` });
    const { id, alert } = await alerted();
    await send();
    expect(came).to.have.length(1);
    expect(await first(id)).to.include({ state: 'waiting', last: '302' });
    await store.monitors.alertTried({ id: alert, monitor: id, state: 'dead', last: '', dueAt: null });
  });

  it('end for good where the receiver is gone', async () => {
    answer = status(410);
    const { id } = await alerted(undefined, ['second']);
    await send();
    expect((await store.monitors.get(id))?.webhook).to.equal(null);
    now += 24 * HOUR;
    await send();
    expect(came).to.have.length(1);
    expect((await store.monitors.alerts(id, 5)).map(({ state }) => state)).to.deep.equal(['dead', 'dead']);
  });

  it('reach nothing private, by whatever name', async () => {
    answer = status(200);
    for (const text of [
      'http://example.com/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://[::1]/x',
      'https://example.com:8443/x',
      'https://u:p@example.com/x',
      'https://a.internal/x',
      'https://xn--a.example.com/',
      'https://hooks.example.com\\@127.0.0.1/',
    ])
      expect(() => checkWebhook(text, false), text)
        .to.throw(/^\/webhook: \S/)
        .with.property('code', 'bad-domain');
    expect(() => checkWebhook('https://hooks.example.com/in?x=1', false)).to.not.throw();
    // What passed then leads elsewhere now.
    const { id, alert } = await alerted();
    await send(sender(false));
    expect(came).to.deep.equal([]);
    expect((await first(id)).last).to.match(/^(blocked-address|name-not-found)$/);
    await store.monitors.alertTried({ id: alert, monitor: id, state: 'dead', last: '', dueAt: null });
  });

  it('reach nothing private either where the service admits it no more', async () => {
    answer = status(200);
    const { id } = await alerted();
    await send(sender(true, 300, false));
    expect(came).to.deep.equal([]);
    expect(await first(id)).to.include({ state: 'dead', tries: 1, last: 'blocked-address' });
  });
});
