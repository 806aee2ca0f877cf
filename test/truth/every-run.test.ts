// What holds of every run, over the cases, the bench and generated sites: no contradiction goes unnamed, no word says more than was asked,
// and nothing is sent beyond the bound. AXPROOF_TESTS=whole runs them all, else a part.
import { expect } from 'chai';
import type { Check } from '../../src/contract/generated/types.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { WHOLE } from '../whole.ts';
import { contradictions } from './oracle.ts';
import { benchJobs, caseJobs, type Done, done, generatedJobs, type Job } from './runs.ts';

/** Rules that hold exchanges against operations, and which operations those are: as data of the pack says. */
function conformance(pack: LoadedPack): { id: string; anonymous(item: JsonObject): boolean }[] {
  return pack.rules.flatMap(({ rule: { id }, assert }) =>
    assert.flatMap((assertion) => {
      if (assertion.kind !== 'conforms' || 'operation' in assertion.operands) return [];
      const { where } = assertion.operands;
      return [{ id, anonymous: (item: JsonObject) => where === undefined || where.check(item).length === 0 }];
    }),
  );
}

const ALL = /\b(every|everything|everyone|all|whole)\b/i;

const isWhole = ({ claimed, asked, notEvaluated }: NonNullable<Check['coverage']>): boolean =>
  claimed > 0 && asked === claimed && Object.keys(notEvaluated).length === 0;

describe('every run', function () {
  this.timeout(WHOLE ? 10_800_000 : 180_000);

  // Sites of the bench have an operation that only a key opens, so that none of them is ever covered whole.
  const GROUPS: [name: string, jobs: () => Iterable<Job>, someWhole: boolean][] = [
    ['the cases', caseJobs, true],
    ['the bench', benchJobs, false],
    ['generated sites', generatedJobs, false],
  ];
  for (const [group, jobs, someWhole] of GROUPS)
    describe(group, () => {
      const unnamed: string[] = [];
      const overstated: string[] = [];
      const beyond: string[] = [];
      let judged = 0;
      let broken = 0;
      let wholly = 0;

      function look(run: Done): void {
        const { checks } = run.report.verdict;
        for (const { id, anonymous } of conformance(run.pack)) {
          const found = contradictions(run.report, anonymous);
          judged += found.judged;
          broken += found.broken.length;
          if (found.broken.length > 0 && checks.find((check) => check.id === id)?.verdict === 'pass')
            unnamed.push(`${run.name}: ${found.broken.join(', ')}`);
        }
        for (const { id, verdict, reason, coverage } of checks) {
          if (verdict !== 'pass' || !ALL.test(reason.text)) continue;
          if (coverage && isWhole(coverage)) wholly += 1;
          else overstated.push(`${run.name}: ${id}: ${reason.text} ${JSON.stringify(coverage)}`);
        }
        if (run.hops > run.bound) beyond.push(`${run.name}: ${run.hops} of ${run.bound}`);
      }

      before(async () => {
        for (const job of jobs()) look(await done(job));
      });

      it('names what a judge that is not ours calls broken', () => {
        expect(unnamed).to.deep.equal([]);
        expect(judged, 'answers were judged').to.be.greaterThan(100);
        expect(broken, 'answers were broken').to.be.greaterThan(WHOLE ? 5 : 0);
      });

      it('says no word of all where less than all was shown', () => {
        expect(overstated).to.deep.equal([]);
        if (someWhole) expect(wholly, 'something was shown whole').to.be.greaterThan(0);
      });

      it('sends no more than the pack says beforehand', () => expect(beyond).to.deep.equal([]));
    });
});
