// Which of the two goes first where the first report of the service about itself is asked for by the run that makes it.
import { mock } from 'node:test';
import { expect } from 'chai';
import { SelfReports } from '../../src/service/self.ts';
import type { GradeOutcome, Waiting } from '../../src/service/service.ts';
import type { Run } from '../../src/store/run.ts';

const run = { id: 'r' } as Run;

/** What each who asks is told to wait, in milliseconds; nothing of the service is stored. */
function unreported(): { self: SelfReports; waits: number[] } {
  const waits: number[] = [];
  const parts = {
    config: { selfEvery: 3600 },
    packs: { standard: { digest: 'd' } },
    engine: { start: async () => run, here: () => false },
    store: { latest: async () => undefined, run: async () => run },
    own: () => 'https://own.example',
    now: Date.now,
    wait: async (_run: Run, { most }: Waiting): Promise<GradeOutcome> => {
      waits.push(most);
      return { state: 'running', run: run as never };
    },
  };
  return { self: new SelfReports(parts as never), waits };
}

describe('the report of the service about itself', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  it('is not waited for by the run that makes it, which says what it is about to ask', async () => {
    const { self, waits } = unreported();
    self.asks('/self');
    await self.answer({ most: 1000 });
    await self.answer({ most: 1000 });
    expect(waits).to.deep.equal([0, 1000]);
  });

  it('is waited for by all others, also after questions that other processes answered', async () => {
    const { self, waits } = unreported();
    for (let i = 0; i < 3; i++) self.asks('/self');
    mock.timers.tick(9_000);
    await self.answer({ most: 1000 });
    mock.timers.tick(1_000);
    await self.answer({ most: 1000 });
    expect(waits).to.deep.equal([0, 1000]);
  });

  const rows: [string, number, object[], number][] = [
    ['is made anew where its key was revoked', 20, [{ kid: 'own', status: 'revoked' }], 1],
    ['is not made anew all the time where its key was revoked', 10, [{ kid: 'own', status: 'revoked' }], 0],
    [
      'is kept where another key was revoked',
      20,
      [
        { kid: 'own', status: 'historic' },
        { kid: 'other', status: 'revoked' },
      ],
      0,
    ],
  ];
  for (const [name, age, keys, times] of rows)
    it(name, async () => {
      let started = 0;
      const outline = { attestation: { signatures: [{ keyid: 'own' }] } };
      const parts = {
        config: { selfEvery: 3600 },
        packs: { standard: { digest: 'd' } },
        engine: { start: async () => ++started },
        store: { latest: async () => ({ issuedAt: 0, conclusive: true, reportDigest: 'r' }), keys: async () => keys },
        documents: { report: async () => ({ outline }) },
        own: () => 'https://own.example',
        now: () => age * 1000,
      };
      const { state } = await new SelfReports(parts as never).answer({ most: 0 });
      expect([state, started]).to.deep.equal(['report', times]);
    });
});
