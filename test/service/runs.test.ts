// Which run answers whom: joined runs cost nothing, the cooldown holds, what callers steer never becomes the grade of a domain, and a lost store is no lost service.
import { expect } from 'chai';
import { newServer, type PostgresServer } from '../store/postgres-server.ts';
import { hostOf, json, newFolder, served } from './built.ts';
import { fixtureSite, type Site, until } from './site.ts';

interface Told {
  code?: string;
  verdict?: { seed: number };
  state?: string;
}
interface Answer {
  status: number;
  body: Told;
  headers: Headers;
}

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
  return { status: answer.status, body: (await answer.json()) as Told, headers: answer.headers };
}

const post = (url: string, body: object): Promise<Answer> =>
  ask(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('the runs of the service', function () {
  this.timeout(90_000);
  let shift = 0;
  let service: Awaited<ReturnType<typeof served>>;
  const sites: Site[] = [];
  const site = async (wait?: number): Promise<Site> => {
    sites.push(await fixtureSite(wait));
    return sites.at(-1)!;
  };
  // Callers of loopback are not counted; behind a proxy they are whoever the proxy names.
  const from = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });

  before(async () => {
    const env = { AXPROOF_COOLDOWN: '60', AXPROOF_CALLER_RUNS: '10', AXPROOF_CALLER_BURST: '3', AXPROOF_TRUST_PROXY: '1' };
    service = await served(newFolder(), env, { now: () => Date.now() + shift });
  });
  after(async () => {
    await service.close();
    for (const one of sites) await one.close();
  });

  it('lead from a report to what its pack cannot see', async () => {
    const target = await site();
    const answer = await ask(`${service.url}/${hostOf(target.origin)}`);
    const at = /<([^>]+)>; rel="related"; title="blind-spots"/.exec(answer.headers.get('link') ?? '')?.[1] as string;
    const digest = (answer.body.verdict as unknown as { pack: { digest: string } }).pack.digest;
    expect(at).to.equal(`${service.url}/packs/${digest}/blind-spots`);
    const page = await fetch(at);
    expect([page.status, page.headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'text/markdown']);
    expect(await page.text())
      .to.match(/^# Blind spots of /)
      .and.include(digest);
    expect((await fetch(`${service.url}/packs/sha256:${'0'.repeat(64)}/blind-spots`)).status).to.equal(404);
  });

  it('are not started with a pack that is too large for a grade', async () => {
    const target = await site();
    const answer = await ask(`${service.url}/${hostOf(target.origin)}?pack=ax-whole`);
    expect([answer.status, answer.body.code]).to.deep.equal([422, 'beyond-grade']);
    expect(target.asked('/robots.txt')).to.equal(0);
  });

  it('cost only whoever starts one: twenty that join spend nothing', async () => {
    const target = await site(30);
    const page = `${service.url}/${hostOf(target.origin)}`;
    const first = ask(page, from('203.0.113.1'));
    await until(() => target.asked('/robots.txt') === 1);
    const joined = await Promise.all(Array.from({ length: 20 }, () => ask(page, from('203.0.113.2'))));
    expect([await first, ...joined].map(({ status }) => status)).to.deep.equal(Array.from({ length: 21 }, () => 200));
    expect(target.asked('/robots.txt')).to.equal(1);
    // All three at once are left to the one who joined, and a fourth is not.
    const others = await Promise.all([site(), site(), site(), site()]);
    const statuses: number[] = [];
    for (const other of others) statuses.push((await ask(`${service.url}/${hostOf(other.origin)}`, from('203.0.113.2'))).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
  });

  it('are one a cooldown for a target, whoever asks; then anew', async () => {
    const target = await site();
    const page = `${service.url}/${hostOf(target.origin)}`;
    const first = await ask(page, from('203.0.113.3'));
    expect(first.status).to.equal(200);
    expect(await ask(page, from('203.0.113.4'))).to.deep.include({ status: 200, body: first.body });
    const refused = await ask(page, { headers: { 'x-forwarded-for': '203.0.113.4', 'cache-control': 'no-cache' } });
    expect(refused).to.deep.include({ status: 429 });
    expect(refused.body.code).to.equal('cooldown');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    shift += 61_000;
    const second = await ask(page, from('203.0.113.4'));
    expect(second.body.verdict?.seed).to.not.equal(first.body.verdict?.seed);
    expect(target.asked('/robots.txt')).to.equal(2);
  });

  it('that a caller seeded or pinned never feed the page or the badge of a domain', async () => {
    const target = await site();
    const host = hostOf(target.origin);
    const badge = async (): Promise<string> => (await fetch(`${service.url}/${host}/badge.svg`)).text();
    const empty = await badge();
    const packs = await json<{ links: Record<string, string> }>(`${service.url}/`);
    expect(packs.links).to.be.an('object');
    const seeded = await ask(`${service.url}/${host}?seed=7`, from('203.0.113.5'));
    expect(seeded.body.verdict?.seed).to.equal(7);
    const { body } = seeded as unknown as { body: { verdict: { pack: { digest: string } } } };
    shift += 61_000;
    const pinned = await post(`${service.url}/verify`, { target: target.origin, expectedDigest: body.verdict.pack.digest, seed: 8 });
    expect(pinned.status).to.equal(200);
    shift += 61_000;
    const free = await post(`${service.url}/verify`, { target: target.origin, expectedDigest: body.verdict.pack.digest });
    expect(free.status).to.equal(200);
    expect(await badge()).to.equal(empty);
    expect((await fetch(`${service.url}/${host}`, { method: 'HEAD' })).status).to.equal(404);
    shift += 61_000;
    const grade = await ask(`${service.url}/${host}`, from('203.0.113.6'));
    expect(grade.body.verdict?.seed).to.not.be.oneOf([7, 8, free.body.verdict?.seed]);
    expect(await badge()).to.not.equal(empty);
  });
});

describe('a service whose store goes away', function () {
  this.timeout(90_000);
  let server: PostgresServer | undefined;

  before(function () {
    server = newServer();
    if (!server) this.skip();
  });
  after(() => server?.remove());

  it('answers 503 with its code meanwhile, and goes on when it is back', async () => {
    await server!.start();
    const target = await fixtureSite();
    const service = await served(newFolder(), { DATABASE_URL: server!.url() });
    const page = `${service.url}/${hostOf(target.origin)}`;
    expect((await ask(page)).status).to.equal(200);
    await server!.stop();
    const lost = await ask(page);
    expect(lost).to.deep.include({ status: 503 });
    expect(lost.body.code).to.equal('store-unavailable');
    expect((await fetch(`${service.url}/health`)).status).to.equal(200);
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(503);
    await server!.start();
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 200);
    await until(async () => (await ask(page)).status === 200);
    await service.close();
    await target.close();
  });
});
