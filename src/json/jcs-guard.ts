// What JCS cannot carry: walks a value and says what stands in the way, and where. It must write nothing.
import { AxproofError } from '../contract/errors.ts';

/** Values that one canonical form may write: a body of 16 MiB has half as many. A small graph can unfold without end, so what is met again counts more. */
const MOST_VALUES = 16_000_000;
const AGAIN = 8;

/** Part of ES2024, which Node 20 has. */
export const wellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();

/** Walks a value and refuses the first thing in it that has no canonical form. */
export class Guard {
  readonly #depth: number;
  readonly #path: (string | number)[] = [];
  readonly #met = new Set<object>();
  #left = MOST_VALUES;

  /** depth: containers that may lie within each other. */
  constructor(depth: number) {
    this.#depth = depth;
  }

  #refuse(what: string): never {
    const place = this.#path.slice(0, 12).map((name) => `/${String(name).slice(0, 40)}`);
    throw new AxproofError('not-plain-json', `${what} has no canonical JSON form (at ${place.join('') || 'the top'})`);
  }

  check(value: unknown): void {
    if (--this.#left < 0) this.#refuse('a graph that unfolds into too many values');
    switch (typeof value) {
      case 'boolean':
        return;
      case 'number':
        if (!Number.isFinite(value)) this.#refuse(String(value));
        return;
      case 'string':
        if (!wellFormed(value)) this.#refuse('a string with a lone surrogate');
        return;
      case 'object':
        if (value === null) return;
        if (this.#path.length >= this.#depth) this.#refuse(`a cycle, or nesting deeper than ${this.#depth},`);
        this.#container(value);
        return;
      default:
        this.#refuse(`a value of type ${typeof value}`);
    }
  }

  #container(value: object): void {
    if (this.#met.has(value)) this.#left -= AGAIN * (1 + Object.keys(value).length);
    else this.#met.add(value);
    if (Array.isArray(value)) this.#array(value);
    else this.#object(value as Record<string, unknown>);
  }

  #array(value: readonly unknown[]): void {
    if (Object.getPrototypeOf(value) !== Array.prototype) this.#refuse('an array of another class');
    // As many keys as elements: no hole, and no named member that would be lost.
    if (Reflect.ownKeys(value).length !== value.length + 1) this.#refuse('an array with holes or named members');
    for (let i = 0; i < value.length; i++) this.#inside(i, value[i]);
  }

  #object(value: Record<string, unknown>): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) this.#refuse('an object that is not plain');
    const names = Object.keys(value);
    if (Reflect.ownKeys(value).length !== names.length) this.#refuse('an object with symbols or hidden members');
    for (const name of names) {
      if (!wellFormed(name)) this.#refuse('a member name with a lone surrogate');
      this.#inside(name, value[name]);
    }
  }

  #inside(key: string | number, value: unknown): void {
    this.#path.push(key);
    this.check(value);
    this.#path.pop();
  }
}
