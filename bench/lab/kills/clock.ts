// A clock that jumps: runs under way come to their ends, nothing promised is lost, and runs of a killed process are given up whatever the time is said to be.
import { slowTarget } from '../../parts/service-load.ts';
import { serviceProcess } from '../../parts/service-process.ts';
import { post, rest } from '../ask.ts';
import { type Figure, none } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { type Place, servingAt } from './place.ts';
import { load, Promises } from './promises.ts';

const DAY = 86_400_000;
const JUMPS = [DAY, 0, -DAY, 0];

/** Grades that are under way while the clock jumps. */
export async function jumping(lab: Lab, place: Place): Promise<Figure[]> {
  const targets = await lab.innocents();
  const service = await serviceProcess(servingAt(place));
  const promises = new Promises();
  const callers = load(promises, () => service.url, targets);
  try {
    for (const wrong of JUMPS) {
      await rest(1000);
      service.child.send(wrong);
      await rest(1000);
    }
    await callers.stop();
    const cut = [...promises.refusals].map(([name, count]) => `${count} times ${name}`);
    return [none('callers who got no report', cut), ...(await promises.kept(service.url, place))];
  } finally {
    await callers.stop();
    await service.stop();
  }
}

/** A process that is killed with a run under way, and a next one whose clock is a day behind. */
export async function behind(lab: Lab, place: Place): Promise<Figure[]> {
  const hanging = await slowTarget();
  const targets = await lab.innocents();
  const first = await serviceProcess(servingAt(place));
  const promises = new Promises();
  promises.hear(await post(`${first.url}/verify`, { target: targets[0], seed: lab.settings.seed }));
  promises.hear(await post(`${first.url}/verify`, { target: hanging.origin }, { headers: { prefer: 'respond-async' } }));
  while (hanging.asked() === 0) await rest(20);
  await first.kill();
  hanging.close();
  const next = await serviceProcess(servingAt({ ...place, env: { ...place.env, LAB_CLOCK: String(-DAY) } }));
  try {
    return await promises.kept(next.url, place);
  } finally {
    await next.stop();
  }
}
