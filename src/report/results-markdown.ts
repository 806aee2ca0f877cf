// Results as Markdown: one report as it is, several behind a table. Names and messages stay inert, as in every Markdown of ours.
import { countOf } from '../contract/count-of.ts';
import { code, inert } from './inert.ts';
import { markdown } from './markdown.ts';
import { called, count, findingLine, headline, outcomes } from './outcomes.ts';
import { packOf, type Result } from './result.ts';

/** Failing lines with what was found; the rest is counted above them. */
function resultText(result: Result): string {
  const lines = outcomes(result).filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const sections = lines.map(({ id, verdict, findings }) =>
    [
      `## ${inert(id)}: ${verdict === 'fail' ? 'breaks clients' : 'cannot be told'}`,
      '',
      ...findings.map((one) => `- ${inert(findingLine(one))}`),
      '',
    ].join('\n'),
  );
  return [`# ${inert(called(result))}`, '', `${inert(headline(result))}.`, '', ...sections].join('\n');
}

function whole(result: Result): string {
  if (result.notes) return resultText(result);
  if (result.report) return markdown(result.report, packOf(result), result.asked);
  const { code: name, message, fix } = result.error ?? { code: 'internal', message: '', fix: '' };
  return `# No report for ${code(result.target)}\n\n**${inert(name)}:** ${message
    .split('\n')
    .map((line) => inert(line))
    .join('\n\n')}\n\n${inert(fix)}\n`;
}

function table(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const lines = outcomes(result);
    const counts = (['pass', 'fail', 'inconclusive', 'not-applicable'] as const).map((verdict) => count(lines, verdict));
    return `| ${inert(called(result))} | ${inert(headline(result))} | ${counts.join(' | ')} |`;
  });
  return ['| run | result | pass | fail | not seen | not applicable |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

/** Reports are left out from the end until the text has at most `most` bytes; the table always stays. */
export function resultsMarkdown(results: readonly Result[], most = Number.POSITIVE_INFINITY): string {
  const [only] = results;
  const single = results.length === 1 && only ? whole(only) : undefined;
  if (single !== undefined && Buffer.byteLength(single) <= most) return single;
  let text = `# ${countOf(results.length, 'run')}\n\n${table(results)}\n`;
  let size = Buffer.byteLength(text);
  let left = results.length;
  for (const result of results) {
    const next = `\n---\n\n${whole(result)}`;
    size += Buffer.byteLength(next);
    if (size + 100 > most) break;
    text += next;
    left -= 1;
  }
  return left === 0 ? text : `${text}\n${left === 1 ? '1 report is' : `${left} reports are`} left out here for their length.\n`;
}
