// A cluster of three nodes of Restate and three workers on loopback (npm run restate:install first): one node and one worker are killed with SIGKILL in the middle of many grades,
// each of another target. Every run has to have an end, no target two reports or two runs, and nothing of a target may stand in the engine. --targets 1000 is the size of the lab.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clusterPlace, until } from './parts/cluster-place.ts';
import { rounded } from './parts/median.ts';
import { sideBySide } from './parts/side-by-side.ts';

const { values } = parseArgs({ options: { targets: { type: 'string', default: '100' }, wait: { type: 'string', default: '100' } } });
const count = Number(values.targets);
/** Of the leases; 30 s in production. */
const LEASE = 5000;
const MOST = 60_000 + 1000 * count;
const AT_ONCE = 8;

const { origins, cluster, engineFolder, client, countOf, asked, close } = await clusterPlace({
  targets: count,
  wait: Number(values.wait),
  nodes: 3,
  workers: 3,
  env: { TEST_LEASE: String(LEASE) },
});

/** Files of the engine that hold a text. */
function filesWith(text: string, place = engineFolder): string[] {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) return filesWith(text, path);
    return entry.isFile() && readFileSync(path).includes(text) ? [path] : [];
  });
}

/** Each target is asked for twice at once, since equal requests join; again where both are refused. Gives how many were. */
async function askedAll(): Promise<number> {
  let refused = 0;
  await sideBySide(origins, AT_ONCE, async (target) => {
    while (!(await Promise.all([asked(target), asked(target)])).includes(202)) {
      refused += 2;
      await pause(500);
    }
  });
  return refused;
}

try {
  const began = performance.now();
  const asking = askedAll();
  await until(
    'a third has ended, others are under way',
    MOST,
    async () => (await countOf("state = 'done'")) >= count / 3 && (await countOf("state = 'running'")) > 0,
  );
  cluster.nodes[1]?.child.kill('SIGKILL');
  cluster.workers[1]?.kill('SIGKILL');
  const killed = performance.now();
  const underWay = await countOf("state = 'running'");
  const refused = await asking;
  await until('every run has ended', MOST, async () => (await countOf("state in ('queued', 'running')")) === 0);
  const over = performance.now();
  const { rows } = await client.query(
    "select coalesce(error::json->>'code', state) as end, count(*) as n from run where kind = 'grade' group by 1 order by 1",
  );
  const figures = {
    ends: Object.fromEntries(rows.map(({ end, n }) => [end, Number(n)])) as Record<string, number>,
    targetsWithAnEnd: Number((await client.query("select count(distinct target) as n from run where kind = 'grade'")).rows[0].n),
    targetsWithMoreReports: (await client.query("select target from release where kind = 'grade' group by target having count(*) > 1")).rows
      .length,
    reports: Number((await client.query("select count(*) as n from release where kind = 'grade'")).rows[0].n),
    active: await countOf("state in ('queued', 'running')"),
  };
  const [{ id }] = (await client.query("select id from run where kind = 'grade' limit 1")).rows;
  const everyRun = await countOf('true');
  await cluster.stop();
  // What every target answers; that a run is found by its name shows that the search sees what is written.
  const { ends } = figures;
  const [bodies, names] = [filesWith('# Widgets').length + filesWith('"score"').length, filesWith(id).length];
  const good =
    figures.targetsWithAnEnd === count &&
    everyRun === count &&
    figures.targetsWithMoreReports === 0 &&
    figures.reports === (ends.done ?? 0) &&
    (ends.done ?? 0) + (ends['verifier-died'] ?? 0) === count &&
    bodies === 0 &&
    names > 0;
  console.log(
    JSON.stringify({
      bench: 'cluster',
      targets: count,
      ...figures,
      underWayWhenKilled: underWay,
      refused,
      filesOfTheEngine: { withBodies: bodies, withARunId: names },
      secondsUntilKilled: rounded((killed - began) / 1000, 1),
      secondsAfter: rounded((over - killed) / 1000, 1),
      good,
    }),
  );
  if (!good) process.exitCode = 1;
} finally {
  await close();
}
process.exit();
