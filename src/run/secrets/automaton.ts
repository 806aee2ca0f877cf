// Looks for many patterns at once, one step a character (Aho and Corasick 1975). It knows texts alone, and no escapes.

const NONE = -1;

export class Automaton {
  /** By state: how many characters of a pattern it has seen. */
  readonly depth: Int32Array;
  /** By state: the pattern that ends there, or NONE. */
  readonly #ends: Int32Array;
  /** By state: itself where a pattern ends there, else the next shorter state where one does; 0: none. */
  readonly #ending: Int32Array;
  /** By state: the longest other one that it ends with. */
  readonly #suffix: Int32Array;
  /** By state: where to go on when no child fits. */
  readonly #fail: Int32Array;
  /** Of a state with one child: its character and itself. */
  readonly #char: Int32Array;
  readonly #child: Int32Array;
  /** Of states with more. */
  readonly #branches = new Map<number, Map<number, number>>();
  readonly #root = new Int32Array(0x10000);
  /** What the values begin with. */
  readonly #first = new Map<number, number>();
  #size = 1;

  constructor(patterns: readonly string[]) {
    const most = patterns.reduce((sum, { length }) => sum + length, 1);
    const states = (fill: number): Int32Array => new Int32Array(most).fill(fill);
    [this.depth, this.#ending, this.#suffix, this.#fail, this.#child] = [states(0), states(0), states(0), states(0), states(0)];
    [this.#ends, this.#char] = [states(NONE), states(NONE)];
    for (const [i, pattern] of patterns.entries()) this.#add(pattern, i);
    this.#link();
  }

  /** 0 is the state that has seen nothing. */
  step(from: number, code: number): number {
    for (let state = from; state !== 0; state = this.#fail[state]!) {
      const next = this.#next(state, code);
      if (next !== 0) return next;
    }
    return this.#root[code]!;
  }

  /** The longest pattern that ends in a state, then the shorter ones; each until one is taken. */
  found(state: number, take: (pattern: number, length: number) => boolean): void {
    for (let at = this.#ending[state]!; at !== 0; at = this.#ending[this.#suffix[at]!]!) if (take(this.#ends[at]!, this.depth[at]!)) return;
  }

  isFound(state: number): boolean {
    return this.#ending[state] !== 0;
  }

  #next(state: number, code: number): number {
    if (state === 0) return this.#root[code]!;
    if (this.#char[state] === code) return this.#child[state]!;
    return this.#branches.get(state)?.get(code) ?? 0;
  }

  #add(pattern: string, number: number): void {
    let state = 0;
    for (let i = 0; i < pattern.length; i++) {
      const code = pattern.charCodeAt(i);
      let next = this.#next(state, code);
      if (next === 0) {
        next = this.#size++;
        this.depth[next] = i + 1;
        this.#put(state, code, next);
      }
      state = next;
    }
    if (this.#ends[state] === NONE) this.#ends[state] = number;
  }

  #put(state: number, code: number, next: number): void {
    if (state === 0) {
      this.#root[code] = next;
      this.#first.set(code, next);
    } else if (this.#char[state] === NONE) {
      this.#char[state] = code;
      this.#child[state] = next;
    } else {
      const branches = this.#branches.get(state) ?? new Map<number, number>();
      this.#branches.set(state, branches.set(code, next));
    }
  }

  #children(state: number): [number, number][] {
    if (state === 0) return [...this.#first];
    const only: [number, number][] = this.#char[state] === NONE ? [] : [[this.#char[state]!, this.#child[state]!]];
    return [...only, ...(this.#branches.get(state) ?? [])];
  }

  #link(): void {
    const suffix = this.#suffix;
    const queue = new Int32Array(this.#size);
    let filled = 1;
    for (let i = 0; i < filled; i++) {
      const state = queue[i]!;
      this.#ending[state] = this.#ends[state] === NONE ? this.#ending[suffix[state]!]! : state;
      for (const [code, next] of this.#children(state)) {
        if (state !== 0) suffix[next] = this.step(suffix[state]!, code);
        queue[filled++] = next;
      }
      this.#fail[state] = this.#failure(state, suffix[state]!);
    }
  }

  /** Where a state fails that has one child, one with that child alone fails too: it is passed over, so that no step is long (Knuth, Morris and Pratt 1977). */
  #failure(state: number, suffix: number): number {
    const same = suffix !== 0 && !this.#branches.has(suffix) && this.#char[suffix] === this.#char[state];
    return same ? this.#fail[suffix]! : suffix;
  }
}
