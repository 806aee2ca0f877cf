// Wakes whoever waits for news of a run in this process. News of other processes comes by looking into the store.
export class Bell {
  readonly #waiting = new Map<string, Set<() => void>>();

  ring(name: string): void {
    for (const wake of this.#waiting.get(name) ?? []) wake();
  }

  ringAll(): void {
    for (const name of [...this.#waiting.keys()]) this.ring(name);
  }

  /** Resolves at the next ring, after `most` milliseconds, or when the signal fires: whichever comes first. Never rejects. */
  heard(name: string, most: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(name) ?? new Set();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        waiting.delete(done);
        if (waiting.size === 0 && this.#waiting.get(name) === waiting) this.#waiting.delete(name);
        resolve();
      };
      const timer = setTimeout(done, most);
      waiting.add(done);
      this.#waiting.set(name, waiting);
      if (signal?.aborted) done();
      else signal?.addEventListener('abort', done, { once: true });
    });
  }
}
