// How many bytes are held at once: for each caller, and for all. What they are of it does not know.
import { AxproofError } from '../contract/errors.ts';

export class Room {
  #all = 0;
  readonly #callers = new Map<string, number>();

  /** `what` happens to long messages, in words. */
  constructor(
    readonly most: { all: number; one: number },
    readonly what: string,
  ) {}

  /** What is returned says how many bytes are held from then on. Throws busy; whoever holds nothing is given one that is longer than all that one may hold. */
  take(caller: string, bytes: number): (now: number) => void {
    const own = this.#callers.get(caller) ?? 0;
    if (own > 0 && own + bytes > this.most.one)
      throw new AxproofError('busy', `too many long messages ${this.what} at once by this address`);
    if (this.#all > 0 && this.#all + bytes > this.most.all) throw new AxproofError('busy', `too many long messages ${this.what} at once`);
    let held = 0;
    const hold = (now: number): void => {
      this.#count(caller, now - held);
      held = now;
    };
    hold(bytes);
    return hold;
  }

  #count(caller: string, bytes: number): void {
    this.#all += bytes;
    const own = (this.#callers.get(caller) ?? 0) + bytes;
    if (own === 0) this.#callers.delete(caller);
    else this.#callers.set(caller, own);
  }
}
