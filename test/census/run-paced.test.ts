// The pace of a census: few starts a second and few runs under way at one place, and whoever waits keeps nobody else waiting.
import { expect } from 'chai';
import { runPaced, spread } from '../../src/run/census/run-paced.ts';
import { Turns } from '../../src/run/census/turns.ts';
import { PACE } from '../../src/run/destinations.ts';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the pace of a census', () => {
  it('lets four begin at once at a place, then four a second', () => {
    const turns = new Turns({ ...PACE, mostRunning: 100 } as never);
    const begun: number[] = [];
    for (let now = 0; now <= 2000; now++)
      while (turns.wait(['x'], now) === 0) {
        turns.begin(['x'], now);
        begun.push(now);
      }
    expect(begun.slice(0, 7)).to.deep.equal([0, 0, 0, 0, 250, 500, 750]);
    expect(begun).to.have.length(12);
    expect(turns.wait(['x'], 2001)).to.equal(249);
    expect([turns.wait(['y'], 2001), turns.wait([], 2001), turns.wait(['y', 'x'], 2001)]).to.deep.equal([0, 0, 249]);
  });

  it('has six under way at a place, however slow they are', () => {
    const turns = new Turns(PACE);
    for (let i = 0; i < PACE.mostRunning; i++) turns.begin(['x'], i * 1000);
    expect([turns.wait(['x'], 10_000), turns.wait(['y'], 10_000)]).to.deep.equal([Number.POSITIVE_INFINITY, 0]);
    turns.leave(['x'], 10_000);
    expect(turns.wait(['x'], 10_000)).to.equal(0);
  });

  it('keeps nobody waiting for a place that is full', async () => {
    // A clock that stands still: only the burst of a place may begin.
    const stop = new AbortController();
    const begun: string[] = [];
    const tasks = [...Array.from({ length: 20 }, (_, i) => `full ${i}`), 'free'];
    const done = runPaced(tasks, {
      most: 5,
      signal: stop.signal,
      now: () => 0,
      spare: () => true,
      bound: async (task) => ({ places: task === 'free' ? [] : ['full'] }),
      async run(task) {
        begun.push(task);
        if (task === 'free') stop.abort();
        await later(1);
      },
    });
    await done;
    expect(begun).to.deep.equal(['full 0', 'full 1', 'full 2', 'full 3', 'free']);
  });

  it('holds how many are under way, runs each once, and ends with the first fault', async () => {
    let [now, peak] = [0, 0];
    const seen: number[] = [];
    const options = {
      most: 3,
      signal: new AbortController().signal,
      now: () => performance.now(),
      spare: () => true,
      bound: async () => ({ places: [] }),
      async run(task: number) {
        peak = Math.max(peak, ++now);
        await later(1);
        now--;
        seen.push(task);
        if (task === 30) throw new Error('thirty');
      },
    };
    const all = Array.from({ length: 25 }, (_, i) => i);
    await runPaced(all, options);
    expect([seen.sort((a, b) => a - b), peak]).to.deep.equal([all, 3]);
    const error = await runPaced([30, ...all], options).catch((fault: Error) => fault.message);
    expect([error, now, seen.length < 50]).to.deep.equal(['thirty', 0, true]);
    await runPaced([], options);
  });

  it('begins no more than there is time for, and always one', async () => {
    let [now, peak, asked] = [0, 0, 0];
    const work = {
      most: 9,
      signal: new AbortController().signal,
      now: () => 0,
      spare: () => ++asked % 3 === 0,
      bound: async () => ({ places: [] }),
      async run() {
        peak = Math.max(peak, ++now);
        await later(5);
        now--;
      },
    };
    await runPaced([1, 2, 3, 4, 5, 6], work);
    expect([peak < 4, now, asked > 0]).to.deep.equal([true, 0, true]);
    await runPaced([1, 2, 3], { ...work, spare: () => false });
  });

  it('puts those of one domain far from each other', () => {
    const list = ['a.x.com', 'b.x.com', 'c.x.com', 'y.org', 'me.github.io', 'you.github.io'].map((name) => ({ origin: `https://${name}` }));
    const order = spread(list).map(({ origin }) => new URL(origin).hostname);
    expect(order).to.deep.equal(['a.x.com', 'y.org', 'me.github.io', 'you.github.io', 'b.x.com', 'c.x.com']);
  });
});
