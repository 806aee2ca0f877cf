// A database that breaks under load and is mended: callers are told within seconds, the service lives, goes on without a restart, and has kept its word.
import type { ServiceProcess } from '../../parts/service-process.ts';
import { ask, post, rest } from '../ask.ts';
import { atMost, type Figure, none, told } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { type Place, servingAt } from './place.ts';
import { load, Promises } from './promises.ts';

/** Seconds in which a caller is told that the database is away, and after which all is well again. */
const TOLD = 10;
const AGAIN = 5;
const BROKEN = 1500;

export interface Fault {
  break(place: Place, service: ServiceProcess): Promise<void>;
  mend(place: Place, service: ServiceProcess): Promise<void>;
}

/** What a caller meets while the store cannot be written to. */
async function away(url: string, target: string, seed: number, wrong: string[]): Promise<number> {
  const answer = await post(`${url}/verify`, { target, seed });
  if (answer.status < 500 || answer.code === 'internal' || answer.code === undefined) wrong.push(`${answer.status} ${answer.code}`);
  const health = await ask(`${url}/health`);
  if (health.status !== 200) wrong.push(`health ${health.status}`);
  return answer.ms / 1000;
}

/** When the store takes a run again; how long its grade takes then says more of the machine, but it must come. */
async function back(url: string, target: string, seed: number, wrong: string[]): Promise<number> {
  const began = performance.now();
  const over = (): number => (performance.now() - began) / 1000;
  let took: number | undefined;
  while (took === undefined && over() < 6 * AGAIN) {
    const { status } = await post(`${url}/verify`, { target, seed }, { headers: { prefer: 'respond-async' } });
    if (status === 202 || status === 200) took = over();
    else await rest(50);
  }
  const { status, code } = await post(`${url}/verify`, { target, seed });
  if (status !== 200) wrong.push(`mended: ${status} ${code}`);
  return took ?? over();
}

export async function broken(lab: Lab, place: Place, fault: Fault, times: number): Promise<Figure[]> {
  const targets = await lab.innocents();
  const [target = ''] = targets;
  const service = await lab.service(servingAt(place));
  const promises = new Promises();
  const wrong: string[] = [];
  let [slowest, latest, seed] = [0, 0, 1e9 + lab.settings.seed];
  try {
    for (let i = 0; i < times; i++) {
      const callers = load(promises, () => service.url, targets);
      await rest(1000);
      await fault.break(place, service);
      slowest = Math.max(slowest, await away(service.url, target, seed++, wrong));
      await rest(BROKEN);
      await fault.mend(place, service);
      latest = Math.max(latest, await back(service.url, target, seed++, wrong));
      await callers.stop();
    }
    return [
      told('times', times),
      atMost('callers are told after', slowest, TOLD, 's'),
      none('told otherwise than by a code of ours', wrong),
      atMost('takes runs again after', latest, AGAIN, 's'),
      ...(await promises.kept(service.url, place)),
    ];
  } finally {
    await service.stop();
  }
}
