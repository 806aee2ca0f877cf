// What schemas cost: what they are made of once every reference is written out. It reads hostile schemas, so it must end for cycles and for any shape.
import { isObject, type Members } from '../../contract/json.ts';
import { at, pointerOfFragment } from '../../json/pointer.ts';

/** What one of the bundled meta-schemas counts for. */
const STD = 200;

/** Characters of text cost like a value each so many. */
const CHARACTERS = 16;

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
  readonly #known = new Map<object, number>();
  readonly #open = new Set<object>();

  constructor(shared: unknown, { partsOf = Object.values, writtenOut = () => true }: WeightOptions = {}) {
    this.#shared = isObject(shared) ? shared : {};
    this.#partsOf = partsOf;
    this.#writtenOut = writtenOut;
  }

  /** Infinite for a schema that leads back to itself. Each part is weighed once. */
  of(value: unknown, root: unknown = value): number {
    if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#open.has(value)) return Number.POSITIVE_INFINITY;
    this.#open.add(value);
    let sum = 1;
    for (const inner of this.#partsOf(value)) sum += this.of(inner, root);
    if (isObject(value) && typeof value.$ref === 'string') sum += this.#target(value.$ref, root);
    this.#open.delete(value);
    this.#known.set(value, sum);
    return sum;
  }

  #target(ref: string, root: unknown): number {
    if (ref.startsWith('std:')) return STD;
    const name = ref.slice('pack:'.length);
    if (ref.startsWith('pack:')) {
      const shared = Object.hasOwn(this.#shared, name) ? this.#shared[name] : undefined;
      return shared === undefined || !this.#writtenOut(shared) ? 1 : this.of(shared, shared);
    }
    const found = ref.startsWith('#/') ? at(root, pointerOfFragment(ref.slice(1))) : undefined;
    return found === undefined ? 1 : this.of(found, root);
  }
}
