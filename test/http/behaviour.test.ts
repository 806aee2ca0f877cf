// When a grade is stored, fresh, stale or refused; who may start how much; and what stands behind a digest.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { checkProofDocument } from '../../src/attest/log/proof-document.ts';
import { jcs } from '../../src/json/jcs.ts';
import { logSigner } from '../../src/service/log-keys.ts';
import type { FixtureServer } from '../../src/transport/fixture/server.ts';
import { spec } from '../gate/support.ts';
import { type Answer, ask, post } from './ask.ts';
import { served, target, type Whole } from './served.ts';

const sha256 = (bytes: string | Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const JSON_ = { accept: 'application/json' };
const hostOf = ({ origin }: { origin: string }): string => new URL(origin).host;
const digestOf = ({ headers }: Answer): string => /reports\/(sha256:[0-9a-f]{64})/.exec(String(headers.link))![1]!;

/** Ports where nobody answers. */
async function dead(count: number): Promise<string[]> {
  const servers: Server[] = [];
  for (let i = 0; i < count; i++) servers.push(createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const hosts = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return hosts;
}

/** What is kept at hand is looked at anew after a moment. */
async function eventually(look: () => Promise<Answer>, so: (answer: Answer) => boolean): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await look();
    if (so(answer) || tries >= 40) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('grades over HTTP', function () {
  this.timeout(60_000);
  let whole: Whole;
  let good: FixtureServer;
  /** Seconds by which the service's clock is ahead. */
  let ahead = 0;
  before(async () => {
    whole = await served({ AXPROOF_COOLDOWN: '60', AXPROOF_TRUST_PROXY: '1' }, { now: () => Date.now() + ahead * 1000 });
    good = await target('good');
  });
  after(async () => {
    await good.close();
    await whole.close();
  });
  const get = (path: string, headers: Record<string, string> = JSON_): Promise<Answer> => ask(`${whole.url}${path}`, { headers });
  const from = (address: string): Record<string, string> => ({ ...JSON_, 'x-forwarded-for': address });

  it('are made once, and read from then on', async () => {
    const first = await get(`/${hostOf(good)}`);
    expect(first.status, first.text.slice(0, 300)).to.equal(200);
    const heard = good.requests;
    const second = await get(`/${hostOf(good)}`);
    expect(second.text).to.equal(first.text);
    expect(Number(second.headers.age)).to.be.within(0, 60);
    expect(second.headers['cache-control']).to.match(/^public, max-age=\d+$/);
    expect(good.requests).to.equal(heard);
  });

  it('are refused anew inside the cooldown, with where the last one is', async () => {
    const heard = good.requests;
    const answer = await get(`/${hostOf(good)}`, { ...JSON_, 'cache-control': 'No-Cache' });
    expect([answer.status, answer.json().code]).to.deep.equal([429, 'cooldown']);
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
    expect(answer.headers['ratelimit-policy']).to.equal('"target";q=1;w=60');
    expect(answer.headers.ratelimit).to.match(/^"target";r=0;t=\d+$/);
    expect(answer.headers.link).to.equal(`<${answer.json().lastReport}>; rel="prev"; type="application/json"`);
    expect((await ask(answer.json().lastReport)).status).to.equal(200);
    expect(good.requests).to.equal(heard);
  });

  it('of a caller’s seed or spec never stand for the domain', async () => {
    const before = (await get(`/${hostOf(good)}`)).text;
    ahead += 61;
    const seeded = await post(`${whole.url}/verify`, { target: good.origin, seed: 5 });
    expect(seeded.json().verdict.seed).to.equal(5);
    ahead -= 61;
    expect((await get(`/${hostOf(good)}`)).text).to.equal(before);
  });

  it('are limited by caller, after everything that refuses for another reason', async () => {
    const hosts = await dead(4);
    for (let i = 0; i < 5; i++) expect((await get('/localhost', from('198.51.100.7'))).status).to.equal(400);
    for (const host of hosts.slice(0, 3)) {
      const { status, json } = await get(`/${host}`, from('198.51.100.7'));
      expect([status, json().code]).to.deep.equal([502, 'unreachable']);
    }
    const over = await get(`/${hosts[3]}`, from('198.51.100.7'));
    expect([over.status, over.json().code]).to.deep.equal([429, 'too-many-runs']);
    expect(over.headers).to.include({ 'ratelimit-policy': '"caller";q=10;w=3600' }).and.to.have.property('retry-after');
    expect((await get(`/${hostOf(good)}`, from('198.51.100.7'))).status, 'reading is not limited').to.equal(200);
    expect((await get(`/${hosts[3]}`, from('198.51.100.8'))).status, 'nobody else is').to.equal(502);
  });

  it('count an IPv6 network as one caller', async () => {
    const hosts = await dead(4);
    const statuses: number[] = [];
    for (const [i, host] of hosts.entries()) statuses.push((await get(`/${host}`, from(`2001:db8:0:1::${i + 1}`))).status);
    expect(statuses).to.deep.equal([502, 502, 502, 429]);
  });

  it('are told with their age when nothing newer may be made', async () => {
    ahead += 90;
    try {
      const stale = await get(`/${hostOf(good)}`, { ...from('198.51.100.7'), ...JSON_ });
      expect([stale.status, stale.headers['cache-control']]).to.deep.equal([200, 'no-cache']);
      const told = /not new: it was made at 2.*\(cooldown: .*Ask again in \d+ seconds/;
      expect((await get(`/${hostOf(good)}`, { ...from('198.51.100.7'), accept: 'text/markdown' })).text).to.match(told);
      const { stale: notice, issued } = stale.json();
      // A browser is shown what there is, with its time; who then asks for a new one is told why there is none, and when to come back.
      const browser = { ...from('198.51.100.7'), accept: 'text/html' };
      expect((await get(`/${hostOf(good)}`, browser)).text).to.include(`${issued.at.slice(0, 16).replace('T', ' ')} UTC`);
      const refused = await get(`/grade?domain=${encodeURIComponent(good.origin)}`, browser);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).to.deep.equal([429, true]);
      expect(refused.text).to.match(/cooldown/);
      expect(notice).to.include({ code: 'cooldown', issuedAt: issued.at, retryAfter: Number(stale.headers['retry-after']) });
      expect(notice.age).to.be.at.least(90).and.equal(Number(stale.headers.age));
      expect((await ask(notice.report)).text).to.equal(`${stale.text.slice(0, stale.text.lastIndexOf(',"stale":'))}}`);
    } finally {
      ahead -= 90;
    }
  });

  it('are made anew past the cooldown also where the last one cannot be read any more', async () => {
    const other = await target('good');
    const asks = (): Promise<Answer> => get(`/${hostOf(other)}`, from('198.51.100.9'));
    const first = await asks();
    const db = new Libsql(join(dirname(whole.keys), 'data', 'axproof.db'));
    db.prepare(`update document set bytes = x'00' where kind = 'report' and digest = ?`).run([digestOf(first)]);
    db.close();
    const damaged = await eventually(
      () => get(`/reports/${digestOf(first)}`),
      ({ status }) => status !== 200,
    );
    expect([first.status, damaged.status]).to.deep.equal([200, 500]);
    ahead += 61;
    try {
      const second = await asks();
      expect(second.status, second.text.slice(0, 300)).to.equal(200);
      expect(digestOf(second)).not.to.equal(digestOf(first));
    } finally {
      ahead -= 61;
      await other.close();
    }
  });

  it('are not made up where nobody answers', async () => {
    const [host] = await dead(1);
    for (let i = 0; i < 2; i++) {
      const answer = await get(`/${host}`);
      expect([answer.status, answer.json().code]).to.deep.equal([502, 'unreachable']);
      expect((await get(`/${host}/badge.svg`)).text).to.match(/aria-label="axproof: (no grade|not graded|unknown|none)[^"]*"/);
      ahead += 61;
    }
    ahead -= 122;
  });

  it('name their documents by digests that anybody can compute', async () => {
    const answer = await get(`/${hostOf(good)}`);
    const { attestation, ...report } = answer.json();
    expect(attestation).to.equal(undefined);
    const digest = digestOf(answer);
    expect(sha256(jcs(report))).to.equal(digest);
    expect((await get(`/reports/${digest}`)).text).to.equal(answer.text);
    expect(sha256((await get(`/evidence/${report.evidence.digest}`)).bytes)).to.equal(report.evidence.digest);
    expect(sha256((await get(`/packs/${report.verdict.pack.digest}`)).bytes)).to.equal(report.verdict.pack.digest);
    const har = (await get(`/reports/${digest}`, { accept: 'application/har+json' })).json();
    expect(har.log.entries.length).to.be.at.least(report.evidence.exchanges.length);
    const { key } = logSigner(whole.keys);
    const proof = (await get(`/reports/${digest}/proof`)).text;
    expect(checkProofDocument(proof, digest, key).size).to.be.greaterThan(0);
    expect(() => checkProofDocument(proof, sha256('another'), key)).to.throw();
  });

  it('sign the report of the service about itself', async () => {
    const answer = await get('/self?format=json');
    const { attestation, ...report } = answer.json();
    expect(report.verdict).to.include({ grade: 'A+', conclusive: true });
    expect(report.verdict.score).to.deep.equal({ points: 10, outOf: 10 });
    expect(report.verdict.checks.flatMap(({ findings }: { findings: object[] }) => findings)).to.deep.equal([]);
    expect(report.issued.mode).to.equal('attested-remote');
    expect(attestation.signatures).to.have.length(1);
    const { keys } = (await get('/.well-known/jwks.json')).json();
    expect(keys.map(({ kid }: { kid: string }) => kid)).to.include(attestation.signatures[0].keyid);
    expect(sha256(jcs(report))).to.equal(digestOf(answer));
    const named = await get(`/${new URL(whole.url).host}`);
    expect(named.text, 'whoever names the service gets the stored one').to.equal(answer.text);
    expect((await get(`/${new URL(whole.url).host}/badge.svg`)).text).to.include('grade A+');
  });

  it('say in Markdown where they are, with evidence and signature, and /self is Markdown for curl too', async () => {
    const signed = `\`attestation\` of the report as JSON; the keys: ${whole.url}/.well-known/jwks.json; the proof that it is in the log: `;
    for (const [path, signature] of [
      ['/self', signed],
      [`/${hostOf(good)}`, 'none; reports of private targets are not signed'],
    ] as const) {
      const { type, text } = await get(path, { accept: '*/*', 'user-agent': 'curl/8.11.0' });
      expect([type, text.split(' for ')[0]], path).to.deep.equal(['text/markdown', '# Grade A+']);
      const { attestation, ...report } = (await get(`${path}?format=json`)).json();
      const at = `${whole.url}/reports/${sha256(jcs(report))}`;
      const where = [
        `- Report: ${at}`,
        `- Evidence: ${whole.url}/evidence/${report.evidence.digest}`,
        `- Signature: ${signature}${attestation ? `${at}/proof` : ''}`,
      ];
      expect(text.split('## Where this is\n\n')[1]?.trimEnd().split('\n'), path).to.deep.equal(where);
      for (const [url = ''] of where.join('\n').matchAll(/http:[^\s;]+/g)) expect((await ask(url)).status, url).to.equal(200);
    }
  });

  it('leave a tombstone when they are taken down', async () => {
    const answer = await get(`/${hostOf(good)}`);
    const digest = digestOf(answer);
    const attestation = { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures: [] };
    const told = {
      format: 1,
      kind: 'Tombstone',
      document: 'report',
      digest,
      reason: 'a <b>person</b> asked',
      at: '2026-11-22T00:00:00.000Z',
    };
    const tombstone = Buffer.from(jcs({ ...told, attestation }));
    await whole.store.takedown('report', digest, { reason: 'asked for', at: Date.now(), tombstone });
    for (const path of [`/reports/${digest}`, `/evidence/${answer.json().evidence.digest}`]) {
      const gone = await eventually(
        () => get(path),
        ({ status }) => status === 410,
      );
      expect([gone.status, gone.type, gone.text]).to.deep.equal([410, 'application/json', tombstone.toString()]);
      const page = await get(path, { accept: 'text/html' });
      expect([page.status, page.type]).to.deep.equal([410, 'text/html']);
      expect(page.text).to.include('the report was taken down on 2026-11-22: a &lt;b&gt;person&lt;/b&gt; asked');
    }
    const badge = await eventually(
      () => get(`/${hostOf(good)}/badge.svg`),
      ({ text }) => !text.includes('grade A'),
    );
    expect(badge.text).to.not.include('grade A');
    expect((await get(`/${hostOf(good)}`)).text).to.not.equal(answer.text);
  });
});

describe('the queue', function () {
  this.timeout(60_000);
  const async_ = { prefer: 'respond-async' };
  /** Whoever has leave to ask it waits until the run's time is over. */
  const silent = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
  });
  let slow = '';
  const hanging: FixtureServer[] = [];
  let whole: Whole;

  before(async () => {
    whole = await served({ AXPROOF_CONCURRENCY: '1', AXPROOF_QUEUE: '0', AXPROOF_RUN_TIME: '40' });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    slow = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    for (let i = 0; i < 4; i++) hanging.push(await target('good'));
    await ask(`${whole.url}/self`);
  });
  after(async () => {
    silent.closeAllConnections();
    silent.close();
    await Promise.all(hanging.map((server) => server.close()));
    await whole.close();
  });

  it('refuses with 503 when it is full, lets equal runs join, and leaves the gate a place to wait and one to run', async () => {
    const first = await post(`${whole.url}/verify`, { target: slow }, async_);
    expect(first.status).to.equal(202);
    const joined = await post(`${whole.url}/verify`, { target: slow }, async_);
    expect(joined.json().id).to.equal(first.json().id);
    const answers: Answer[] = [];
    for (const { origin } of hanging.slice(1)) answers.push(await post(`${whole.url}/verify`, { target: origin }, async_));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length, answers.map(({ status }) => status).join()).to.be.greaterThan(0);
    expect(refused[0]!.json().code).to.equal('busy');
    expect(Number(refused[0]!.headers['retry-after'])).to.be.greaterThan(0);
    const pinned = { target: hanging[0]!.origin, spec: spec.document, expectedDigest: spec.digest };
    const gated = await post(`${whole.url}/verify`, pinned);
    expect([gated.status, gated.json().verdict?.passed]).to.deep.equal([200, true]);
    expect((await ask(`${whole.url}/runs/${first.json().id}`, { headers: JSON_ })).json().state, 'the silent one goes on').to.equal(
      'running',
    );
  });
});
