// Two workers on the engine against one, with targets that answer after a second: each worker has few places for runs, and waits nearly all of its time.
// The same targets in one run of this process, one worker first; the figure is the ratio. Targets that are no multiple of the places of two workers leave places empty
// at the end, which is not what is measured. npm run restate:install first.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clusterPlace, until } from './parts/cluster-place.ts';
import { rounded } from './parts/median.ts';

const { values } = parseArgs({ options: { targets: { type: 'string', default: '64' }, wait: { type: 'string', default: '1000' } } });
const targets = Number(values.targets);
/** Runs at the same time in one worker: with more of them two cores would be what is measured. */
const PLACES = 8;
const MOST = 600_000;

interface Came {
  gradesASecond: number;
  /** Runs under way at a worker, the mean over the whole time, for each worker. */
  underWay: number[];
}

/** From the first question to the last report. */
async function graded(workers: number): Promise<Came> {
  const place = await clusterPlace({ targets, wait: Number(values.wait), nodes: 1, workers, env: { AXPROOF_CONCURRENCY: String(PLACES) } });
  try {
    const began = performance.now();
    for (const origin of place.origins) while ((await place.asked(origin)) !== 202) await pause(100);
    const seen = new Map<string, number>();
    let looks = 0;
    await until('every run has ended', MOST, async () => {
      const { rows } = await place.client.query(
        "select owner, count(*) as n from run where kind = 'grade' and state = 'running' group by owner",
      );
      for (const { owner, n } of rows) seen.set(owner, (seen.get(owner) ?? 0) + Number(n));
      looks += 1;
      return (await place.countOf("state = 'done'")) === targets;
    });
    const gradesASecond = rounded(targets / ((performance.now() - began) / 1000));
    return { gradesASecond, underWay: [...seen.values()].map((sum) => rounded(sum / looks, 1)) };
  } finally {
    await place.close();
  }
}

const [one, two] = [await graded(1), await graded(2)];
console.log(
  JSON.stringify({
    bench: 'workers',
    targets,
    waitMs: Number(values.wait),
    placesOfAWorker: PLACES,
    oneWorker: one,
    twoWorkers: two,
    ratio: rounded(two.gradesASecond / one.gradesASecond),
  }),
);
process.exit();
