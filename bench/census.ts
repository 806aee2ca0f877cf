// A census through POST /verify of the built service (npm run build first): targets that answer after 100 ms, graded in rounds. Grades a second, CPU of the
// service for one, and what it holds after each round. With DATABASE_URL in that PostgreSQL, on SQLite otherwise. Options: --targets, --rounds, --side-by-side.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rounded } from './parts/median.ts';
import { cpuMs, residentMiB } from './parts/process-figures.ts';
import { service } from './parts/service-load.ts';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '4' },
    'side-by-side': { type: 'string', default: '64' },
    wait: { type: 'string', default: '100' },
  },
});
const [count, rounds, sideBySide] = [Number(values.targets), Number(values.rounds), Number(values['side-by-side'])];
const PORT = 19_000 + (process.pid % 800);

const targets = fork(fileURLToPath(new URL('./parts/census-targets.ts', import.meta.url)), [String(count), values.wait], {
  execArgv: ['--import', 'tsx'],
});
const [origins] = (await once(targets, 'message')) as [string[]];
const { DATABASE_URL } = process.env;
const running = await service(PORT, {
  AXPROOF_CONCURRENCY: String(sideBySide),
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
  const left = [...origins];
  const [began, cpu] = [performance.now(), cpuMs(running.pid)];
  let failed = 0;
  const one = async (): Promise<void> => {
    for (let target = left.pop(); target !== undefined; target = left.pop()) if (!(await grade(target))) failed++;
  };
  await Promise.all(Array.from({ length: sideBySide }, one));
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: rounded(count / seconds, 1),
    cpuMs: rounded((cpuMs(running.pid) - cpu) / count, 1),
    residentMiB: rounded(residentMiB(running.pid), 0),
    failed,
  };
}

try {
  const all: Round[] = [];
  for (let i = 0; i < rounds; i++) {
    all.push(await round());
    console.error(JSON.stringify(all.at(-1)));
  }
  const [second, last] = [all[1] ?? all[0]!, all.at(-1)!];
  console.log(
    JSON.stringify({
      bench: 'census',
      store: DATABASE_URL === undefined ? 'sqlite' : 'postgres',
      rounds: all,
      targetsCpuMs: rounded(cpuMs(targets.pid as number) / count / rounds, 1),
      perSecond: last.perSecond,
      growth: rounded(last.residentMiB / second.residentMiB, 3),
      target: { perSecond: DATABASE_URL === undefined ? 25 : 20, growth: 1.05 },
    }),
  );
} finally {
  await running.stop();
  targets.kill();
}
