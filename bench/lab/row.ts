// What a row of the lab is: something that is done to the service, and the figures that come of it.
import type { Figure } from './figure.ts';
import type { Lab } from './lab.ts';

export const GROUPS = ['targets', 'callers', 'kills', 'guard', 'soak'] as const;
export type Group = (typeof GROUPS)[number];

export interface Row {
  group: Group;
  /** Never changed: --only and the state file know a row by it. */
  name: string;
  does: string;
  run(lab: Lab): Promise<Figure[]>;
}

export interface Result {
  figures: Figure[];
  seconds: number;
  /** Why the row did not come to its figures. */
  error?: string;
}

export const holds = ({ figures, error }: Result): boolean => error === undefined && figures.every(({ ok }) => ok);
