// What judging may cost, in counted steps: the same count on every machine for equal pack and evidence. Never the clock.
import { AxproofError } from '../contract/errors.ts';
import { isContainer, type Json } from '../contract/json.ts';
import type { Segment, Selector } from '../pack/compiled/path-types.ts';
import type { Record } from '../record/record.ts';

/** Adds what one selector may reach in a container; a slice is taken from all elements. */
function reach(container: Json, selector: Selector, into: Json[]): void {
  if (!isContainer(container)) return;
  if (selector.kind === 'wild' || selector.kind === 'slice') {
    for (const found of Object.values(container)) into.push(found);
    return;
  }
  const key =
    selector.kind === 'name'
      ? selector.name
      : selector.index < 0 && Array.isArray(container)
        ? container.length + selector.index
        : selector.index;
  if (Array.isArray(container) !== (typeof key === 'number')) return;
  if (Object.hasOwn(container, key)) into.push((container as { [name: string]: Json })[key] as Json);
}

/** Every container and value below some, themselves included, as far as the limit goes. */
function everything(roots: readonly Json[], limit: number): number {
  let count = 0;
  const queue: Json[] = [...roots];
  for (let value = queue.pop(); value !== undefined && count < limit; value = queue.pop()) {
    count++;
    if (isContainer(value)) for (const inner of Object.values(value)) queue.push(inner);
  }
  return count;
}

/** Nodes that a walk by the segments from one on looks at, at most about `limit` (a count beyond it is as good as any other). */
function waysOf(root: Json, segments: readonly Segment[], from: number, limit: number): number {
  let level: Json[] = [root];
  let count = 0;
  for (let at = from; at < segments.length; at++) {
    const { descendant, selectors } = segments[at] as Segment;
    if (descendant) {
      const ways = segments.slice(at).reduce((product, s) => product * s.selectors.length, 1);
      return count + ways * (segments.length - at) * everything(level, limit - count);
    }
    const next: Json[] = [];
    for (const value of level) for (const selector of selectors) reach(value, selector, next);
    count += next.length;
    if (count > limit || next.length === 0) return count;
    level = next;
  }
  return count;
}

/** A step is worth roughly ten nanoseconds; what a thing costs was measured (docs/adr/0012-containment.md). */
export const STEPS = {
  /** One path evaluated, one node that it looks at. */
  select: 200,
  visit: 40,
  /** One body read as a view: for each byte. */
  byte: 10,
} as const;

/** Ten seconds of a slow machine; a grade of the largest documents takes a tenth of it. */
const MOST_STEPS = 1_000_000_000;

/** Characters of text that cost like a value: patterns read them one by one. */
const CHARACTERS = 8;
/** A schema's values are seldom all asked for each of the document's; where they are, the clock still ends the run. */
const SHARE = 8;

/** Values and text of a document. Its depth is bounded by the views. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  if (Array.isArray(value)) for (const inner of value) size += sizeOf(inner);
  else for (const name of Object.keys(value)) size += sizeOf(value[name] as Json) + 1 + Math.floor(name.length / CHARACTERS);
  return size;
}

export class StepBudget {
  #left: number;
  /** Of what is checked more than once, the size is counted once: documents do not change. What lies inside is not remembered, for it is much. */
  readonly #sizes = new WeakMap<object, number>();
  readonly #read = new WeakMap<Record, Set<string>>();

  constructor(steps: number = MOST_STEPS) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** Throws spec-too-costly when nothing is left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new AxproofError('spec-too-costly', 'judging this target under the spec takes more steps than a spec may');
  }

  /** A path about to be walked below a value, by its segments from one on. */
  walk(root: Json, segments: readonly Segment[], from: number): void {
    this.spend(STEPS.select);
    this.spend(STEPS.visit * waysOf(root, segments, from, Math.ceil(this.#left / STEPS.visit) + 1));
  }

  /** A view about to be read; each is read once. */
  view(record: Record, view: string): void {
    const known = this.#read.get(record) ?? new Set<string>();
    if (known.has(view)) return;
    this.#read.set(record, known.add(view));
    this.spend(STEPS.byte * (record.source?.bytes.length ?? 0));
  }

  /** A value about to be held against a schema of a weight. Checks cannot count inside, so each is charged beforehand what it can cost at most. */
  schema(weight: number, value: Json): void {
    this.spend(STEPS.select + Math.ceil((weight * this.#sizeOf(value)) / SHARE));
  }

  #sizeOf(value: Json): number {
    if (typeof value !== 'object' || value === null) return sizeOf(value);
    const size = this.#sizes.get(value) ?? sizeOf(value);
    this.#sizes.set(value, size);
    return size;
  }
}
