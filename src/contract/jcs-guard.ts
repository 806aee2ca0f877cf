// What JCS cannot carry: walks a value and says what stands in the way, and where. It must write nothing.
import { AxproofError } from './errors.ts';

/** Values that one canonical form may write, shared parts counted each time: a small graph can unfold without end. */
const MOST_VALUES = 50_000_000;

/** With the u flag only a surrogate without its partner matches. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

interface Extent {
  /** Containers on the longest way down, this one included. */
  height: number;
  /** Values written, this one included. */
  values: number;
}

const LEAF: Extent = { height: 0, values: 1 };

/** Walks a value and refuses the first thing in it that has no canonical form. */
export class Guard {
  private readonly depth: number;
  private readonly path: (string | number)[] = [];
  private readonly open = new Set<object>();
  private readonly done = new Map<object, Extent>();

  constructor(depth: number) {
    this.depth = depth;
  }

  private refuse(what: string): never {
    const place = this.path.slice(0, 12).map((name) => `/${String(name).slice(0, 40)}`);
    throw new AxproofError('not-plain-json', `${what} has no canonical JSON form (at ${place.join('') || 'the top'})`);
  }

  check(value: unknown): Extent {
    switch (typeof value) {
      case 'boolean':
        return LEAF;
      case 'number':
        return Number.isFinite(value) ? LEAF : this.refuse(String(value));
      case 'string':
        return LONE_SURROGATE.test(value) ? this.refuse('a string with a lone surrogate') : LEAF;
      case 'object':
        return value === null ? LEAF : this.container(value);
      default:
        return this.refuse(`a value of type ${typeof value}`);
    }
  }

  private container(value: object): Extent {
    const known = this.done.get(value);
    if (known && known.height + this.open.size <= this.depth) return known;
    if (this.open.has(value)) this.refuse('a cycle');
    if (this.open.size >= this.depth) this.refuse(`nesting deeper than ${this.depth}`);
    this.open.add(value);
    const extent = Array.isArray(value) ? this.array(value) : this.object(value);
    this.open.delete(value);
    if (extent.values > MOST_VALUES) this.refuse('a graph that unfolds into too many values');
    this.done.set(value, extent);
    return extent;
  }

  private array(value: readonly unknown[]): Extent {
    if (Object.getPrototypeOf(value) !== Array.prototype) this.refuse('an array of another class');
    // As many keys as elements: no hole, and no named member that would be lost.
    if (Reflect.ownKeys(value).length !== value.length + 1) this.refuse('an array with holes or named members');
    const extent = { height: 1, values: 1 };
    for (let i = 0; i < value.length; i++) this.add(extent, i, value[i]);
    return extent;
  }

  private object(value: object): Extent {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) this.refuse('an object that is not plain');
    const names = Object.keys(value);
    if (Reflect.ownKeys(value).length !== names.length) this.refuse('an object with symbols or hidden members');
    const extent = { height: 1, values: 1 };
    for (const name of names) {
      if (LONE_SURROGATE.test(name)) this.refuse('a member name with a lone surrogate');
      this.add(extent, name, (value as Record<string, unknown>)[name]);
    }
    return extent;
  }

  private add(extent: Extent, name: string | number, value: unknown): void {
    this.path.push(name);
    const inner = this.check(value);
    this.path.pop();
    extent.values += inner.values;
    if (inner.height >= extent.height) extent.height = inner.height + 1;
  }
}
