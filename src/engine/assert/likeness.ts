// Equality of values with uncertain places: they differ where certain places differ; where only uncertain ones could, it cannot be told.
// It must not tell what stands at such a place.
import { isContainer, isObject, type Json } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';
import type { Node } from '../../record/observation.ts';
import { OpenTree } from '../../views/open-tree.ts';
import type { StepBudget } from '../budget.ts';

export type Doubt = OpenPlace['why'];
type Found = 'same' | 'differ' | Doubt;

/** What one assertion looks at for the sake of uncertain places. Beyond it nothing is told apart by them. */
const MOST_VISITED = 1_000_000;
/** Of the budget of a run, for each of them. */
const STEPS_EACH = 10;

export const isCertain = ({ places = [] }: Node): boolean => places.length === 0;

function anyOf(places: OpenTree): Doubt | undefined {
  if (places.why) return places.why;
  for (const below of places.parts.values()) {
    const why = anyOf(below);
    if (why) return why;
  }
  return undefined;
}

type Container = { [name: string]: Json };

const memberOf = (value: Json, name: string): Json | undefined =>
  Object.hasOwn(value as Container, name) ? (value as Container)[name] : undefined;

/** Compares values of one assertion, up to a bound. */
export class Comparison {
  #left = MOST_VISITED;
  readonly #places = new Map<Node, OpenTree | undefined>();

  constructor(private readonly budget: StepBudget | undefined) {}

  /** One of the two nodes has uncertain places: then they differ, or nobody can tell. */
  doubt(a: Node, b: Node): Doubt | undefined {
    const found = this.#compare(a.value, b.value, this.#of(a), this.#of(b));
    return found === 'same' || found === 'differ' ? undefined : found;
  }

  /** Counts what is about to be looked at; false where no more is. */
  visit(values = 1): boolean {
    if (this.#left <= 0) return false;
    this.#left -= values;
    this.budget?.spend(STEPS_EACH * values);
    return true;
  }

  #of(node: Node): OpenTree | undefined {
    if (!this.#places.has(node)) this.#places.set(node, isCertain(node) ? undefined : new OpenTree(node.places));
    return this.#places.get(node);
  }

  #compare(a: Json, b: Json, inA: OpenTree | undefined, inB: OpenTree | undefined): Found {
    const open = inA?.why ?? inB?.why;
    if (open) return open;
    const inside = (inA && anyOf(inA)) ?? (inB && anyOf(inB));
    if (!this.visit() && inside) return inside;
    if (Array.isArray(a) !== Array.isArray(b) || isObject(a) !== isObject(b)) return 'differ';
    if (isContainer(a) && isContainer(b)) return this.#members(a, b, inA, inB);
    return inside ?? (a === b ? 'same' : 'differ');
  }

  #members(a: Json, b: Json, inA: OpenTree | undefined, inB: OpenTree | undefined): Found {
    const names = new Set([
      ...Object.keys(a as Container),
      ...Object.keys(b as Container),
      ...(inA?.parts.keys() ?? []),
      ...(inB?.parts.keys() ?? []),
    ]);
    this.visit(names.size);
    let doubt: Doubt | undefined;
    for (const name of names) {
      const found = this.#member(memberOf(a, name), memberOf(b, name), inA?.parts.get(name), inB?.parts.get(name));
      if (found === 'differ') return found;
      if (found !== 'same') doubt ??= found;
    }
    return doubt ?? 'same';
  }

  /** What is missing at an uncertain place may be there. */
  #member(a: Json | undefined, b: Json | undefined, inA: OpenTree | undefined, inB: OpenTree | undefined): Found {
    if (a !== undefined && b !== undefined) return this.#compare(a, b, inA, inB);
    const missing = (a === undefined && inA && anyOf(inA)) || (b === undefined && inB && anyOf(inB)) || undefined;
    return missing ?? 'differ';
  }
}

/** The first doubt about any of a list. */
export function first<T, R extends object>(list: readonly T[], ask: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const doubt = ask(one);
    if (doubt) return doubt;
  }
  return undefined;
}

/** What was met before: each new thing is held against it, except where both are certain, since those are compared by key. */
export class Earlier<T> {
  readonly #certain: T[] = [];
  readonly #uncertain: T[] = [];

  /** Why one of those before may clash with this one, if one may. */
  meet<R extends object>(one: T, certain: boolean, clash: (other: T) => R | undefined): R | undefined {
    const doubt = first(this.#uncertain, clash) ?? (certain ? undefined : first(this.#certain, clash));
    (certain ? this.#certain : this.#uncertain).push(one);
    return doubt;
  }
}
