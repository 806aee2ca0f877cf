// What is worked out of stored reports, each once and off the thread that serves: reading large documents again would slow everybody. It starts no run.
import { LRUCache } from 'lru-cache';

const MOST = 500;

export class Derived<T> {
  readonly #known = new LRUCache<string, Promise<T>>({ max: MOST });
  readonly #make: (reportDigests: readonly string[]) => Promise<T>;

  /** make: reads stored reports by their digests, in a worker. */
  constructor(make: (reportDigests: readonly string[]) => Promise<T>) {
    this.#make = make;
  }

  async of(...reportDigests: string[]): Promise<T> {
    const key = reportDigests.join(' ');
    const known = this.#known.get(key) ?? this.#make(reportDigests);
    this.#known.set(key, known);
    try {
      return await known;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }
}
