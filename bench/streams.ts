// The event streams of the built service (npm run build first) under load: runs that are followed from start to end beside processes that only spin. A stream that
// ends before the last event of its run, or loses a check, is counted. Options: --runs, --spinning.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rounded } from './parts/median.ts';
import { service } from './parts/service-load.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '200' }, spinning: { type: 'string', default: '2' } } });
const runs = Number(values.runs);
const PORT = 19_900 + (process.pid % 90);

const targets = fork(fileURLToPath(new URL('./parts/census-targets.ts', import.meta.url)), [String(runs), '20'], {
  execArgv: ['--import', 'tsx'],
});
const [origins] = (await once(targets, 'message')) as [string[]];
const running = await service(PORT, { AXPROOF_QUEUE: String(runs) });
const spinning = Array.from({ length: Number(values.spinning) }, () => spawn(process.execPath, ['-e', 'for (;;);']));

/** How a stream ended, and how many checks it told. */
async function followed(target: string): Promise<{ last: string; checks: number }> {
  const answer = await fetch(`${running.url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ target }),
  });
  const { links } = (await answer.json()) as { links: { events: string } };
  const text = await (await fetch(links.events)).text();
  const names = [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name as string);
  return { last: names.at(-1) ?? 'nothing', checks: names.filter((name) => name === 'check').length };
}

try {
  const began = performance.now();
  const all = await Promise.all(origins.map(followed));
  const most = Math.max(...all.map(({ checks }) => checks));
  console.log(
    JSON.stringify({
      bench: 'streams',
      runs,
      seconds: rounded((performance.now() - began) / 1000, 1),
      endedEarly: all.filter(({ last }) => !['done', 'failed', 'interrupted'].includes(last)).length,
      lostChecks: all.filter(({ last, checks }) => last === 'done' && checks !== most).length,
      target: { endedEarly: 0, lostChecks: 0 },
    }),
  );
} finally {
  for (const child of spinning) child.kill();
  await running.stop();
  targets.kill();
}
