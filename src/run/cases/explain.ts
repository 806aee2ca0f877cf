// What every assertion of a rule came to in a finished run, in words with file and line. It judges the rule once more, as the run did at its end.
import type { AssertionResult, TruthValue } from '../../engine/assert/judged.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { judgeRule } from '../../engine/judge.ts';
import { below } from '../../json/pointer.ts';
import { kindOf } from '../../pack/assertion-kinds.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { PlaceOf } from '../../pack/load.ts';
import { assertionsOf, type PlacedAssertion } from './assertions.ts';
import { placeText } from './source.ts';

/** unasked: what it stands below had come to a value without it. */
export type Truth = 'true' | 'false' | 'open' | 'empty' | 'unasked';

const TRUTHS: { readonly [value in TruthValue]: Truth } = { T: 'true', F: 'false', U: 'open', N: 'empty' };

export interface Explained extends PlacedAssertion {
  value: Truth;
  judged?: AssertionResult;
}

export function explain(interpreter: Interpreter, pack: LoadedPack, index: number): Explained[] {
  const node = pack.rules[index];
  if (!node) return [];
  const heard = new Map<string, AssertionResult>();
  judgeRule(node, pack, interpreter.scope(), ({ pointer }, judged) => heard.set(pointer, judged));
  return assertionsOf(node.rule).map((placed) => {
    const judged = heard.get(placed.pointer);
    return judged ? { ...placed, judged, value: TRUTHS[judged.value] } : { ...placed, value: 'unasked' };
  });
}

const pathsOf = (assertion: object): string => ('select' in assertion ? ` ${[assertion.select].flat().join(', ')}` : '');

function why({ value, judged }: Explained): string {
  if (value === 'open') return judged?.why === undefined ? '' : ` (${judged.why})`;
  const finding = value === 'false' ? judged?.findings[0] : undefined;
  return finding ? ` (${finding.message}${finding.place === undefined ? '' : ` at ${finding.place}`})` : '';
}

/** One line an assertion: FILE:LINE:COL: value, kind and paths, what was found. index: of the rule in its pack. */
export const explainedLines = (list: readonly Explained[], index: number, place: PlaceOf): string[] =>
  list.map((one) => {
    const at = placeText(place(`${below('/rules', index)}${one.pointer}`));
    return `${at}: ${one.value.padEnd(7)} ${'  '.repeat(one.depth)}${kindOf(one.assertion)}${pathsOf(one.assertion)}${why(one)}`;
  });
