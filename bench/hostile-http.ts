// How much a grade of the service is slowed by hostile specs that are posted to it one after another: wall time of grades alone and beside them,
// interleaved. The target and who posts are processes of their own, on the same cores: what is printed is more than the specs alone cost.
// Needs npm run build.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixtureServer } from './parts/fixture-server.ts';
import { median, rounded } from './parts/median.ts';
import { service } from './parts/service-load.ts';

const PORT = 18_900 + (process.pid % 100);
const ROUNDS = 9;

interface Posted {
  count: number;
  statuses: number[];
  slowestMs: number;
}

const target = await fixtureServer('good');
const running = await service(PORT);
const poster = fork(fileURLToPath(new URL('./parts/post-hostile.ts', import.meta.url)), [running.url], { execArgv: ['--import', 'tsx'] });
await once(poster, 'message');

async function grade(): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${running.url}/${new URL(target.origin).host}?format=json`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a grade was answered with ${answer.status}`);
  return performance.now() - begun;
}

for (let i = 0; i < 5; i++) await grade();
const [alone, beside]: [number[], number[]] = [[], []];
let posted: Posted = { count: 0, statuses: [], slowestMs: 0 };
for (let i = 0; i < ROUNDS; i++) {
  for (let k = 0; k < 3; k++) alone.push(await grade());
  poster.send('go');
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let k = 0; k < 9; k++) beside.push(await grade());
  poster.send('stop');
  [posted] = (await once(poster, 'message')) as [Posted];
}
poster.kill();
await running.stop();
target.stop();
const line = {
  bench: 'hostile-http',
  aloneMs: rounded(median(alone), 0),
  besideMs: rounded(median(beside), 0),
  refused: posted.count,
  statuses: posted.statuses,
  slowestMs: rounded(posted.slowestMs, 0),
  times: rounded(median(beside) / median(alone)),
  target: 1.2,
};
console.log(JSON.stringify(line));
