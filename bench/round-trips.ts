// Round trips on the critical path: wall time of a grade against a target that waits 200 ms, less that against one that waits 0 ms, over 200 ms:
// waits so long that what a busy machine adds to a run is a small part of one. How many there are by the plan is counted in test/truth/cost.test.ts.
import { loadFixture } from '../src/transport/fixture/load.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { live } from '../src/transport/live/live.ts';
import { median, rounded } from './parts/median.ts';
import { defaultPack, gradeOnce, targetFile } from './parts/setup.ts';

const WAIT = 200;
const RUNS = 7;
const pack = defaultPack();

async function wall(name: string, wait: number): Promise<{ ms: number; requests: number }> {
  const server = await serveFixture(loadFixture(targetFile(name)), { port: 0, wait });
  const transport = live({ target: new URL(server.origin), private: true });
  const started = performance.now();
  const report = await gradeOnce(pack, server.origin, transport);
  const ms = performance.now() - started;
  await transport.close();
  await server.close();
  return { ms, requests: report.evidence.exchanges.length };
}

async function roundTrips(name: string): Promise<{ roundTrips: number; requests: number }> {
  await wall(name, 0);
  const quick: number[] = [];
  const slow: number[] = [];
  let requests = 0;
  for (let i = 0; i < RUNS; i += 1) {
    quick.push((await wall(name, 0)).ms);
    const waited = await wall(name, WAIT);
    slow.push(waited.ms);
    requests = waited.requests;
  }
  return { roundTrips: rounded((median(slow) - median(quick)) / WAIT), requests };
}

const [good, empty] = [await roundTrips('good'), await roundTrips('empty')];
console.log(JSON.stringify({ bench: 'round-trips', good, empty, target: { good: 10, empty: 6 } }));
