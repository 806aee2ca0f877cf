// What judging may cost, in counted steps: the same count on every machine for equal pack and evidence. Never the clock.
import { AxproofError } from '../contract/errors.ts';
import type { Json } from '../contract/json.ts';
import type { Segment } from '../pack/compiled/path-types.ts';
import type { Record } from '../record/record.ts';
import { waysOf } from './select/walk-cost.ts';

/** A step is worth roughly ten nanoseconds; what a thing costs was measured (docs/adr/0012-containment.md). */
export const STEPS = {
  /** One path evaluated, one node that it looks at. */
  select: 200,
  visit: 40,
  /** One body read as a view: for each byte. */
  byte: 10,
  /** One body held against an OpenAPI operation, one signature tried under the keys. */
  conforms: 1_000_000,
  verifies: 2_000_000,
} as const;

/** Ten seconds of a slow machine; a grade of the largest documents takes a tenth of it. */
const MOST_STEPS = 1_000_000_000;

export class Budget {
  #left: number;
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

  /** A path about to be walked below a value. */
  walk(root: Json, segments: readonly Segment[]): void {
    this.spend(STEPS.select);
    this.spend(STEPS.visit * waysOf(root, segments, Math.ceil(this.#left / STEPS.visit) + 1));
  }

  /** A view about to be read; each is read once. */
  view(record: Record, view: string): void {
    const known = this.#read.get(record) ?? new Set<string>();
    if (known.has(view)) return;
    this.#read.set(record, known.add(view));
    this.spend(STEPS.byte * (record.source?.bytes.length ?? 0));
  }
}
