// Finds patterns in a text character by character, each in any of its spellings (docs/language.md, Secrets).
// One walk over the text: beside what stands there goes what the escapes in it say. It replaces nothing.
import type { Automaton } from './automaton.ts';
import { BEGINS_ESCAPE, type EscapeReading, readings } from './escapes.ts';

interface Found {
  start: number;
  end: number;
  pattern: number;
}

/** An escape that was read, and those before it. */
interface Read {
  end: number;
  /** Characters that all of them stand for less than they take. */
  saved: number;
  before?: Read;
  /** One further back, so that a long way back takes few steps (Myers 1983). */
  far?: Read;
  /** The first of them. */
  root?: Read;
  count: number;
}

/** One way to read the text up to a place. */
interface Walker {
  state: number;
  /** Its last escape. */
  read?: Read;
}

/** Of the readings of one place those are followed that have seen most: only a value that is itself full of escapes has more. */
const MOST_WALKERS = 4;

/** A reading of more escapes without an end forgets the first of them: what begins there is then taken to begin earlier, never later. */
const MOST_READ = 16_384;

const forgotten = ({ end, saved, root }: Read): Read => ({
  end,
  saved,
  count: 1,
  ...(root ? { before: { end: root.end, saved: root.saved, count: 0 } } : {}),
});

function readOn(last: Read | undefined, end: number, more: number): Read {
  const before = last && last.count > MOST_READ ? forgotten(last) : last;
  const all = { end, saved: (before?.saved ?? 0) + more };
  if (!before) return { ...all, count: 1 };
  const { far } = before;
  const isFurther = far?.far && before.count - far.count === far.count - far.far.count;
  return { ...all, before, far: isFurther ? far.far! : before, root: before.root ?? before, count: before.count + 1 };
}

/** Where the last characters began, so many of them, by this way to read. */
function startOf({ read }: Walker, at: number, characters: number): number {
  const wanted = at - (read?.saved ?? 0) - characters;
  const isBehind = (one: Read): boolean => one.end - one.saved > wanted;
  let one = read;
  while (one && isBehind(one)) one = one.far && isBehind(one.far) ? one.far : one.before;
  return wanted + (one?.saved ?? 0);
}

/** The walk over one text. */
class Walk {
  readonly found: Found[] = [];
  /** Where what stands at the end, or before the escape in which the text was cut, began to be a pattern. */
  begun: number;
  readonly #text: string;
  readonly #automaton: Automaton;
  readonly #accept: (found: Found) => boolean;
  /** By the place that they have come to. */
  readonly #ahead = new Map<number, Walker[]>();

  constructor(text: string, automaton: Automaton, accept: (found: Found) => boolean) {
    [this.#text, this.#automaton, this.#accept, this.begun] = [text, automaton, accept, text.length];
  }

  go(cutAt: number): void {
    const main: Walker = { state: 0 };
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const others = this.#ahead.size > 0 ? this.#arrived(at, main) : undefined;
      if (at === cutAt) this.#note(at, main, others);
      const code = text.charCodeAt(at);
      if (BEGINS_ESCAPE[code] === 1)
        for (const reading of readings(text, at)) {
          this.#escape(main, at, reading);
          for (const walker of others ?? []) this.#escape(walker, at, reading);
        }
      main.state = this.#step(main, code, at + 1);
      for (const { state, read } of others ?? []) this.#send({ state, ...(read ? { read } : {}) }, code, at + 1);
    }
    this.#note(text.length, main, this.#arrived(text.length, main));
  }

  #note(at: number, main: Walker, others: readonly Walker[] = []): void {
    for (const walker of [main, ...others]) this.begun = Math.min(this.begun, startOf(walker, at, this.#automaton.depth[walker.state]!));
  }

  /** Those that say more than the plain reading does. Of two that have seen the same, the one that began earlier. */
  #arrived(at: number, main: Walker): Walker[] | undefined {
    const come = this.#ahead.get(at);
    if (!come) return undefined;
    this.#ahead.delete(at);
    const begin = (walker: Walker): number => startOf(walker, at, this.#automaton.depth[walker.state]!);
    const kept = new Map<number, Walker>([[main.state, main]]);
    for (const walker of come) {
      const same = kept.get(walker.state);
      if (!same || begin(walker) < begin(same)) kept.set(walker.state, walker);
    }
    const others = [...kept.values()].filter((walker) => walker !== main);
    const depth = (walker: Walker): number => this.#automaton.depth[walker.state]!;
    return others.length <= MOST_WALKERS ? others : others.sort((a, b) => depth(b) - depth(a)).slice(0, MOST_WALKERS);
  }

  #escape({ state: from, read }: Walker, at: number, { says, end }: EscapeReading): void {
    let state = from;
    for (let i = 0; i < says.length - 1; i++) state = this.#automaton.step(state, says.charCodeAt(i));
    const last = says.charCodeAt(says.length - 1);
    // Who has seen nothing is where the plain reading is anyway.
    if (this.#automaton.step(state, last) !== 0) this.#send({ state, read: readOn(read, end, end - at - says.length) }, last, end);
  }

  #send(walker: Walker, code: number, to: number): void {
    walker.state = this.#step(walker, code, to);
    if (walker.state === 0) return;
    const there = this.#ahead.get(to);
    if (there) there.push(walker);
    else this.#ahead.set(to, [walker]);
  }

  /** One value again and again, each within the one before, is one place. */
  #add(one: Found): void {
    const last = this.found.at(-1);
    if (last && last.pattern === one.pattern && last.start <= one.start && one.start < last.end) last.end = Math.max(last.end, one.end);
    else this.found.push(one);
  }

  #step(walker: Walker, code: number, end: number): number {
    const state = this.#automaton.step(walker.state, code);
    if (this.#automaton.isFound(state))
      this.#automaton.found(state, (pattern, length) => {
        const one = { start: startOf(walker, end, length), end, pattern };
        if (!this.#accept(one)) return false;
        this.#add(one);
        return true;
      });
    return state;
  }
}

/** accept: whether a pattern counts at its place; a shorter one that ends there may instead. cutAt: where the text was cut within an escape. */
export function search(text: string, automaton: Automaton, accept: (found: Found) => boolean, cutAt = -1): Pick<Walk, 'found' | 'begun'> {
  const walk = new Walk(text, automaton, accept);
  walk.go(cutAt);
  return walk;
}
