// A spec as large as a pinned run may be, from a stranger: judged in a child to the same bytes as here, within its steps and its time.
import { expect } from 'chai';
import { honestSite, LIES, type Lie, lyingSite, type Site, transportOf } from '../../../bench/lies/sites.ts';
import { openSource } from '../../../scripts/build/packs.ts';
import { StepBudget } from '../../../src/engine/budget.ts';
import { contain } from '../../../src/gate/containment/contain.ts';
import { jcs } from '../../../src/json/jcs.ts';
import { type JudgedPack, Recording, type RunJudgement } from '../../../src/record/recording.ts';
import { drive } from '../../../src/run/drive.ts';
import { judgeHere } from '../../../src/run/run.ts';
import { ROOT } from '../../sources.ts';
import { builtChild } from './built.ts';

const pack = openSource(ROOT, 'ax-whole');
const lie = LIES.find(({ name }) => name === 'error-under-200') as Lie;

async function judged(site: Site, by: JudgedPack): Promise<RunJudgement> {
  const transport = transportOf(site);
  const input = { target: site.origin, seed: 1, registrable: (host: string) => transport.registrable(host) };
  const recording = await Recording.start(by, input);
  await drive(recording, { transport });
  return recording.result();
}

const SITES: [string, () => Site][] = [
  ['200 operations', () => honestSite(1, 200)],
  ['200 operations, some of which lie', () => lyingSite(2, 200, lie).site],
];

describe('containment: the largest spec', function () {
  this.timeout(120_000);
  before(builtChild);

  for (const [name, site] of SITES) {
    it(`is judged to the same bytes, against ${name}`, async () => {
      const contained = await contain(jcs(pack.document));
      try {
        const [here, there] = [await judged(site(), judgeHere(pack)), await judged(site(), contained)];
        expect(here.evidence.exchanges).to.have.length.greaterThan(120);
        expect(jcs(there.verdict)).to.equal(jcs(here.verdict));
        expect(jcs(there.evidence)).to.equal(jcs(here.evidence));
      } finally {
        await contained.close();
      }
    });

    it(`leaves more than half of its steps, against ${name}`, async () => {
      const most = new StepBudget().left;
      const budget = new StepBudget();
      await judged(site(), judgeHere(pack, budget));
      expect(budget.left).to.be.greaterThan(most / 2);
    });
  }
});
