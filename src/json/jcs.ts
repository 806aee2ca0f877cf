// RFC 8785 (JCS) text of a JSON value, the form that every digest and signature is made over: a guard looks, canonicalize writes.
// It must refuse what JCS cannot carry: a value that loses something on the way would share its digest with another one.
import canonicalize from 'canonicalize';
import { AxproofError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';

/** Values that one canonical form may write: a body of 16 MiB has half as many. A small graph can unfold without end, so what is met again counts more. */
const MOST_VALUES = 16_000_000;
const AGAIN = 8;

/** Walks a value and refuses the first thing in it that has no canonical form. */
class Guard {
  readonly #path: (string | number)[] = [];
  readonly #met = new Set<object>();
  #left = MOST_VALUES;

  /** depth: containers that may lie within each other. */
  constructor(private readonly depth: number) {}

  #refuse(what: string): never {
    const place = this.#path.slice(0, 12).map((name) => `/${String(name).slice(0, 40)}`);
    throw new AxproofError('not-plain-json', `${what} has no canonical JSON form (at ${place.join('') || 'the top'})`);
  }

  check(value: unknown): void {
    if (--this.#left < 0) this.#refuse('a graph that unfolds into too many values');
    if (value === null || typeof value === 'boolean') return;
    if (typeof value === 'object') this.#container(value);
    else if (typeof value === 'string') {
      if (!value.isWellFormed()) this.#refuse('a string with a lone surrogate');
    } else if (typeof value !== 'number') this.#refuse(`a value of type ${typeof value}`);
    else if (!Number.isFinite(value)) this.#refuse(String(value));
  }

  #container(value: object): void {
    if (this.#path.length >= this.depth) this.#refuse(`a cycle, or nesting deeper than ${this.depth},`);
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
      if (!name.isWellFormed()) this.#refuse('a member name with a lone surrogate');
      this.#inside(name, value[name]);
    }
  }

  #inside(key: string | number, value: unknown): void {
    this.#path.push(key);
    this.check(value);
    this.#path.pop();
  }
}

/** The canonical text; `depth` is how many arrays and objects may lie within each other. Throws not-plain-json. */
export function jcs(value: unknown, depth: number = LIMITS.jsonDepth): string {
  try {
    new Guard(depth).check(value);
    return canonicalize(value) as string;
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    throw new AxproofError('not-plain-json', `the value has no canonical JSON form: ${(error as Error).message}`, [], { cause: error });
  }
}
