// The assertions of a rule with where they stand in it, the outer ones first. It judges none.
import type { Assertion, Rule } from '../../contract/generated/types.ts';
import { below } from '../../json/pointer.ts';
import type { CompiledAssertion } from '../../pack/compiled/assertion.ts';
import type { CompiledRule } from '../../pack/compiled/loaded-pack.ts';

export interface PlacedAssertion {
  assertion: Assertion;
  /** JSON pointer below the rule. */
  pointer: string;
  /** 0 for those of the rule's own lists. */
  depth: number;
}

function inner(assertion: Assertion, pointer: string, depth: number): PlacedAssertion[] {
  const lists = (['when', 'all', 'any'] as const).flatMap((name) => {
    const list = (assertion as unknown as { [name: string]: Assertion[] | undefined })[name];
    return list === undefined ? [] : listed(list, below(pointer, name), depth + 1);
  });
  return 'not' in assertion ? [...lists, ...one(assertion.not, below(pointer, 'not'), depth + 1)] : lists;
}

const one = (assertion: Assertion, pointer: string, depth: number): PlacedAssertion[] => [
  { assertion, pointer, depth },
  ...inner(assertion, pointer, depth),
];

const listed = (list: readonly Assertion[], pointer: string, depth: number): PlacedAssertion[] =>
  list.flatMap((assertion, i) => one(assertion, below(pointer, i), depth));

export const assertionsOf = ({ when = [], assert }: Rule): PlacedAssertion[] => [
  ...listed(when, '/when', 0),
  ...listed(assert, '/assert', 0),
];

/** The same assertions as they are judged, in the same order. */
export function compiledOf({ when = [], assert }: CompiledRule): CompiledAssertion[] {
  const one = (assertion: CompiledAssertion): CompiledAssertion[] => [
    assertion,
    ...(assertion.when ?? []).flatMap(one),
    ...held(assertion).flatMap(one),
  ];
  const held = (assertion: CompiledAssertion): readonly CompiledAssertion[] => {
    if (assertion.kind === 'all' || assertion.kind === 'any') return assertion.operands;
    return assertion.kind === 'not' ? [assertion.operands] : [];
  };
  return [...when, ...assert].flatMap(one);
}
