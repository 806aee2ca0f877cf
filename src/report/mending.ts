// Replacements and ways in as Markdown blocks: what is to be pasted stands in fences, exact.
import { code, fenced } from './inert.ts';
import { type Replacement, saysNow, TODAY } from './mend.ts';
import { prose } from './prose.ts';
import type { Better, Summary } from './summary.ts';

const header = ([name, value]: readonly [string, string]): string => `${name}: ${value}`;

export function replaced(one: Replacement, fix: string): string[] {
  const { url, headers, body, diff, file } = one;
  const fields = Object.entries(headers);
  const sent = fields.length === 0 ? [] : [`Send with ${code(url)}:`, fenced(fields.map(header).join('\n'), 'http')];
  if (diff !== undefined) return [...sent, `Change what ${code(url)} serves:`, fenced(diff, 'diff')];
  if (file === undefined) return sent;
  return saysNow(one, fix) ? [`${TODAY} ${code(url)}:`, fenced(body ?? '', 'text')] : [];
}

/** How advice is followed. */
export const bettered = ({ fixes, replacements }: Better): string[] => [
  ...fixes.map(prose),
  ...replacements.flatMap((one) => replaced(one, fixes.join('\n'))),
];

export function ways({ letIn }: Summary): string[] {
  if (letIn.length === 0) return [];
  return [
    '## First: let the verifier in',
    ...letIn.flatMap(({ text, block }) => [text, ...(block === undefined ? [] : [fenced(block, 'text')])]),
  ];
}
