// What a class of lies is, and how one is planted. It must not know any class.
import { chance } from './chance.ts';
import { type Choices, honestSite } from './honest.ts';
import type { Kind, Operation, Site } from './site.ts';

interface Class {
  name: string;
  /** What is claimed, and what contradicts it. */
  claim: string;
  contradicted: string;
  /** What the site must be like for the lie to be one. */
  needs?: Partial<Choices>;
}

/** A lie that an operation tells: seen only where that operation is asked. */
export interface OperationLie extends Class {
  at: 'operation';
  kinds: readonly Kind[];
  /** Marks that would make it the truth, or another lie. */
  without?: readonly string[];
  tell(site: Site, operation: Operation): void;
}

/** A lie of one surface, or of the whole site: always within reach. */
export interface SiteLie extends Class {
  at: 'site';
  without?: readonly string[];
  tell(site: Site): void;
}

export type Lie = OperationLie | SiteLie;

/** Something that must not switch honesty off: put on the operations that lie, or on the site. */
export interface Mark {
  name: string;
  /** Says something of operations, so that it means nothing where none lies. */
  ofOperations: boolean;
  needs?: Partial<Choices>;
  put(site: Site, operations: readonly Operation[]): void;
}

/** How many operations a grade asks; up to so many a contract is covered whole. */
export const DRAWN = 12;

/** One in a small contract; an eighth of a large one, so that a draw has something to find. */
export const liarsOf = (size: number): number => (size <= DRAWN ? 1 : Math.ceil(size / 8));

/** Tells the lie on a site, and says which operations tell it: none where the site itself lies. */
export function plant(site: Site, lie: Lie): Operation[] {
  if (lie.at === 'site') {
    lie.tell(site);
    return [];
  }
  const pool = site.operations.filter(({ kind }) => lie.kinds.includes(kind));
  const liars = chance(site.seed * 977 + lie.name.length).some(pool, Math.min(pool.length, liarsOf(site.size)));
  if (liars.length === 0) throw new Error(`no operation of this site can tell ${lie.name}`);
  for (const operation of liars) lie.tell(site, operation);
  return liars;
}

export const bears = (lie: Lie, mark: Mark): boolean => !(mark.ofOperations && lie.at === 'site') && !lie.without?.includes(mark.name);

/** A site that lies, under a mark. */
export function lyingSite(seed: number, size: number, lie: Lie, mark?: Mark): { site: Site; liars: Operation[] } {
  const site = honestSite(seed, size, { ...mark?.needs, ...lie.needs });
  const liars = plant(site, lie);
  mark?.put(site, liars);
  return { site, liars };
}

/** The same mark on a site that does not lie: nobody may be blamed for it. */
export function markedSite(seed: number, size: number, mark: Mark): Site {
  const site = honestSite(seed, size, mark.needs);
  const marked = site.operations.filter(({ kind }) => kind === 'list' || kind === 'stats').slice(0, liarsOf(size));
  mark.put(site, marked);
  return site;
}
