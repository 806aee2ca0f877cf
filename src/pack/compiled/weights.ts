// What schemas cost: what they are made of once every reference is written out. It reads hostile schemas, so it must end for cycles and for any shape.
import { isObject, type Members } from '../../contract/json.ts';
import { at, pointerOfFragment } from '../../json/pointer.ts';

/** What one of the bundled meta-schemas counts for. */
const STD = 200;

/** Characters of text cost like a value each so many. */
const CHARACTERS = 16;

/** Values that lie within one another, references written out: whoever compiles more runs out of stack, on one machine sooner than on another. */
export const DEEPEST_REFERENCES = 256;

interface Weight {
  sum: number;
  depth: number;
}

const ENDLESS: Weight = { sum: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

export interface WeightOptions {
  /** What is weighed of a value beside itself; every value in it, unless given. */
  partsOf?(value: object): readonly unknown[];
  /** Whether a shared schema is written out where it is referred to, or stands there as a call; all are written out, unless given. */
  writtenOut?(shared: unknown): boolean;
}

export class Weights {
  readonly #shared: Members;
  readonly #partsOf: (value: object) => readonly unknown[];
  readonly #writtenOut: (shared: unknown) => boolean;
  readonly #known = new Map<object, Weight>();
  readonly #open = new Set<object>();

  constructor(shared: unknown, { partsOf = Object.values, writtenOut = () => true }: WeightOptions = {}) {
    this.#shared = isObject(shared) ? shared : {};
    this.#partsOf = partsOf;
    this.#writtenOut = writtenOut;
  }

  /** Infinite for a schema that leads back to itself, or on and on. */
  of(value: unknown): number {
    return this.#weigh(value, value).sum;
  }

  /** Each part is weighed once. */
  #weigh(value: unknown, root: unknown): Weight {
    if (typeof value === 'string') return { sum: 1 + Math.floor(value.length / CHARACTERS), depth: 0 };
    if (typeof value !== 'object' || value === null) return { sum: 1, depth: 0 };
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#open.has(value) || this.#open.size > DEEPEST_REFERENCES) return ENDLESS;
    this.#open.add(value);
    const parts = this.#partsOf(value).map((inner) => this.#weigh(inner, root));
    if (isObject(value) && typeof value.$ref === 'string') parts.push(this.#target(value.$ref, root));
    let own: Weight = { sum: 1, depth: 0 };
    for (const { sum, depth } of parts) own = { sum: own.sum + sum, depth: Math.max(own.depth, depth + 1) };
    if (own.depth > DEEPEST_REFERENCES) own = ENDLESS;
    this.#open.delete(value);
    this.#known.set(value, own);
    return own;
  }

  #target(ref: string, root: unknown): Weight {
    if (ref.startsWith('std:')) return { sum: STD, depth: 0 };
    const name = ref.slice('pack:'.length);
    if (ref.startsWith('pack:')) {
      const shared = Object.hasOwn(this.#shared, name) ? this.#shared[name] : undefined;
      return shared === undefined || !this.#writtenOut(shared) ? { sum: 1, depth: 0 } : this.#weigh(shared, shared);
    }
    const found = ref.startsWith('#/') ? at(root, pointerOfFragment(ref.slice(1))) : undefined;
    return found === undefined ? { sum: 1, depth: 0 } : this.#weigh(found, root);
  }
}
