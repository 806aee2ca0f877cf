// What a flood of new specs costs a service: the processes and the memory of its children, and how soon those that it does not take are told so.
// Needs npm run build.
import { availableParallelism } from 'node:os';
import { goodText } from '../test/gate/containment/hostile-specs.ts';
import { rss, watchPeak } from './lab/proc.ts';
import { fixtureServer } from './parts/fixture-server.ts';
import { rounded } from './parts/median.ts';
import { service } from './parts/service-load.ts';

const COUNT = Number(process.argv[2] ?? 60);
const target = await fixtureServer('good');
const running = await service(18_700 + (process.pid % 100));
await fetch(`${running.url}/self`).then((answer) => answer.arrayBuffer());
await new Promise((resolve) => setTimeout(resolve, 3000));
const idleMb = rss(running.pid);

async function post(number: number): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const spec = JSON.parse(goodText().replace('A pack of a test', `A pack of a test ${number}`));
  const body = JSON.stringify({ target: target.origin, spec });
  const begun = performance.now();
  const answer = await fetch(`${running.url}/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - begun, retryAfter: answer.headers.get('retry-after') };
}

const watch = watchPeak(running.pid);
const begun = performance.now();
const answers = await Promise.all(Array.from({ length: COUNT }, (_, number) => post(number)));
const allMs = performance.now() - begun;
const { processes, all, together, own } = watch.end();
await running.stop();
target.stop();

const statuses: { [status: string]: number } = {};
for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
const refused = answers.filter(({ status }) => status === 429 || status === 503);
console.log(
  JSON.stringify({
    bench: 'admission',
    specs: COUNT,
    // Besides the service itself.
    processes: processes - 1,
    mostProcesses: availableParallelism() + 2,
    idleMb: rounded(idleMb, 0),
    ownMb: rounded(own, 0),
    // The memory of each summed, and the same with pages that they share counted once.
    withChildrenMb: rounded(all, 0),
    togetherMb: rounded(together, 0),
    statuses,
    refusedWithinMs: rounded(Math.max(0, ...refused.map(({ ms }) => ms)), 0),
    allMs: rounded(allMs, 0),
    withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === null).length,
  }),
);
