// Another engine of runs in the place of the queue: the service asks it for nothing but what the port says.
import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { readConfig } from '../../src/service/config.ts';
import { HostedService } from '../../src/service/hosted.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import type { RunEngine } from '../../src/service/run-engine.ts';
import { keyOf, type RunOrder } from '../../src/service/run-request.ts';
import { failureOf } from '../../src/service/view.ts';
import { openStore } from '../../src/store/open.ts';
import type { Run, RunEvent } from '../../src/store/run.ts';
import type { Store } from '../../src/store/store.ts';
import { newFolder } from '../store/backends.ts';
import { draftOf, log, NOW } from '../store/sample.ts';

const DONE: RunEvent = { id: 1, event: 'done', data: {} };

/** Keeps its runs in a map, and ends each with one report when it is waited for. */
class MapEngine implements RunEngine {
  readonly runs = new Map<string, Run>();
  readonly asked: RunOrder[] = [];
  closing = false;
  readonly #reportDigest: string;

  constructor(reportDigest: string) {
    this.#reportDigest = reportDigest;
  }

  async start(asked: RunOrder): Promise<Run> {
    this.asked.push(asked);
    const joined = await this.active(asked);
    if (joined) return joined;
    const { origin: target, digest: packDigest, kind, seed } = asked;
    const id = String(this.runs.size).padStart(32, '0');
    const none = { startedAt: null, endedAt: null, reportDigest: null, error: null, owner: null, leaseUntil: null };
    const run: Run = {
      id,
      key: keyOf(asked),
      kind,
      target,
      packDigest,
      seed,
      input: { reach: asked.reach },
      createdAt: NOW,
      state: 'running',
      ...none,
    };
    this.runs.set(id, run);
    return run;
  }

  async active(asked: RunOrder): Promise<Run | undefined> {
    return [...this.runs.values()].find(({ key, state }) => key === keyOf(asked) && state === 'running');
  }

  join = (asked: RunOrder): Promise<Run | undefined> => this.active(asked);
  find = async (id: string): Promise<Run | undefined> => this.runs.get(id);
  here = (): boolean => false;

  async ended(id: string, _most: number, _signal?: AbortSignal, onEvent?: (event: RunEvent) => void): Promise<void> {
    this.runs.set(id, { ...(this.runs.get(id) as Run), state: 'done', endedAt: NOW, reportDigest: this.#reportDigest });
    onEvent?.(DONE);
  }

  async *events(): AsyncIterable<RunEvent> {
    yield DONE;
  }

  soFar = async (): Promise<readonly RunEvent[]> => [DONE];

  async close(): Promise<void> {
    this.closing = true;
  }
}

describe('the port of runs', () => {
  const folder = newFolder();
  let store: Store;
  let engine: MapEngine;
  let service: HostedService;
  before(async () => {
    store = await openStore({ folder });
    const draft = await draftOf();
    await store.release(draft, log);
    engine = new MapEngine(draft.reportDigest);
    const parts = {
      config: readConfig({}),
      store,
      engine,
      packs: await BundledPacks.load(),
      own: () => 'https://verifier.example',
      now: () => NOW,
    };
    const ready = async () => ({ ready: !engine.closing, parts: [] });
    service = new HostedService({
      ...parts,
      ready,
      validations: undefined as never,
      specs: undefined as never,
      readings: undefined as never,
      willing: async () => {},
    });
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const grade = (target: string, most: number) => service.grade({ target, start: true }, { address: '192.0.2.1' }, { most });

  it('is all that the service needs of an engine: to start or join, to follow, to end', async () => {
    const first = await grade('example.org', 0);
    expect(first).to.deep.include({ state: 'running' });
    expect(await service.run('0'.repeat(32))).to.include({ state: 'running', target: 'https://example.org' });
    expect(await grade('example.org', 1000)).to.include({ state: 'report' });
    expect([engine.runs.size, engine.asked.length]).to.deep.equal([1, 2]);
    expect(await service.eventsSoFar('0'.repeat(32))).to.deep.equal([DONE]);
    expect(await service.run('0'.repeat(32))).to.include({ state: 'done' });
    expect(await store.queueLength(), 'the queue of the store is not used').to.equal(0);
  });

  it('tells who asks what a domain publishes which run goes on, and when to come back', async () => {
    const error = await service.discover('example.net', { address: '192.0.2.1' }, { most: 0 }).catch((thrown: unknown) => thrown);
    const run = [...engine.runs.values()].find(({ target }) => target === 'https://example.net');
    expect(error).to.deep.include({ code: 'busy', remedy: { retryAfter: 5, run: run?.id } });
  });

  it('says when to come back also of a run that ended for want of time of this machine', () => {
    const failed = failureOf({ state: 'failed', error: { code: 'busy', message: 'no processor time', details: [] } });
    expect(failed).to.deep.include({ code: 'busy', remedy: { retryAfter: 5 } });
  });

  it('closes with the service', async () => {
    expect((await service.ready()).ready).to.equal(true);
    await service.close();
    expect([engine.closing, (await service.ready()).ready]).to.deep.equal([true, false]);
  });
});
