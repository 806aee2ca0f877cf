// A suite of 100 fixture servers with 8 tests side by side: wall time over the ideal, which is the waiting of all tests over 8. CPU is told beside it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../src/mounts/cli/main.ts';
import { processIo } from '../src/mounts/cli/process-io.ts';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../src/transport/fixture/server.ts';
import { median, rounded } from './parts/median.ts';
import { targetFile } from './parts/setup.ts';

const TARGETS = 100;
const JOBS = 8;
const WAIT = 300;

const io = processIo();
const folder = mkdtempSync(join(tmpdir(), 'axproof-bench-'));

async function run(servers: readonly FixtureServer[], jobs: number): Promise<number> {
  const names = servers.map((_, i) => `t${i}`);
  const targets = Object.fromEntries(servers.map(({ origin }, i) => [`t${i}`, origin]));
  const file = join(folder, 'suite.json');
  // Whatever the grade is, the test passes: its own work is measured.
  const tests = [{ name: 'bench', target: names, pack: 'default', minGrade: 'F' }];
  writeFileSync(file, JSON.stringify({ format: 1, name: 'bench', targets, packs: { default: 'ax' }, tests }));
  const started = performance.now();
  const status = await cli(['suite', file, '--jobs', String(jobs), '--quiet', '--reporter', `json:${join(folder, 'out.json')}`], io);
  if (status !== 0) throw new Error(`the suite ended with ${status}`);
  return performance.now() - started;
}

async function servers(count: number, wait: number): Promise<FixtureServer[]> {
  const target = loadFixture(targetFile('good'));
  return Promise.all(Array.from({ length: count }, () => serveFixture(target, { wait })));
}

const close = (all: readonly FixtureServer[]): Promise<unknown> => Promise.all(all.map((s) => s.close()));

/** Waiting of one test: its wall time against a server that waits, less that against one that does not. */
async function waitingOfOne(): Promise<number> {
  const [quick, slow] = [await servers(1, 0), await servers(1, WAIT)];
  await run(quick, 1);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) times.push((await run(slow, 1)) - (await run(quick, 1)));
  await close([...quick, ...slow]);
  return median(times);
}

try {
  const waiting = await waitingOfOne();
  const all = await servers(TARGETS, WAIT);
  const cpu = process.cpuUsage();
  const wall = await run(all, JOBS);
  const { user, system } = process.cpuUsage(cpu);
  await close(all);
  const ideal = (TARGETS * waiting) / JOBS;
  console.log(
    JSON.stringify({
      bench: 'suite',
      targets: TARGETS,
      jobs: JOBS,
      waitMs: WAIT,
      waitingOfOneMs: rounded(waiting),
      idealMs: rounded(ideal),
      wallMs: rounded(wall),
      cpuMs: rounded((user + system) / 1000),
      ratio: rounded(wall / ideal),
      target: 1.3,
    }),
  );
} finally {
  rmSync(folder, { recursive: true });
}
