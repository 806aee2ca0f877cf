// Functional tests on a schedule: a spec that writes, with secrets that nobody sees but the target. The service is a process of its own, all of whose words are kept.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { MonitorRecord } from '../../src/contract/generated/types.ts';
import { spellings } from '../../src/run/secrets/spellings.ts';
import { builtChild } from '../gate/containment/built.ts';
import { newFolder, type Process, started } from '../service/built.ts';
import { until } from '../service/site.ts';
import { type Answer, ask, post } from './ask.ts';
import { type Crud, crud, crudSpec } from './crud.ts';
import { entitled, operator, type Wanted } from './entitled.ts';

const TOKEN = 'tok-5f3a77c1-+/=%2F~the bearer';
/** Texts of every kind that can be a secret. */
const NOTES = [
  'ein Schlüssel ✓ ключ 🗝 \u202e',
  '{"json": ["no", 1, null], "quote": "\\""}',
  `long ${'x7Qp'.repeat(2000)}`,
  'line one\nline two\ttab \u0000 nul',
  '<script>alert("note")</script>&amp;',
  '{{ $.env.token }} secret-0123456789abcdef',
];

/** Every file below a folder. */
function bytesBelow(folder: string): Buffer[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? bytesBelow(path) : [readFileSync(path)];
  });
}

const shapesOf = (secret: string): Buffer[] => [
  ...spellings(secret).map((text) => Buffer.from(text, 'utf8')),
  Buffer.from(secret, 'utf16le'),
  // Where it stands at a place divisible by three.
  Buffer.from(
    Buffer.from(secret, 'utf8')
      .toString('base64')
      .replace(/.{2}=*$/, ''),
  ),
  Buffer.from(Buffer.from(secret, 'utf8').toString('hex')),
];

