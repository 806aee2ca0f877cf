// Two workers on the engine against one, with targets that answer after a second: each worker has few places for runs, and waits nearly all of its time.
// The same targets in one run of this process, one worker first; the figure is the ratio. npm run restate:install first.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clusterPlace, until } from './parts/cluster-place.ts';
import { rounded } from './parts/median.ts';

const { values } = parseArgs({ options: { targets: { type: 'string', default: '48' }, wait: { type: 'string', default: '1000' } } });
const targets = Number(values.targets);
/** Runs at the same time in one worker: with more of them two cores would be what is measured. */
const PLACES = 8;
const MOST = 600_000;

/** Grades a second from the first question to the last report, by so many workers. */
async function rate(workers: number): Promise<number> {
  const place = await clusterPlace({ targets, wait: Number(values.wait), nodes: 1, workers, env: { AXPROOF_CONCURRENCY: String(PLACES) } });
  try {
    const began = performance.now();
    for (const origin of place.origins) while ((await place.asked(origin)) !== 202) await pause(100);
    await until('every run has ended', MOST, async () => (await place.countOf("state = 'done'")) === targets);
    return targets / ((performance.now() - began) / 1000);
  } finally {
    await place.close();
  }
}

const [one, two] = [await rate(1), await rate(2)];
console.log(
  JSON.stringify({
    bench: 'workers',
    targets,
    waitMs: Number(values.wait),
    placesOfAWorker: PLACES,
    gradesASecond: { oneWorker: rounded(one), twoWorkers: rounded(two) },
    ratio: rounded(two / one),
  }),
);
process.exit();
