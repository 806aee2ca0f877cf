// Numbers from a seed for generated sites: the same seed gives the same site on every machine. It must not touch the engine's own draws.
export interface Chance {
  /** An integer from 0 up to, not including, the bound. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
  /** So many different items, in the order in which they stand. */
  some<T>(items: readonly T[], count: number): T[];
}

/** Mulberry32: small, and good enough to spread sites. */
export function chance(seed: number): Chance {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x85ebca6b) >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    some(items, count) {
      const left = items.map((_, index) => index);
      while (left.length > count) left.splice(below(left.length), 1);
      return left.map((index) => items[index]!);
    },
  };
}
