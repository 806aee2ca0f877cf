// Rows of processes that are killed, databases that break and clocks that jump. The two hundred kills are several rows, so that a broken-off lab goes on between them.
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import type { Row } from '../row.ts';
import { broken, type Fault } from './broken.ts';
import { behind, jumping } from './clock.ts';
import { clocked } from './entry.ts';
import { FULL_DATABASE, FULL_DISK, REFUSING, RESTARTED } from './faults.ts';
import { killed } from './killed.ts';
import { onPostgres, onSqlite, type Place } from './place.ts';

const KILLS = 50;
const PARTS = ['1', '2', '3', '4'];
const TIMES = 3;

const PLACES: [string, string, () => Promise<Place>][] = [
  ['sqlite', 'SQLite', async () => onSqlite()],
  ['postgres', 'PostgreSQL', onPostgres],
];

type Act = (lab: Lab, place: Place) => Promise<Figure[]>;

/** Seconds: the small size does not wait for the lease of the product. */
const SHORT = 3;

const atHand = (lab: Lab, place: Place, act: Act, clock: boolean): Promise<Figure[]> => {
  const { tenth } = lab.settings;
  if (!tenth && !clock) return act(lab, place);
  const lease = tenth ? { lease: SHORT, env: { ...place.env, LAB_LEASE: String(SHORT * 1000) } } : {};
  return clocked((script) => act(lab, { ...place, ...lease, script }));
};

const row = (name: string, does: string, open: () => Promise<Place>, act: Act, clock = false): Row => ({
  group: 'kills',
  name,
  does,
  async run(lab) {
    const place = await open();
    try {
      return await atHand(lab, place, act, clock);
    } finally {
      await place.remove();
    }
  },
});

const few = (lab: Lab, whole: number, tenth: number): number => (lab.settings.tenth ? tenth : whole);

const KILLED = PLACES.flatMap(([name, called, open]) =>
  PARTS.map((part) =>
    row(`kill-${name}-${part}`, `${KILLS} processes killed under load on ${called}, one after another`, open, (lab, place) =>
      killed(lab, place, few(lab, KILLS, 4)),
    ),
  ),
);

const breaks = (name: string, does: string, open: () => Promise<Place>, fault: Fault): Row =>
  row(name, does, open, (lab, place) => broken(lab, place, fault, few(lab, TIMES, 1)));

export const KILL_ROWS: readonly Row[] = [
  ...KILLED,
  breaks('full-sqlite', 'the disk of SQLite is full (injected)', async () => onSqlite(), FULL_DISK),
  breaks('full-postgres', 'the disk of PostgreSQL is full (injected)', onPostgres, FULL_DATABASE),
  breaks('restart-postgres', 'PostgreSQL is cut off and started again', onPostgres, RESTARTED),
  breaks('refused-postgres', 'PostgreSQL refuses connections', onPostgres, REFUSING),
  row('clock-jumps', 'the clock jumps by a day, forth and back, under load', async () => onSqlite(), jumping, true),
  row('clock-behind', 'a process is killed, and the clock of the next one is a day behind', async () => onSqlite(), behind, true),
];
