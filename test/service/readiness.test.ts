// /health/ready says each part, and a code for the one that was broken on purpose; the port of the figures says the same.
import { chmodSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { readConfig } from '../../src/service/config.ts';
import { WorkerPool } from '../../src/service/pool.ts';
import { engineAnswers, readiness, sharedLooks } from '../../src/service/readiness.ts';
import { meters } from '../../src/start/meters.ts';
import { reaches } from '../../src/start/restate/calls.ts';
import { backends } from '../store/backends.ts';
import { built, envOf, newFolder, served } from './built.ts';

const fine = { store: () => 1, keys: () => 1, engine: () => 1, threads: () => 1 };
const NAMES = ['store', 'keys', 'engine', 'threads'] as const;

const codeOf = (work: () => void): string => {
  try {
    work();
    return 'fine';
  } catch (error) {
    return (error as AxproofError).code;
  }
};

describe('readiness', function () {
  this.timeout(60_000);

  it('is all parts', async () => {
    expect(await readiness(fine)).to.deep.equal({ ready: true, parts: NAMES.map((name) => ({ name, ready: true })) });
  });

  for (const broken of NAMES)
    it(`names the part that is broken, and only it: ${broken}`, async () => {
      const fail = async (): Promise<never> => {
        throw new AxproofError('store-unavailable', 'secret words');
      };
      const found = await readiness({ ...fine, [broken]: fail });
      expect(found.ready).to.equal(false);
      expect(found.parts.filter(({ ready }) => !ready)).to.deep.equal([{ name: broken, ready: false, code: 'store-unavailable' }]);
      const late = await readiness({ ...fine, [broken]: () => new Promise(() => undefined) });
      expect(late.parts.find(({ name }) => name === broken)).to.deep.equal({ name: broken, ready: false, code: 'late' });
    });

  it('is what the figures say of each part, at the first look: a store that is read and takes no writes does not work', async () => {
    const refused = (): never => {
      throw new AxproofError('store-unavailable', 'the disk is full');
    };
    const queued = (): Promise<number> => new Promise((resolve) => setTimeout(resolve, 50, 3));
    for (const [store, works] of [
      [() => 1, 1],
      [refused, 0],
    ] as const) {
      const ready = (): ReturnType<typeof readiness> => readiness({ ...fine, store });
      const figures = await meters().listen(0, '127.0.0.1', { underWay: () => 0, queued, ready });
      const text = await (await fetch(figures.url)).text();
      await figures.close();
      expect(text).to.include(`\naxproof_part_ready{part="store"} ${works}\n`).and.to.include('\naxproof_part_ready{part="threads"} 1\n');
      expect(text)
        .to.include('\naxproof_runs_queued 3\n')
        .and.to.match(/\naxproof_store_answer_seconds 0\.0[4-9]/);
    }
  });

  it('is looked at once for all who ask at once, and anew for whoever asks after that, with a rest between', async () => {
    let begun = 0;
    let under = 0;
    const ready = sharedLooks(async () => {
      under++;
      begun++;
      expect(under, 'looks at once').to.equal(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      under--;
      return { ready: true, parts: [{ name: 'store', ready: true, code: String(begun) }] };
    });
    const codes = async (many: number): Promise<(string | undefined)[]> => {
      const all = await Promise.all(Array.from({ length: many }, ready));
      return all.map(({ parts }) => parts[0]?.code);
    };
    const began = performance.now();
    expect(await codes(50)).to.deep.equal(Array(50).fill('1'));
    // What is told is never older than the question.
    expect(await Promise.all([codes(2), codes(2)])).to.deep.equal([
      ['2', '2'],
      ['2', '2'],
    ]);
    expect(performance.now() - began).to.be.at.least(10 * 20);
  });

  it('is looked at anew behind a look that failed', async () => {
    let begun = 0;
    const ready = sharedLooks(async () => {
      if (++begun === 1) throw new TypeError('no look');
      return { ready: true, parts: [] };
    });
    expect(await ready().catch(String)).to.equal('TypeError: no look');
    expect(await ready()).to.deep.equal({ ready: true, parts: [] });
  });

  it('is told at an address of IPv6 by a URL', async () => {
    const standing = { underWay: () => 0, queued: async () => 0, ready: () => readiness(fine) };
    const figures = await meters().listen(0, '::1', standing);
    expect((await fetch(figures.url)).status).to.equal(200);
    await figures.close();
  });

  it('of a service hears of keys that cannot sign, and of their return, on both ports', async () => {
    const folder = newFolder();
    const service = await served(folder, {}, { ahead: false });
    const places = [`${service.url}/health/ready`, service.metricsUrl.replace(/metrics$/, 'health/ready')];
    const told = (): Promise<[number, unknown][]> =>
      Promise.all(
        places.map(async (url) => fetch(url).then(async (answer): Promise<[number, unknown]> => [answer.status, await answer.json()])),
      );
    const all = { ready: true, parts: NAMES.map((name) => ({ name, ready: true })) };
    expect(await told()).to.deep.equal([
      [200, all],
      [200, all],
    ]);
    const [ring, sealing] = [join(folder, 'keys/ring.json'), join(folder, 'keys/sealing.jwks')];
    const faults: [spoil: () => void, mend: () => void][] = [
      [() => renameSync(ring, `${ring}-away`), () => renameSync(`${ring}-away`, ring)],
      [() => chmodSync(sealing, 0o644), () => chmodSync(sealing, 0o600)],
    ];
    for (const [spoil, mend] of faults) {
      spoil();
      for (const [status, body] of await told()) {
        expect(status).to.equal(503);
        expect((body as typeof all).parts.filter(({ ready }) => !ready))
          .to.have.length(1)
          .and.to.have.nested.property('[0].name', 'keys');
      }
      mend();
      expect((await told()).map(([status]) => status)).to.deep.equal([200, 200]);
    }
    await service.close();
  });

  it('of threads: a pool that has lost some is not ready, one that nobody has needed yet is', async () => {
    const pool = new WorkerPool(readConfig({ AXPROOF_WORKERS: '2' }));
    pool.check();
    const { judging, probing } = pool.warm();
    pool.check();
    for (const threads of [judging, probing]) {
      await threads.threads[0]!.terminate();
      // It is made up for at once where it can be: what is missing then is what stays missing.
      expect(
        codeOf(() => pool.check()),
        'a thread that ended is replaced',
      ).to.equal('fine');
    }
    await pool.close();
    expect(codeOf(() => pool.check())).to.equal('threads-missing');
  });

  it('of a worker is told on its port of figures, and hears of an engine that is away', async function () {
    const place = await backends[1]!.place();
    if (!place) return this.skip();
    const engine = createServer((_, response) => response.writeHead(200).end());
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    const folder = newFolder();
    const { work, readConfig: read } = await built();
    const worker = await work(
      read({
        ...envOf(folder),
        DATABASE_URL: place.options.databaseUrl!,
        AXPROOF_ENGINE: 'restate',
        AXPROOF_RESTATE_INGRESS: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
        AXPROOF_WORKER_PORT: '0',
        AXPROOF_SHUTDOWN: '1',
      }),
    );
    const ready = worker.metricsUrl.replace(/metrics$/, 'health/ready');
    const told = async (): Promise<[number, unknown]> => {
      const answer = await fetch(ready);
      const { parts } = (await answer.json()) as { parts: { ready: boolean }[] };
      return [answer.status, parts.filter((part) => !part.ready)];
    };
    expect(await told()).to.deep.equal([200, []]);
    engine.close();
    engine.closeAllConnections();
    expect(await told()).to.deep.equal([503, [{ name: 'engine', ready: false, code: 'engine-away' }]]);
    await worker.close();
    await place.remove();
  });

  it('of the engine: one node that is well is enough, none is not', async () => {
    const server = createServer((request, response) => response.writeHead(request.url === '/restate/health' ? 200 : 404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = (ingress: string) =>
      readConfig({ AXPROOF_ENGINE: 'restate', DATABASE_URL: 'postgres://x', AXPROOF_RESTATE_INGRESS: ingress });
    await engineAnswers(config(`http://127.0.0.1:1,${node}/`), reaches);
    server.close();
    server.closeAllConnections();
    const code = await engineAnswers(config(`http://127.0.0.1:1,${node}`), reaches).catch((error: AxproofError) => error.code);
    expect(code).to.equal('engine-away');
    // One that takes the connection and says nothing hides no other.
    const hanging = (url: string): Promise<boolean> => (url.includes(':1/') ? new Promise(() => undefined) : Promise.resolve(true));
    await engineAnswers(config('http://127.0.0.1:1,http://127.0.0.1:2'), hanging);
  });
});
