// Results for a terminal: one report as it is; of several a line each, and under it what does not hold.
import { countOf } from '../contract/count-of.ts';
import type { RuleVerdict } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import { hanging, wrapped } from './layout.ts';
import { called, findingLine, headline, outcomes, reasonLines } from './outcomes.ts';
import { packOf, type Result, type ResultLine } from './result.ts';
import { SIGNS, signed, type TerminalOptions, terminal } from './terminal.ts';

const stands = ({ verdict, known }: ResultLine): boolean => verdict === 'pass' || verdict === 'not-applicable' || known === true;

/** The gravest of its lines; what is known counts for nothing. */
function verdictOf(result: Result): RuleVerdict {
  const open = outcomes(result).filter((line) => !stands(line));
  return open.some(({ verdict }) => verdict === 'fail') ? 'fail' : open.length > 0 ? 'inconclusive' : 'pass';
}

function lines(result: Result, { color, width = 80 }: TerminalOptions): string[] {
  const verdict = verdictOf(result);
  const hung = (sign: RuleVerdict, indent: string, text: string): string[] =>
    hanging(`${indent}${SIGNS[sign]} `, visible(text), width).map((line, i) =>
      i === 0 ? line.replace(SIGNS[sign], signed(sign, color)) : line,
    );
  const details = outcomes(result)
    .filter((line) => line.verdict === 'fail' || line.verdict === 'inconclusive')
    .flatMap((line) => {
      const [first = '', ...more] = reasonLines(line);
      return [
        ...hung(line.verdict, '    ', `${line.id}: ${first}${line.known ? ' (known)' : ''}`),
        ...more.flatMap((text) => hanging('        ', visible(text), width)),
        // Of a report its own page says them.
        ...(result.notes ? line.findings.flatMap((one) => hanging('        ', findingLine(one), width)) : []),
      ];
    });
  return [...hung(verdict, '', `${called(result)}: ${headline(result)}`), ...details];
}

export function resultsTerminal(results: readonly Result[], options: TerminalOptions): string {
  const [only] = results;
  if (results.length === 1 && only?.report) return terminal(only.report, packOf(only), { ...options, asked: only.asked });
  const count = (verdict: RuleVerdict): number => results.filter((result) => verdictOf(result) === verdict).length;
  const end = `${countOf(results.length, 'result')}: ${count('pass')} good, ${count('fail')} failed, ${count('inconclusive')} without an answer`;
  return `${[...results.flatMap((result) => lines(result, options)), '', ...wrapped(end, options.width ?? 80)].join('\n')}\n`;
}
