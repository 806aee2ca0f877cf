// Starting and stopping: an empty folder is enough, two may begin on it at once, and what cannot be is refused by name.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { KeyFolder } from '../../src/attest/keys/folder.ts';
import type { AxproofError } from '../../src/contract/errors.ts';
import { readConfig } from '../../src/service/config.ts';
import type { Monitors } from '../../src/service/monitors/monitors.ts';
import { chores } from '../../src/start/chores.ts';
import { openKeys } from '../../src/start/keys.ts';
import { originOf } from '../../src/start/listening.ts';
import { openStore } from '../../src/store/open.ts';
import { newServer } from '../store/postgres-server.ts';
import { json, newFolder, served, started } from './built.ts';
import { until } from './site.ts';

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'started',
    (error: AxproofError) => error.code,
  );
}

describe('axproof serve', function () {
  this.timeout(60_000);

  it('starts on an empty folder, says where to look, and stops at a signal with 0', async () => {
    const folder = newFolder();
    const one = await started(folder, { TEST_AHEAD: 'yes' });
    expect(await json(`${one.url}/health`)).to.deep.equal({ ok: true, verifier: 'axproof', version: '0.1.0' });
    expect(one.stdout())
      .to.include(`${one.url}/self`)
      .and.to.match(/http:\/\/\S+\/metrics/);
    const [, metrics = ''] = /(http:\/\/\S+\/metrics)/.exec(one.stdout()) ?? [];
    expect(await (await fetch(metrics)).text()).to.include('axproof_http_seconds');
    expect(readdirSync(folder).sort()).to.deep.equal(['data', 'keys']);
    one.child.kill('SIGTERM');
    expect(await one.ended).to.equal(0);
  });

  it('publishes what was revoked while it started', async () => {
    const folder = newFolder();
    const config = readConfig({ AXPROOF_DATA: join(folder, 'data'), AXPROOF_KEYS: join(folder, 'keys') });
    const store = await openStore({ folder: config.data });
    await openKeys(config, store, Date.now());
    const [{ kid } = { kid: '' }] = await store.keys();
    await new KeyFolder(config.keys, { store: config.data }).revoke(kid, Date.now());
    const monitors = { tick: async () => undefined } as unknown as Monitors;
    const end = chores({ config, store, monitors, now: Date.now, log: pino({ level: 'silent' }) });
    try {
      await until(async () => (await store.keys())[0]?.status === 'revoked');
    } finally {
      await end();
      await store.close();
    }
  });

  it('is left at once at the second signal', async () => {
    const site = createServer(() => undefined).listen(0, '127.0.0.1');
    const one = await started(newFolder());
    void fetch(`${one.url}/127.0.0.1:${(site.address() as AddressInfo).port}`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    one.child.kill('SIGINT');
    while (!one.stderr().includes('stopping')) await new Promise((resolve) => setTimeout(resolve, 20));
    one.child.kill('SIGTERM');
    expect(await one.ended).to.equal(130);
    site.close();
  });

  it('stops while its database is away, and says what it could not put away', async function () {
    const server = newServer();
    if (!server) return this.skip();
    try {
      await server.start();
      const one = await started(newFolder(), { DATABASE_URL: server.url() });
      await server.stop();
      one.child.kill('SIGTERM');
      expect(await one.ended).to.equal(3);
      expect(one.stderr()).to.match(/axproof: store-unavailable: it stopped, and not everything could be put away: /);
    } finally {
      await server.remove();
    }
  });

  it('names variables that look like settings and are none', async () => {
    const one = await started(newFolder(), { AXPROOF_COOLDWON: '5', AXPROOF_PORT: 'tcp://10.0.0.1:80', AXPROOF_SERVICE_HOST: '10.0.0.1' });
    expect(one.stderr()).to.include('no settings, and read by nothing: AXPROOF_COOLDWON (');
    one.child.kill('SIGTERM');
    expect(await one.ended).to.equal(0);
  });

  it('takes up monitors that a clock ahead by hours had put off', async () => {
    const folder = newFolder();
    const store = await openStore({ folder: join(folder, 'data') });
    const hour = 3_600_000;
    const ahead = Date.now() + 5 * hour;
    const facts = {
      id: 'm',
      entitlement: 'e',
      target: 'http://127.0.0.1:9',
      packDigest: 'sha256:0',
      packName: 'ax',
      every: hour,
      jitter: 0,
    };
    const more = { run: null, webhook: null, sealed: null, isPublic: false, stopped: null, standing: null, createdAt: ahead };
    await store.monitors.put({ ...facts, ...more, plannedAt: ahead, dueAt: ahead });
    const one = await served(folder);
    try {
      await until(async () => (await store.monitors.get('m'))?.dueAt !== ahead);
      expect((await store.monitors.get('m'))?.dueAt ?? 0).to.be.below(ahead - 3 * hour);
    } finally {
      await one.close();
      await store.close();
    }
  });

  it('starts twice at once on one empty folder: one key, one log, reports of both under it', async () => {
    const folder = newFolder();
    const both = await Promise.all([started(folder, { TEST_AHEAD: 'yes' }), started(folder, { TEST_AHEAD: 'yes' })]);
    const sets = await Promise.all(both.map(({ url }) => json<{ keys: { kid: string }[] }>(`${url}/.well-known/jwks.json`)));
    expect(sets[0]?.keys).to.have.length(1);
    expect(sets[1]).to.deep.equal(sets[0]);
    for (const { url } of both) expect((await fetch(`${url}/self`)).status).to.be.oneOf([200, 202]);
    for (const { child } of both) child.kill('SIGTERM');
    expect(await Promise.all(both.map(({ ended }) => ended))).to.deep.equal([0, 0]);
    const lock = join(folder, 'keys', '.lock');
    expect(readdirSync(lock).map((name) => readFileSync(join(lock, name), 'utf8'))).to.deep.equal(['free']);
  });

  it('refuses a store in what is no folder, and names the setting', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, 'notes');
    for (const data of [file, join(file, 'data')]) {
      const error = await served(folder, { AXPROOF_DATA: data }).catch((thrown: AxproofError) => thrown);
      expect(error).to.include({ code: 'bad-config' });
      expect((error as AxproofError).details[0]).to.match(/^AXPROOF_DATA=/);
    }
    expect(readFileSync(file, 'utf8')).to.equal('notes');
  });

  it('refuses a key folder that lies in the store', async () => {
    const folder = newFolder();
    expect(await codeOf(served(folder, { AXPROOF_KEYS: join(folder, 'data', 'keys') }))).to.equal('exposed-key');
    expect(await codeOf(served(folder, { AXPROOF_KEYS: join(folder, 'data') }))).to.equal('exposed-key');
  });

  it('refuses a key folder that others may write to', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'keys'), { mode: 0o777 });
    chmodSync(join(folder, 'keys'), 0o777);
    expect(await codeOf(served(folder))).to.equal('exposed-key');
  });

  const spoilt: [string, (keys: string, key: string) => void, string][] = [
    ['a signing key that others may read', (keys, key) => chmodSync(join(keys, key), 0o644), 'exposed-key'],
    ['a signing key that is gone', (keys, key) => rmSync(join(keys, key)), 'bad-file'],
    ['a signing key that is none', (keys, key) => writeFileSync(join(keys, key), 'junk'), 'bad-keys'],
    ['sealing keys that others may read', (keys) => chmodSync(join(keys, 'sealing.jwks'), 0o644), 'exposed-key'],
    ['sealing keys that are none', (keys) => writeFileSync(join(keys, 'sealing.jwks'), '{}'), 'bad-keys'],
  ];
  for (const [what, spoil, code] of spoilt)
    it(`refuses ${what}`, async () => {
      const folder = newFolder();
      await (await served(folder)).close();
      const keys = join(folder, 'keys');
      spoil(keys, readdirSync(keys).find((name) => name.startsWith('key-')) as string);
      expect(await codeOf(served(folder))).to.equal(code);
    });

  it('refuses a port that is taken, and leaves nothing open', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const folder = newFolder();
    expect(await codeOf(served(folder, { PORT: port }))).to.equal('bad-config');
    expect(await codeOf(served(folder, { METRICS_PORT: port }))).to.equal('bad-config');
    const error = await served(folder, { METRICS_PORT: port }).catch((thrown: AxproofError) => thrown);
    expect(error).to.have.deep.property('details', ['AXPROOF_METRICS_HOST and METRICS_PORT say where']);
    taken.close();
    const again = await served(folder, { PORT: port });
    await again.close();
  });

  for (const [address, family, port, origin] of [
    ['127.0.0.1', 'IPv4', 80, 'http://127.0.0.1'],
    ['127.0.0.1', 'IPv4', 8080, 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'IPv4', 443, 'http://127.0.0.1:443'],
    ['::', 'IPv6', 80, 'http://[::1]'],
  ] as const)
    it(`calls itself ${origin} where it listens on ${address}, port ${port}`, () =>
      expect(originOf({ address, family, port })).to.equal(origin));
});
