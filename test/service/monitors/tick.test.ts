// One monitor that cannot be started or settled keeps no other back, and does not come up again for ever.
import { expect } from 'chai';
import { AxproofError } from '../../../src/contract/errors.ts';
import { type MonitorParts, Monitors } from '../../../src/service/monitors/monitors.ts';
import type { Armed, MonitorFacts, ResultEntry } from '../../../src/store/monitor.ts';

const NOW = Date.parse('2026-11-22T00:00:00.000Z');
const facts = (id: string): MonitorFacts => ({
  id,
  entitlement: 'e',
  target: `https://${id}-widgets.com`,
  packDigest: 'sha256:0',
  packName: 'ax',
  every: 60_000,
  jitter: 0,
  plannedAt: NOW,
  dueAt: NOW,
  run: 'r',
  webhook: null,
  sealed: null,
  isPublic: false,
  stopped: null,
  standing: null,
  createdAt: NOW,
});

interface Table {
  due?: string[];
  ended?: string[];
  /** Those of a pinned spec. */
  pinned?: string[];
  /** What fails, and of which monitor. */
  fault?: Error;
  of?: string;
}

/** A store and an engine that fail for one monitor. `places`: how many runs may wait as each is started. */
function monitorsOn({ due = [], ended = [], fault, of, pinned = [] }: Table): {
  monitors: Monitors;
  armed: Armed[];
  settled: ResultEntry[];
  places: unknown[];
} {
  const places: unknown[] = [];
  const armed: Armed[] = [];
  const settled: ResultEntry[] = [];
  const table = {
    claimDue: async () => due.map((id) => ({ ...facts(id), ...(pinned.includes(id) ? { packName: null } : {}) })),
    arm: async (some: Armed[]) => void armed.push(...some),
    ended: async () =>
      ended.map((id) => ({
        monitor: facts(id),
        run: { id: `run of ${id}`, packDigest: 'sha256:0', endedAt: NOW, reportDigest: null, error: null },
      })),
    results: async () => [],
    async settle(one: ResultEntry) {
      const { open } = one.result.result as { open?: string };
      if (one.monitor === of && open !== 'internal') throw fault;
      settled.push(one);
    },
  };
  const parts = {
    config: { allowPrivate: false, cooldown: 60, concurrency: 4, queue: 10, sharedRanges: '' },
    store: { monitors: table },
    packs: { withName: () => ({ digest: 'sha256:0' }), withDigest: () => ({}) },
    engine: {
      async start({ origin }: { origin: string }, { mostQueued }: { mostQueued: number }) {
        places.push(mostQueued);
        if (origin === `https://${of}-widgets.com`) throw fault;
        return { id: `run of ${origin}` };
      },
    },
    own: () => 'https://axproof.example',
    now: () => NOW,
    random: () => 0,
  };
  return { monitors: new Monitors(parts as unknown as MonitorParts), armed, settled, places };
}

const faultOf = (tick: Promise<void>): Promise<unknown> =>
  tick.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('monitors that fail', () => {
  it('are settled with nothing known, and the others as they came out', async () => {
    const fault = new AxproofError('internal', 'a lone surrogate has no canonical JSON form');
    const { monitors, settled } = monitorsOn({ ended: ['bad', 'a', 'b'], fault, of: 'bad' });
    expect(await faultOf(monitors.tick())).to.equal(fault);
    expect(settled.map(({ monitor, result }) => [monitor, (result.result as { open?: string }).open])).to.deep.equal([
      ['bad', 'internal'],
      ['a', 'run-interrupted'],
      ['b', 'run-interrupted'],
    ]);
  });

  it('wait where the store is away, and the others have their turn', async () => {
    const fault = new AxproofError('store-unavailable', 'the database does not answer');
    const { monitors, settled } = monitorsOn({ ended: ['bad', 'a'], fault, of: 'bad' });
    expect(await faultOf(monitors.tick())).to.equal(fault);
    expect(settled.map(({ monitor }) => monitor)).to.deep.equal(['a']);
  });

  it('that cannot be started leave those armed whose runs began', async () => {
    const fault = new TypeError('not of the table');
    const { monitors, armed } = monitorsOn({ due: ['a', 'bad', 'b'], fault, of: 'bad' });
    expect(await faultOf(monitors.tick())).to.equal(fault);
    expect(armed.map(({ id }) => id)).to.deep.equal(['a', 'b']);
  });

  it('have the places of their kind: casual grades keep no pinned spec waiting', async () => {
    const { monitors, places } = monitorsOn({ due: ['a', 'b'], pinned: ['b'] });
    await monitors.tick();
    expect(places).to.deep.equal([14, 18]);
  });
});
