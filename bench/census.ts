// A census through POST /verify of the built service (npm run build first): targets that answer after 100 ms, graded in rounds. Grades a second, CPU of the
// service for one by thread, what it sends and stores, and what it holds after each round. With DATABASE_URL in that PostgreSQL, on SQLite otherwise. Options: --targets, --rounds, --side-by-side.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { rounded } from './parts/median.ts';
import { cpuMs, residentMiB } from './parts/process-figures.ts';
import { service } from './parts/service-load.ts';
import { sideBySide } from './parts/side-by-side.ts';
import { threadsCpu, threadTimes } from './parts/thread-figures.ts';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '4' },
    'side-by-side': { type: 'string', default: '64' },
    wait: { type: 'string', default: '100' },
  },
});
const [count, rounds, most] = [Number(values.targets), Number(values.rounds), Number(values['side-by-side'])];
const PORT = 19_000 + (process.pid % 800);

const targets = fork(fileURLToPath(new URL('./parts/census-targets.ts', import.meta.url)), [String(count), values.wait], {
  execArgv: ['--import', 'tsx'],
});
const [origins] = (await once(targets, 'message')) as [string[]];
const { DATABASE_URL } = process.env;
const running = await service(PORT, {
  AXPROOF_CONCURRENCY: String(most),
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
});

async function grade(target: string): Promise<boolean> {
  const answer = await fetch(`${running.url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target }),
  });
  const text = await answer.text();
  return answer.status === 200 && text.includes('"grade":"A+"');
}

interface Round {
  perSecond: number;
  /** Of the service, for a grade. */
  cpuMs: number;
  residentMiB: number;
  failed: number;
}

async function round(): Promise<Round> {
  const [began, cpu] = [performance.now(), cpuMs(running.pid)];
  let failed = 0;
  await sideBySide(origins, most, async (target) => {
    if (!(await grade(target))) failed++;
  });
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: rounded(count / seconds, 1),
    cpuMs: rounded((cpuMs(running.pid) - cpu) / count, 1),
    residentMiB: rounded(residentMiB(running.pid), 0),
    failed,
  };
}

/** KiB of the store: the files of the embedded one, else what PostgreSQL says of its database. */
async function storedKiB(): Promise<number> {
  if (DATABASE_URL !== undefined) {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    await client.end();
    return Number(rows[0]?.bytes) / 1024;
  }
  const data = join(running.folder as string, 'axproof-data');
  return readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0) / 1024;
}

async function asked(): Promise<{ requests: number; bytes: number }> {
  targets.send('how often');
  return ((await once(targets, 'message')) as [{ requests: number; bytes: number }])[0];
}

try {
  const all: Round[] = [];
  let before = threadTimes(running.pid);
  let stored = await storedKiB();
  for (let i = 0; i < rounds; i++) {
    if (i === rounds - 1) [before, stored] = [threadTimes(running.pid), await storedKiB()];
    all.push(await round());
    console.error(JSON.stringify(all.at(-1)));
  }
  const cpu = Object.entries(threadsCpu(running.pid, before)).map(([thread, ms]) => [thread, rounded(ms / count, 1)]);
  const { requests, bytes } = await asked();
  const grades = count * rounds;
  const [second, last] = [all[1] ?? all[0]!, all.at(-1)!];
  console.log(
    JSON.stringify({
      bench: 'census',
      store: DATABASE_URL === undefined ? 'sqlite' : 'postgres',
      rounds: all,
      targetsCpuMs: rounded(cpuMs(targets.pid as number) / count / rounds, 1),
      cpuMs: Object.fromEntries(cpu),
      requests: rounded(requests / grades, 1),
      // As they are written; over the wire TLS and acknowledgements come to it.
      sentKiB: rounded(bytes / grades / 1024, 1),
      storedKiB: rounded(((await storedKiB()) - stored) / count, 1),
      perSecond: last.perSecond,
      growth: rounded(last.residentMiB / second.residentMiB, 3),
      target: { perSecond: DATABASE_URL === undefined ? 25 : 20, growth: 1.05 },
    }),
  );
} finally {
  await running.stop();
  targets.kill();
}
