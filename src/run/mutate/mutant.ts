// One change of a pack that a case should notice: plain data, and how it is applied. It judges nothing.
import type { Json } from '../../contract/json.ts';
import { tokensOf } from '../../json/pointer.ts';

/** core: what a rule asks and says; detail: schemas, paths and counts; worth: points, caps and bands. */
export type MutantClass = 'core' | 'detail' | 'worth';

/** Every operator with its class and what it does; docs/packs.md names them. */
export const OPERATORS = {
  drop: { class: 'core', does: 'leaves out an assertion, a `when`, or an entry of `undeclared` or `except`' },
  negate: { class: 'core', does: 'turns an assertion into its opposite' },
  loosen: {
    class: 'core',
    does: 'lets an assertion be about nothing (`optional`), or leaves out the `where`, `when`, `derive` or `until` of a probe',
  },
  level: { class: 'core', does: 'swaps must and `level: should`' },
  code: { class: 'core', does: 'gives another reason of the rule' },
  source: { class: 'core', does: 'leaves out a candidate of `firstOf`, or a source of `eachOf`' },
  path: { class: 'detail', does: 'leaves out one of several paths, or one name of a union' },
  count: { class: 'detail', does: 'changes `count`, `min`, `take`, `sample` or `most` by one' },
  schema: {
    class: 'detail',
    does: 'leaves out a keyword of a schema, a value of `enum`, a name of `required`, or one of `anyOf`, `allOf`, `oneOf`',
  },
  points: { class: 'worth', does: 'changes points by one' },
  cap: { class: 'worth', does: 'changes a cap by one grade' },
  band: {
    class: 'worth',
    does: 'moves the percentage of a band past one that the rules can earn, or leaves out a band that they can reach',
  },
} as const satisfies { [name: string]: { class: MutantClass; does: string } };

export type Operator = keyof typeof OPERATORS;

export interface MutantEdit {
  /** Of the resolved pack. */
  pointer: string;
  operator: Operator;
  /** What is put there; undefined takes away what stands there. */
  value?: Json;
  /** In words, where the place does not say it. */
  detail: string;
  /** The path that is looked at no more. */
  lost?: string;
}

/** Edits of one part that is written once: an anchor may stand for several. */
export interface Mutant {
  operator: Operator;
  edits: readonly MutantEdit[];
  /** Rule and place below it, operator and detail: the same as long as the rule is. */
  name: string;
  /** FILE:LINE:COL */
  at: string;
}

/** It leaves every assertion of a rule as it is. */
export const isOfProbes = ({ edits }: Mutant): boolean => edits.every(({ pointer }) => /^(?:\/rules\/\d+)?\/probes\//.test(pointer));

/** A copy in which what the edit leaves alone is the same object as before. */
export function edited(node: Json, [token = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as { [name: string]: Json };
  if (rest.length > 0) copy[token] = edited(copy[token] as Json, rest, value);
  else if (value !== undefined) copy[token] = value;
  else if (Array.isArray(copy)) copy.splice(Number(token), 1);
  else delete copy[token];
  return copy;
}

export const mutated = <T>(document: T, { edits }: Mutant): T =>
  edits.reduce((node, { pointer, value }) => edited(node, tokensOf(pointer), value), document as Json) as T;
