// The summary of a census as plain text: a few lines of figures, and a line for each change. It knows no terminal.
import { countOf } from '../../contract/count-of.ts';
import { GRADES } from '../../contract/grades.ts';
import { visible } from '../../contract/quote.ts';
import { type CensusChanges, KINDS, type Kind, otherMeasures } from './changes.ts';
import { figures, percent } from './charts.ts';
import { byCount, type CensusTally } from './tally.ts';

const counts = (list: readonly [string, number][]): string => list.map(([name, n]) => `${name} ${figures(n)}`).join(', ');

/** `earlier`: of the census since which the changes are. */
export function censusText(tally: CensusTally, changes?: CensusChanges, earlier?: CensusTally): string {
  const { targets, graded, open, unseen, grades, errors, withLies, lies } = tally;
  const lines = [
    `${countOf(targets, 'target', figures(targets))}, ${figures(graded)} graded${open > 0 ? `, ${figures(open)} of them with an open grade` : ''}`,
  ];
  if (graded > 0)
    lines.push(
      `grades: ${counts(GRADES.map((grade) => [grade, grades.get(grade) ?? 0]))}${unseen > 0 ? `, nothing seen ${figures(unseen)}` : ''}`,
    );
  if (errors.size > 0) lines.push(`without a grade: ${counts(byCount(errors))}`);
  if (withLies > 0)
    lines.push(`lies: ${countOf(withLies, 'target', figures(withLies))} (${percent(withLies, graded)}): ${counts(byCount(lies))}`);
  if (changes) {
    lines.push(
      `since the earlier census: ${figures(changes.same)} as they were, ${figures(changes.open)} with a grade that is open, of which nothing is said`,
    );
    if (earlier) lines.push(...otherMeasures(earlier, tally));
    for (const kind of Object.keys(KINDS) as Kind[])
      for (const { target, was, is } of changes.of[kind])
        lines.push(`${KINDS[kind].toLowerCase()}: ${target}${was || is ? `: ${[was, is].filter(Boolean).join(' -> ')}` : ''}`);
  }
  return lines.map((line) => `${visible(line)}\n`).join('');
}
