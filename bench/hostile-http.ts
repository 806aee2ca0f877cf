// How much a grade of the service is slowed by hostile specs that are posted to it one after another: wall time of grades alone and beside them,
// interleaved. Needs npm run build.

import { join } from 'node:path';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { HOSTILE } from '../test/gate/containment/hostile-specs.ts';
import { median, rounded } from './parts/median.ts';
import { service } from './parts/service-load.ts';
import { ROOT } from './parts/setup.ts';

const PORT = 18_900 + (process.pid % 100);
const ROUNDS = 9;
/** Beyond what a body may be, the answer is 413 and nothing is judged. */
const MOST_BODY = 512 * 1024;

/** Made beforehand: their making is no work of a verifier. What is no JSON value cannot be put into a request. */
const bodies = HOSTILE.map((spec) => `{"target":"127.0.0.1:9","spec":${spec.text()}}`).filter((body) => body.length < MOST_BODY);
const target = await serveFixture(loadFixture(join(ROOT, 'fixtures/targets/good.yaml')));
const running = await service(PORT);
const statuses = new Set<number>();
let slowest = 0;

async function grade(): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${running.url}/${new URL(target.origin).host}?format=json`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a grade was answered with ${answer.status}`);
  return performance.now() - begun;
}

async function hostile(stop: AbortSignal): Promise<number> {
  let count = 0;
  for (; !stop.aborted; count++) {
    const begun = performance.now();
    const body = bodies[count % bodies.length] as string;
    const answer = await fetch(`${running.url}/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.arrayBuffer();
    statuses.add(answer.status);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return count;
}

for (let i = 0; i < 5; i++) await grade();
const [alone, beside]: [number[], number[]] = [[], []];
let refused = 0;
for (let i = 0; i < ROUNDS; i++) {
  for (let k = 0; k < 3; k++) alone.push(await grade());
  const stop = new AbortController();
  const posting = hostile(stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let k = 0; k < 9; k++) beside.push(await grade());
  stop.abort();
  refused += await posting;
}
await running.stop();
await target.close();
const line = {
  bench: 'hostile-http',
  aloneMs: rounded(median(alone), 0),
  besideMs: rounded(median(beside), 0),
  refused,
  statuses: [...statuses].sort(),
  slowestMs: rounded(slowest, 0),
  times: rounded(median(beside) / median(alone)),
  target: 1.2,
};
console.log(JSON.stringify(line));
