// Mutants of the bands that some score can tell: a percentage that no sum of points comes to is no edge that a case could stand on.
import type { Pack, Rule } from '../../contract/generated/types.ts';
import { below } from '../../json/pointer.ts';
import type { Edit } from './mutant.ts';

/** Every percentage that rules can earn. Where only what applies is scored, each rule may also be left out of the sum. */
function percentages(rules: readonly Rule[], applicable: boolean): number[] {
  let sums = new Map<string, [number, number]>([['0/0', [0, 0]]]);
  for (const { points = 0 } of rules.filter((rule) => (rule.points ?? 0) > 0)) {
    const next = new Map(applicable ? sums : []);
    for (const [earned, all] of sums.values())
      for (const got of [0, points]) next.set(`${earned + got}/${all + points}`, [earned + got, all + points]);
    sums = next;
  }
  const found = [...sums.values()].map(([earned, all]) => (all === 0 ? 0 : (100 * earned) / all));
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Beyond it, where points are many, edges are not worked out. */
const MOST_RULES = 64;

export function ofBands({ bands, rules, score }: Pack): Edit[] {
  const reached = rules.length > MOST_RULES ? [] : percentages(rules, score?.of === 'applicable');
  return bands.flatMap(([from, grade], i): Edit[] => {
    const here = below('/bands', i);
    const above = bands[i - 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const first = reached.find((percent) => percent >= from && percent < above);
    const next = bands[i + 1];
    if (first === undefined || next === undefined) return [];
    const out: Edit[] = [{ pointer: here, operator: 'band', detail: `without ${grade}` }];
    const move = (value: number): void =>
      void out.push({ pointer: below(here, 0), operator: 'band', value, detail: `${grade} from ${value}` });
    if (above <= 100) move((first + above) / 2);
    const lower = reached.filter((percent) => percent < from).at(-1);
    if (lower !== undefined && lower > next[0]) move(lower);
    return out;
  });
}
