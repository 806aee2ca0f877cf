// What every row of hostile callers holds: while they do what they do, the service says that it lives, answers an honest gate, and starts few processes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { specOf } from '../../../src/gate/spec.ts';
import { goodText } from '../../../test/gate/containment/hostile-specs.ts';
import { median } from '../../parts/median.ts';
import type { ServiceProcess } from '../../parts/service-process.ts';
import { post, rest, tried } from '../ask.ts';
import { atMost, type Figure, none } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { type Peak, rss, watchPeak } from '../proc.ts';
import type { Pulse } from './pulse.ts';

const HEALTH = 50;
/** On a machine whose speed nobody knows: times as long as a bare server takes to answer at the same moments. */
const HEALTH_TIMES = 15;
const GATE_TIMES = 2;
const MEMORY = 400;
const PROCESSES = cpus().length + 2;
const ALONE = 5;

export interface Attack {
  service: ServiceProcess;
  /** Origins of targets that mean no harm. */
  innocents: readonly string[];
  tenth: boolean;
  /** Milliseconds that the attack should last where its length is free. */
  time: number;
}

/** A good spec that nobody has sent before: validating it costs. */
export function newSpec(mark: string): { spec: object; expectedDigest: string } {
  const spec = { ...(JSON.parse(goodText()) as object), title: `A spec of the lab, ${mark}` };
  return { spec, expectedDigest: specOf(spec as never).digest };
}

async function watching(service: ServiceProcess, bare: string): Promise<() => Promise<[Pulse, Pulse]>> {
  const file = fileURLToPath(new URL('./pulse.ts', import.meta.url));
  const child = fork(file, [`${service.url}/health`, `${bare}/health`], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return async () => {
    const said = once(child, 'message');
    child.send('stop');
    return (await said)[0] as [Pulse, Pulse];
  };
}

async function gate({ url }: ServiceProcess, target: string, body: object, wrong: string[]): Promise<number> {
  const { ms, status, code } = await tried(post(`${url}/verify`, { target, ...body }));
  if (status !== 200) wrong.push(`${status} ${code}`);
  return ms;
}

function figures(lab: Lab, [health, bare]: [Pulse, Pulse], peak: Peak, idle: number, gateTimes: number): Figure[] {
  return [
    lab.settings.tenth
      ? atMost('health against a bare server, p99', health.p99 / Math.max(1, bare.p99), HEALTH_TIMES, 'times')
      : atMost('health p99', health.p99, HEALTH, 'ms'),
    atMost('honest gate against itself alone', gateTimes, GATE_TIMES, 'times'),
    atMost('processes started', peak.processes - 1, PROCESSES),
    atMost('memory over idle', Math.max(0, peak.all - idle), MEMORY, 'MB'),
  ];
}

/** Starts a service, attacks it, and measures what its other callers notice. */
export async function under(lab: Lab, env: Record<string, string>, attack: (at: Attack) => Promise<Figure[]>): Promise<Figure[]> {
  const innocents = await lab.innocents();
  const [target = ''] = innocents;
  const service = await lab.service({ env: { AXPROOF_SELF_EVERY: '604800', ...env } });
  try {
    const honest = newSpec('honest');
    const wrong: string[] = [];
    await gate(service, target, honest, wrong);
    const alone: number[] = [];
    for (let i = 0; i < ALONE; i++) alone.push(await gate(service, target, honest, wrong));
    await rest(300);
    const idle = rss(service.pid);
    const stop = await watching(service, target);
    const watch = watchPeak(service.pid);
    const beside: number[] = [];
    let over = false;
    const asking = (async () => {
      while (!over || beside.length < 3) beside.push(await gate(service, target, honest, wrong));
    })();
    const { tenth } = lab.settings;
    try {
      const own = await attack({ service, innocents, tenth, time: tenth ? 3000 : 10_000 });
      over = true;
      await asking;
      const times = median(beside) / median(alone);
      return [...figures(lab, await stop(), watch.end(), idle, times), none('honest gate refused', wrong), ...own];
    } finally {
      over = true;
      await asking.catch(() => {});
    }
  } finally {
    await service.stop();
  }
}
