// How much a grade is slowed by hostile specs beside it: wall time of grades alone and with the specs of the tests running one after another, interleaved.

import { join } from 'node:path';
import { contain } from '../src/gate/containment/contain.ts';
import { run } from '../src/run/run.ts';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { live } from '../src/transport/live/live.ts';
import { builtChild } from '../test/gate/containment/built.ts';
import { HOSTILE } from '../test/gate/containment/hostile-specs.ts';
import { packAt } from '../test/packs.ts';
import { ROOT } from '../test/sources.ts';
import { median, rounded } from './parts/median.ts';

const ROUNDS = Number(process.argv[2] ?? 9);

await builtChild();
/** Made beforehand: their making is no work of a verifier. */
const texts = HOSTILE.map((spec) => spec.text());
const pack = packAt(join(ROOT, 'rules/ax'));
const server = await serveFixture(loadFixture(join(ROOT, 'fixtures/targets/good.yaml')));

async function grade(): Promise<number> {
  const transport = live({ target: new URL(server.origin), private: true });
  const begun = performance.now();
  await run({ pack, target: server.origin, seed: 7, seedOrigin: 'caller', transport, now: () => '2026-01-01T00:00:00Z' });
  await transport.close();
  return performance.now() - begun;
}

/** Hostile specs one after another until told to stop. */
async function hostile(stop: AbortSignal): Promise<number> {
  let count = 0;
  for (; !stop.aborted; count++) {
    await contain(texts[count % texts.length] as string).then(
      (contained) => contained.close(),
      () => {},
    );
  }
  return count;
}

for (let i = 0; i < 3; i++) await grade();
const [alone, beside]: [number[], number[]] = [[], []];
let refused = 0;
for (let i = 0; i < ROUNDS; i++) {
  alone.push(await grade());
  const stop = new AbortController();
  const running = hostile(stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let k = 0; k < 3; k++) beside.push(await grade());
  stop.abort();
  refused += await running;
}
await server.close();
const line = {
  bench: 'containment',
  aloneMs: rounded(median(alone), 0),
  besideMs: rounded(median(beside), 0),
  refused,
  times: rounded(median(beside) / median(alone)),
  target: 1.2,
};
console.log(JSON.stringify(line));
