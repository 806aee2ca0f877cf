// Whose turn it is at a place: a few starts a second and a few runs under way, as the service counts them (destinations.ts). It has no clock and starts nothing.
import type { PACE } from '../destinations.ts';

interface Place {
  running: number;
  /** When the bucket of starts is full again. */
  fullAt: number;
}

export class Turns {
  readonly #interval: number;
  readonly #slack: number;
  readonly #mostRunning: number;
  readonly #places = new Map<string, Place>();

  constructor({ starts, mostRunning }: typeof PACE) {
    this.#interval = 3_600_000 / starts.perHour;
    this.#slack = this.#interval * (starts.burst - 1);
    this.#mostRunning = mostRunning;
  }

  /** Milliseconds until a run may begin at all of the places; Infinity: not before one that is under way there has ended. */
  wait(places: readonly string[], now: number): number {
    const waits = places.map((name) => {
      const { running, fullAt } = this.#places.get(name) ?? { running: 0, fullAt: now };
      return running >= this.#mostRunning ? Number.POSITIVE_INFINITY : fullAt - this.#slack - now;
    });
    return Math.max(0, ...waits);
  }

  begin(places: readonly string[], now: number): void {
    for (const name of places) {
      const { running, fullAt } = this.#places.get(name) ?? { running: 0, fullAt: now };
      this.#places.set(name, { running: running + 1, fullAt: Math.max(now, fullAt) + this.#interval });
    }
  }

  leave(places: readonly string[], now: number): void {
    for (const name of places) {
      const place = this.#places.get(name) as Place;
      place.running--;
      if (place.running === 0 && place.fullAt <= now) this.#places.delete(name);
    }
  }
}
