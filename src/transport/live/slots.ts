// So many exchanges at a time, first come first served. It must not know what an exchange is.
export interface Slots {
  /** Settles with true when a place is free, with false when the signal fires first. */
  take(signal: AbortSignal): Promise<boolean>;
  free(): void;
}

export function slots(most: number): Slots {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(false);
      if (taken < most) {
        taken++;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const go = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(true);
        };
        const leave = (): void => {
          waiting.delete(go);
          resolve(false);
        };
        waiting.add(go);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
    free() {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else taken--;
    },
  };
}
