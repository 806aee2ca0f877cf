// Processes that are killed under load, one after another, while the next one is there already: what they promised stays promised.

import { chance } from '../../lies/chance.ts';
import { type ServiceProcess, serviceProcess } from '../../parts/service-process.ts';
import { rest } from '../ask.ts';
import { type Figure, told } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { type Place, servingAt } from './place.ts';
import { load, Promises } from './promises.ts';

/** Milliseconds of load before a kill, at most, once something was promised; on a slow machine that may take some. */
const UNDER_LOAD = 600;
const PROMISED = 20_000;

async function promised(promises: Promises, before: number): Promise<void> {
  const end = performance.now() + PROMISED;
  while (promises.reports.size === before && performance.now() < end) await rest(10);
}

export async function killed(lab: Lab, place: Place, kills: number): Promise<Figure[]> {
  const targets = await lab.innocents();
  const draw = chance(lab.settings.seed);
  const promises = new Promises();
  const start = (): Promise<ServiceProcess> => serviceProcess(servingAt(place));
  let current = await start();
  const callers = load(promises, () => current.url, targets);
  try {
    for (let i = 0; i < kills; i++) {
      // Two of them work on one store for a while.
      const before = promises.reports.size;
      const next = await start();
      await promised(promises, before);
      await rest(draw.below(UNDER_LOAD));
      const dying = current;
      current = next;
      await rest(draw.below(50));
      await dying.kill();
    }
    await callers.stop();
    const last = await start();
    const figures = await promises.kept(last.url, place);
    await last.stop();
    return [told('kills', kills), ...figures];
  } finally {
    await callers.stop();
    await current.kill();
  }
}
