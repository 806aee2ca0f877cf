// The assertions of a rule with where they stand in it, the outer ones first. It judges none.
import type { Assertion, Rule } from '../../contract/generated/types.ts';
import type { Members } from '../../contract/json.ts';
import { visitAssertions } from '../../pack/visit.ts';

export interface PlacedAssertion {
  assertion: Assertion;
  /** JSON pointer below the rule. */
  pointer: string;
  /** 0 for those of the rule's own lists. */
  depth: number;
}

export function assertionsOf({ id, when, assert }: Rule): PlacedAssertion[] {
  const found: PlacedAssertion[] = [];
  const assertion = (one: Members, pointer: string): void => {
    const depth = found.filter((outer) => pointer.startsWith(`${outer.pointer}/`)).length;
    found.push({ assertion: one as unknown as Assertion, pointer, depth });
  };
  const context = { owner: id, probe: null, item: false, self: false, each: false };
  visitAssertions(when, '/when', context, { assertion });
  visitAssertions(assert, '/assert', context, { assertion });
  return found;
}
