// Running side by side: never more than allowed, one at a time for a key, results in order, a stop that stops; and what a least grade asks.
import { expect } from 'chai';
import fc from 'fast-check';
import { EXIT } from '../../src/contract/errors.ts';
import type { Bands, Check, Verdict } from '../../src/contract/generated/types.ts';
import { runSideBySide, type Task } from '../../src/run/suite/run-side-by-side.ts';
import { statusOf } from '../../src/run/suite/status-of.ts';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('running side by side', () => {
  it('holds the bound and the keys, and keeps the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom(undefined, 'a', 'b')), { maxLength: 24 }),
        fc.integer({ min: 1, max: 5 }),
        async (plan, most) => {
          let now = 0;
          let peak = 0;
          const busy = new Set<string>();
          const started: number[] = [];
          const tasks = plan.map(
            ([ms, key], i): Task<number> => ({
              ...(key === undefined ? {} : { key }),
              async run() {
                started.push(i);
                expect(key !== undefined && busy.has(key)).to.equal(false);
                if (key !== undefined) busy.add(key);
                peak = Math.max(peak, ++now);
                await later(ms);
                now--;
                if (key !== undefined) busy.delete(key);
                return i;
              },
            }),
          );
          expect(await runSideBySide(tasks, { most })).to.deep.equal(plan.map((_, i) => i));
          expect(peak).to.be.at.most(most);
          for (const wanted of ['a', 'b', undefined]) {
            const ofKey = started.filter((i) => plan[i]?.[1] === wanted);
            expect(ofKey).to.deep.equal([...ofKey].sort((x, y) => x - y));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('uses all places while there is work', async () => {
    let peak = 0;
    let now = 0;
    const task = {
      run: async () => {
        peak = Math.max(peak, ++now);
        await later(5);
        now--;
        return 0;
      },
    };
    await runSideBySide(
      Array.from({ length: 20 }, () => task),
      { most: 8 },
    );
    expect(peak).to.equal(8);
  });

  it('starts nothing after enough, and waits for what runs', async () => {
    const ran: number[] = [];
    const tasks = [20, 1, 1, 1].map((ms, i) => ({
      run: async () => {
        await later(ms);
        ran.push(i);
        return i;
      },
    }));
    expect(await runSideBySide(tasks, { most: 2, enough: (i) => i === 1 })).to.deep.equal([0, 1, undefined, undefined]);
    expect(ran).to.deep.equal([1, 0]);
  });

  it('starts nothing after the signal, and rejects with the first error once the others have ended', async () => {
    const stop = new AbortController();
    let ended = false;
    const tasks = [
      {
        run: async () => {
          await later(1);
          stop.abort();
          throw new Error('first');
        },
      },
      {
        run: async () => {
          await later(10);
          ended = true;
          return 1;
        },
      },
      {
        run: async () => {
          throw new Error('never');
        },
      },
    ];
    const error = await runSideBySide(tasks, { most: 2, signal: stop.signal }).then(
      () => undefined,
      (e: Error) => e,
    );
    expect([error?.message, ended]).to.deep.equal(['first', true]);
  });

  it('ends at once when there is nothing', async () => expect(await runSideBySide([], { most: 4 })).to.deep.equal([]));
});

describe('a least grade', () => {
  const BANDS = [
    [100, 'A+'],
    [90, 'A'],
    [70, 'B'],
    [50, 'C'],
    [0, 'F'],
  ] as Bands;
  const check = (verdict: string, more: object = { points: verdict === 'pass' ? 1 : 0, outOf: 1 }): Check =>
    ({ id: 'x', verdict, ...more }) as never;
  const verdictOf = (checks: Check[], grade: string): Verdict =>
    ({ checks, grade, caps: checks.filter((c) => c.cap && c.verdict === 'fail').map((c) => ({ check: c.id, grade: c.cap })) }) as never;
  const ten = (pass: number, unseen: number): Check[] =>
    Array.from({ length: 10 }, (_, i) => check(i < pass ? 'pass' : i < pass + unseen ? 'inconclusive' : 'fail'));
  const honesty = (verdict: string): Check => check(verdict, { cap: 'C' });

  const table: [string, Check[], string, string | undefined, number][] = [
    ['no least grade, all pass', ten(10, 0), 'A+', undefined, EXIT.ok],
    ['no least grade, one fails', ten(9, 0), 'A', undefined, EXIT.failed],
    ['no least grade, one is not seen', ten(9, 1), 'A', undefined, EXIT.unclear],
    ['a fail beside it weighs more', ten(8, 1), 'B', undefined, EXIT.failed],
    ['the grade itself', ten(7, 0), 'B', 'B', EXIT.ok],
    ['a better one', ten(9, 0), 'A', 'B', EXIT.ok],
    ['a worse one', ten(6, 0), 'C', 'B', EXIT.failed],
    ['what was not seen could lift it', ten(6, 1), 'C', 'B', EXIT.unclear],
    ['what was not seen could not', ten(5, 1), 'C', 'B', EXIT.failed],
    ['enough whatever was not seen', ten(7, 1), 'B', 'B', EXIT.ok],
    ['capped', [...ten(10, 0), honesty('fail')], 'C', 'B', EXIT.failed],
    ['a cap that does not matter', [...ten(10, 0), honesty('fail')], 'C', 'C', EXIT.ok],
    ['honesty not seen', [...ten(10, 0), honesty('inconclusive')], 'A+', 'B', EXIT.unclear],
    ['honesty not seen, whose cap would be enough', [...ten(10, 0), honesty('inconclusive')], 'A+', 'C', EXIT.ok],
    ['nothing that is scored applies, and its grade is enough', [check('not-applicable', { points: 0, outOf: 0 })], 'C', 'C', EXIT.ok],
    ['nothing that is scored applies, and its grade is not', [check('not-applicable', { points: 0, outOf: 0 })], 'C', 'B', EXIT.failed],
    ['honesty that does not apply', [...ten(10, 0), honesty('not-applicable')], 'A+', 'B', EXIT.ok],
  ];
  for (const [name, checks, grade, least, status] of table)
    it(name, () => expect(statusOf(verdictOf(checks, grade), BANDS, least as never)).to.equal(status));
});
