// Wakes whoever waits for news of a run in this process. It knows no news itself.
export interface Listener {
  /** Resolves when it has rung since the last time; at once when it did so meanwhile. */
  rung(): Promise<void>;
  close(): void;
}

export class Bell {
  readonly #listening = new Map<string, Set<() => void>>();

  ring(name: string): void {
    for (const wake of this.#listening.get(name) ?? []) wake();
  }

  ringAll(): void {
    for (const name of [...this.#listening.keys()]) this.ring(name);
  }

  /** From now on nothing is missed. The signal rings too. */
  listen(name: string, signal: AbortSignal): Listener {
    let heard = signal.aborted;
    let wake = (): void => {};
    const hear = (): void => {
      heard = true;
      wake();
    };
    const listening = this.#listening.get(name) ?? new Set();
    this.#listening.set(name, listening.add(hear));
    signal.addEventListener('abort', hear);
    return {
      async rung() {
        if (!heard)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        heard = false;
      },
      close: () => {
        signal.removeEventListener('abort', hear);
        listening.delete(hear);
        if (listening.size === 0 && this.#listening.get(name) === listening) this.#listening.delete(name);
      },
    };
  }
}
