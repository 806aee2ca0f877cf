// Several processes of the service on one PostgreSQL: equal runs are one, the dead are noticed, and a stop finishes or marks what is under way.
import { expect } from 'chai';
import { backends, type Place } from '../store/backends.ts';
import { hostOf, json, newFolder, type Process, started } from './built.ts';
import { fixtureSite, type Site, until } from './site.ts';

const postgres = backends.find(({ name }) => name === 'postgres')!;

interface RunState {
  id: string;
  state: string;
}

/** Starts a run, and waits for nothing of it. */
async function begun({ url }: Process, target: Site): Promise<string> {
  const { id } = await json<RunState>(`${url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ target: target.origin }),
  });
  return id;
}

describe('two processes on one PostgreSQL', function () {
  this.timeout(120_000);
  let place: Place | undefined;
  let folder: string;
  /** Of the first test, for the one after it. */
  let first: Process | undefined;
  const sites: Site[] = [];
  const site = async (wait?: number): Promise<Site> => {
    const one = await fixtureSite(wait);
    sites.push(one);
    return one;
  };
  const pair = (env: Record<string, string>): Promise<[Process, Process]> => {
    const all = { DATABASE_URL: place!.options.databaseUrl!, AXPROOF_COOLDOWN: '60', ...env };
    // By what they call themselves the target knows them apart.
    return Promise.all([started(folder, { ...all, AXPROOF_USER_AGENT: 'a' }), started(folder, { ...all, AXPROOF_USER_AGENT: 'b' })]);
  };
  /** The process that runs what asks the target, and the other one. */
  const owning = async (target: Site, [a, b]: [Process, Process]): Promise<[Process, Process]> => {
    await until(() => target.asker() !== undefined);
    return target.asker() === 'a' ? [a, b] : [b, a];
  };

  before(async function () {
    place = await postgres.place();
    if (!place) return this.skip();
    folder = newFolder();
  });
  after(async () => {
    for (const one of sites) await one.close();
    await place?.remove();
  });

  it('cause one run for 200 simultaneous requests', async () => {
    const target = await site(20);
    const [a, b] = await pair({});
    expect([a.url, b.url]).to.not.include('');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        fetch(`${(i % 2 === 0 ? a : b).url}/${hostOf(target.origin)}`, { headers: { accept: 'application/json' } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const digests = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { verdictDigest: string }).verdictDigest));
    expect(new Set(digests).size).to.equal(1);
    expect(target.asked('/robots.txt')).to.equal(1);
    b.child.kill('SIGTERM');
    expect(await b.ended).to.equal(0);
    first = a;
  });

  it('finish what is under way when they are told to stop', async () => {
    const target = await site(100);
    const { url, child, ended } = first!;
    const waiting = fetch(`${url}/${hostOf(target.origin)}`, { headers: { accept: 'application/json' } });
    await until(() => target.asked('/robots.txt') === 1);
    child.kill('SIGTERM');
    expect((await waiting).status).to.equal(200);
    expect(await ended).to.equal(0);
  });

  it('mark the run of a process that was killed, and answer who waits for it', async () => {
    const target = await site(1500);
    const both = await pair({ TEST_LEASE: '2000', AXPROOF_COOLDOWN: '0' });
    const id = await begun(both[0], target);
    const [dead, alive] = await owning(target, both);
    const waiting = fetch(`${alive.url}/${hostOf(target.origin)}`, { headers: { accept: 'application/json' } });
    dead.child.kill('SIGKILL');
    await dead.ended;
    const answer = await waiting;
    expect(answer.status).to.equal(503);
    expect(((await answer.json()) as { code: string }).code).to.equal('run-interrupted');
    expect((await json<RunState>(`${alive.url}/runs/${id}`)).state).to.equal('interrupted');
    alive.child.kill('SIGTERM');
    expect(await alive.ended).to.equal(0);
  });

  it('mark as interrupted what does not end in time', async () => {
    const target = await site(4000);
    const both = await pair({ AXPROOF_COOLDOWN: '0', AXPROOF_SHUTDOWN: '0.5' });
    const id = await begun(both[0], target);
    const [owner, other] = await owning(target, both);
    const start = Date.now();
    owner.child.kill('SIGTERM');
    expect(await owner.ended).to.equal(0);
    expect(Date.now() - start).to.be.lessThan(6000);
    expect((await json<RunState>(`${other.url}/runs/${id}`)).state).to.equal('interrupted');
    other.child.kill('SIGTERM');
    expect(await other.ended).to.equal(0);
  });
});
