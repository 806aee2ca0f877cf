// What the Markdown of a report and its prompt share: sentences with quotations as code, and text to paste in exact fences.
import type { Check, Rule } from '../contract/generated/types.ts';
import type { FindingText } from './finding-text.ts';
import { code, fenced, inert } from './inert.ts';
import { type Replacement, saysNow, TODAY } from './mend.ts';
import { prose, sentence } from './prose.ts';
import type { Better, Summary } from './summary.ts';

/** Words at the edge of a quotation may end in what begins one elsewhere. */
const ours = (text: string): string => {
  const [, before = '', words = '', after = ''] = /^([\s,;:.(]*)(.*?)([\s,;:.)(]*)$/s.exec(text) ?? [];
  return `${before}${words === '' ? '' : inert(words)}${after}`;
};

/** Why a check came out so: in the words of its rule, or, where a target may be quoted in it, as code. */
export const reasonOf = ({ reason: { code, text } }: Check, rule: Rule | undefined): string =>
  rule?.reasons[code] === text ? sentence(text) : inert(text);

export const markdownPieces = ({ pieces }: FindingText): string =>
  pieces.map((piece) => (typeof piece === 'string' ? ours(piece) : code(piece.quoted))).join('');

const header = ([name, value]: readonly [string, string]): string => `${name}: ${value}`;

export function replaced(one: Replacement, fix: string): string[] {
  const { url, headers, body, diff, file } = one;
  const fields = Object.entries(headers);
  const sent = fields.length === 0 ? [] : [`Send with ${code(url)}:`, fenced(fields.map(header).join('\n'), 'http')];
  if (diff !== undefined) return [...sent, `Change what ${code(url)} serves:`, fenced(diff, 'diff')];
  if (file === undefined) return sent;
  return saysNow(one, fix) ? [`${TODAY} ${code(url)}:`, fenced(body ?? '', 'text')] : [];
}

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
