// Targets that want no verification, for a day: they are asked once and then left alone. In memory: a restart asks once more.
import { LRUCache } from 'lru-cache';
import { AxproofError } from '../contract/errors.ts';
import { DAY_MS } from '../contract/units.ts';

const MOST = 100_000;

export class OptOuts {
  // A `max` would take the room of all of them at once.
  readonly #until = new LRUCache<string, number>({ maxSize: MOST, sizeCalculation: () => 1 });

  constructor(private readonly now: () => number) {}

  /** A run of this target ended so. What an older run heard shortens nothing. */
  heard(target: string, at = this.now()): void {
    this.#until.set(target, Math.max(at + DAY_MS, this.#until.get(target) ?? 0));
  }

  /** Throws declined where a target said so within a day. */
  check(target: string): void {
    const until = this.#until.get(target);
    if (until === undefined || until <= this.now()) return;
    // Without a remedy: an older grade is no answer in its place.
    throw new AxproofError('declined', `${target} does not want to be verified; it is not asked again within a day of saying so`);
  }
}
