// Discoveries of stored reports, each made once off the thread that serves: reading a large document again would slow everybody. It starts no run.
import { LRUCache } from 'lru-cache';
import type { Discovery } from '../engine/discovery.ts';

const MOST = 500;

export class Discoveries {
  readonly #known = new LRUCache<string, Promise<Discovery>>({ max: MOST });
  readonly #make: (reportDigest: string) => Promise<Discovery>;

  /** make: reads a stored report by its digest, in a worker. */
  constructor(make: (reportDigest: string) => Promise<Discovery>) {
    this.#make = make;
  }

  async of(reportDigest: string): Promise<Discovery> {
    const known = this.#known.get(reportDigest) ?? this.#make(reportDigest);
    this.#known.set(reportDigest, known);
    try {
      return await known;
    } catch (error) {
      this.#known.delete(reportDigest);
      throw error;
    }
  }
}
