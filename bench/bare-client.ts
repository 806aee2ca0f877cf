// What the requests of a grade cost a client that does nothing else: the same methods, paths, headers and bodies to the same targets as bench/census.ts, as many at
// once, by node:http and by got. npm run build first. The parts of a grade in docs/scale.md are told beside it. Options: --targets, --side-by-side, --wait.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ServedRequest } from '../src/transport/fixture/server.ts';
import { rounded } from './parts/median.ts';
import { cpuMs } from './parts/process-figures.ts';
import { service } from './parts/service-load.ts';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: '400' },
    'side-by-side': { type: 'string', default: '64' },
    wait: { type: 'string', default: '100' },
  },
});
const [count, most] = [Number(values.targets), Number(values['side-by-side'])];
const PORT = 19_000 + (process.pid % 800);
const part = (file: string, ...given: string[]): ChildProcess =>
  fork(fileURLToPath(new URL(`./parts/${file}.ts`, import.meta.url)), given, { execArgv: ['--import', 'tsx'] });

const without = (headers: ServedRequest['headers'], names: readonly string[]): ServedRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** What one grade sends. */
async function asksOf(targets: ChildProcess, target: string): Promise<ServedRequest[]> {
  const running = await service(PORT);
  try {
    const answer = await fetch(`${running.url}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target }),
    });
    if (answer.status !== 200) throw new Error(`the grade answered ${answer.status}`);
    await answer.text();
  } finally {
    await running.stop();
  }
  targets.send('what');
  const [{ asks }] = (await once(targets, 'message')) as [{ asks: ServedRequest[] }];
  // Each client says these for itself.
  return asks.map((ask) => ({ ...ask, headers: without(ask.headers, ['host', 'connection', 'content-length']) }));
}

/** Milliseconds of CPU for as many requests as a grade sends: the second of two rounds, so that the client is warm. */
async function cost(
  client: string,
  origins: readonly string[],
  asks: readonly ServedRequest[],
): Promise<{ cpuMs: number; perSecond: number }> {
  const child = part('bare-client', client);
  await once(child, 'message');
  const pid = child.pid as number;
  let [cpu, began] = [0, 0];
  for (let i = 0; i < 2; i++) {
    [cpu, began] = [cpuMs(pid), performance.now()];
    child.send({ origins, asks, most });
    await once(child, 'message');
  }
  const seconds = (performance.now() - began) / 1000;
  const spent = cpuMs(pid) - cpu;
  child.kill();
  return { cpuMs: rounded(spent / origins.length, 1), perSecond: rounded(origins.length / seconds, 1) };
}

const targets = part('census-targets', String(count), values.wait);
try {
  const [origins] = (await once(targets, 'message')) as [string[]];
  const asks = await asksOf(targets, origins[0] as string);
  const node = await cost('node:http', origins, asks);
  const got = await cost('got', origins, asks);
  console.log(JSON.stringify({ bench: 'bare-client', requests: asks.length, node, got }));
} finally {
  targets.kill();
}