describe('functional tests on a schedule', function () {
  this.timeout(120_000);
  const folder = newFolder();
  const places = { keys: join(folder, 'keys') } as Parameters<typeof entitled>[0];
  let service: Process;
  let site: Crud;
  let receiver: Server;
  const came: string[] = [];
  const made: { id: string; authorization: string }[] = [];

  before(async () => {
    await builtChild();
    service = await started(folder, { LOG_LEVEL: 'debug', AXPROOF_UNISOLATED_SPECS: 'true', AXPROOF_WORKERS: '1' });
    site = await crud(TOKEN);
    receiver = createServer((request, response) => {
      request.on('data', (chunk) => came.push(String(chunk)));
      request.on('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
  });
  beforeEach(() => {
    site.fault = '';
    site.heard.length = 0;
    site.bodies.length = 0;
    site.things.clear();
  });
  after(async () => {
    site.close();
    receiver.close();
    service.child.kill('SIGKILL');
    await service.ended;
  });

  const order = (note: string) => ({
    target: site.host,
    spec: crudSpec.document,
    expectedDigest: crudSpec.digest,
    secrets: { token: TOKEN, note },
    interval: 1,
    jitter: 0,
    webhook: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    public: true,
  });
  async function create(note: string, wanted: Wanted = {}): Promise<{ record: MonitorRecord; authorization: string; entitlement: string }> {
    const { authorization, id: entitlement } = await entitled(places, {
      capabilities: 'monitors,functional-tests',
      targets: site.host,
      ...wanted,
    });
    const answer = await post(`${service.url}/monitors`, order(note), { authorization });
    expect(answer.status, answer.text).to.equal(201);
    const record = answer.json() as MonitorRecord;
    made.push({ id: record.id, authorization });
    return { record, authorization, entitlement };
  }
  const read = ({ id, authorization }: { id: string; authorization: string }): Promise<Answer> =>
    ask(`${service.url}/monitors/${id}`, { headers: { authorization } });
  /** The monitor when it has stopped. */
  async function stopped(): Promise<MonitorRecord> {
    const last = made.at(-1)!;
    await until(async () => (await read(last)).json().stopped !== undefined);
    return (await read(last)).json() as MonitorRecord;
  }
  const alertsOf = ({ alerts }: MonitorRecord): string[] => alerts.map(({ type }) => type).reverse();

  for (const note of NOTES)
    it(`are given ${JSON.stringify(note.slice(0, 24))} and write, read and clean up with it`, async () => {
      const { record } = await create(note, { ceiling: 1 });
      expect(record.secrets).to.deep.equal(['note', 'token']);
      const { results, secrets } = await stopped();
      expect(results[0], JSON.stringify(results)).to.include({ passed: true, kept: true });
      expect(results).to.have.length(1);
      expect(secrets).to.equal(undefined);
      const id = site.heard[1]?.split('/')[2];
      expect(site.heard).to.deep.equal(['POST /things', `GET /things/${id}`, `DELETE /things/${id}`]);
      expect(JSON.parse(site.bodies[0]!)).to.deep.equal({ note, all: `(${note})` });
      expect(site.things.size).to.equal(0);
      const report = await ask(results[0]!.report!);
      expect(report.json().evidence.env.token).to.match(/^secret-[0-9a-f]{32}$/);
      expect(report.json().evidence.consent.by).to.equal('target');
    });

  it('clean up also where the target falls silent in the middle, which says nothing of it', async () => {
    site.fault = 'cut';
    await create(NOTES[0]!, { ceiling: 1 });
    const record = await stopped();
    // A GET over a connection that was closed is sent once more; a write never is.
    const methods = site.heard.map((line) => line.split(' ')[0]);
    expect([methods[0], methods.at(-1), methods.filter((method) => method !== 'GET').length]).to.deep.equal(['POST', 'DELETE', 2]);
    expect(site.things.size).to.equal(0);
    expect(record.results[0]).to.include({ kept: null, open: 'inconclusive', passed: false });
    expect(alertsOf(record)).to.deep.equal(['monitor.stopped']);
  });

  it('tell what a cleanup that failed may have left', async () => {
    site.fault = 'no-delete';
    await create(NOTES[0]!, { ceiling: 1 });
    const record = await stopped();
    const [id] = site.things;
    expect(record.results[0]).to.deep.include({
      left: { why: 'its cleanup did not succeed', requests: [`DELETE ${site.origin}/things/${id}: 500`] },
    });
    expect(alertsOf(record)).to.deep.equal(['cleanup.failed', 'monitor.stopped']);
  });

  it('send nothing without consent, blame nobody, and stop when it is missing twice', async () => {
    site.fault = 'no-consent';
    await create(NOTES[0]!);
    const { results, stopped: why } = await stopped();
    expect(site.heard).to.deep.equal([]);
    expect(results.map(({ open, kept }) => [open, kept])).to.deep.equal(Array(2).fill(['consent-missing', null]));
    expect(why).to.match(/does not accept the writes/);
  });

  it('end with their entitlement: not one run beyond its ceiling, none when it is revoked', async () => {
    await create(NOTES[0]!, { ceiling: 2 });
    expect((await stopped()).results).to.have.length(2);
    const { entitlement } = await create(NOTES[0]!);
    await until(async () => (await read(made.at(-1)!)).json().results?.length > 0);
    await operator(places, 'revoke', entitlement);
    // Its owner cannot ask any more; what is sent says so.
    const heard = (): number => site.heard.length;
    await until(async () => came.some((body) => body.includes(made.at(-1)!.id) && body.includes('monitor.stopped')));
    const then = heard();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(heard()).to.equal(then);
  });

  it('are refused to an entitlement of another capability or target', async () => {
    for (const wanted of [{ capabilities: 'monitors' }, { capabilities: 'functional-tests' }, { targets: 'example.com' }]) {
      const { authorization } = await entitled(places, { capabilities: 'monitors,functional-tests', targets: site.host, ...wanted });
      const answer = await post(`${service.url}/monitors`, order(NOTES[0]!), { authorization });
      expect([answer.status, answer.json().code], JSON.stringify(wanted)).to.deep.equal([403, 'entitlement-too-narrow']);
    }
    expect(site.heard).to.deep.equal([]);
  });

  it('never send a write twice, and tell what a process that was killed may have left', async () => {
    site.fault = 'hang';
    await create(NOTES[0]!, { ceiling: 1 });
    await until(() => site.heard.length === 2);
    service.child.kill('SIGKILL');
    await service.ended;
    const words = [service.stdout(), service.stderr()];
    service = await started(folder, { LOG_LEVEL: 'debug', AXPROOF_UNISOLATED_SPECS: 'true', AXPROOF_WORKERS: '1' });
    expect(words.join('')).to.not.include(TOKEN);
    // Its lease has to end first.
    const last = made.at(-1)!;
    await until(async () => (await read(last)).json().results.length > 0);
    const [result] = ((await read(last)).json() as MonitorRecord).results;
    expect(result).to.deep.include({ kept: null, open: 'run-interrupted' });
    expect(result?.left?.why).to.match(/cut off/);
    expect(site.heard.filter((line) => line === 'POST /things')).to.have.length(1);
  });

  it('leave the bytes of no secret anywhere: store, keys, log, alerts, answers', async () => {
    await until(() => came.filter((body) => body.includes('cleanup.failed')).length >= 2);
    const told: string[] = [service.stdout(), service.stderr(), ...came];
    for (const one of made) {
      const { text, status } = await read(one);
      told.push(text);
      if (status !== 200) continue;
      for (const { report } of (JSON.parse(text) as MonitorRecord).results) {
        if (report === undefined) continue;
        told.push((await ask(report)).text, (await ask(report, { headers: { accept: 'text/html' } })).text);
      }
    }
    for (const path of ['/status', '/feed.json', '/feed.atom']) told.push((await ask(`${service.url}/${site.host}${path}`)).text);
    const all = [...bytesBelow(folder), ...told.map((text) => Buffer.from(text, 'utf8'))];
    expect(told.join('')).to.include('secret-');
    for (const secret of [TOKEN, ...NOTES])
      for (const shape of shapesOf(secret))
        expect(
          all.findIndex((bytes) => bytes.includes(shape)),
          `${secret.slice(0, 20)} as ${shape.toString().slice(0, 40)}`,
        ).to.equal(-1);
  });
});
