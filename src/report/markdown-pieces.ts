// A finding's sentence as Markdown: our words as they are, quotations as code.
import type { FindingText } from './finding-text.ts';
import { code, inert } from './inert.ts';

/** Words at the edge of a quotation may end in what begins one elsewhere. */
const ours = (text: string): string => {
  const [, before = '', words = '', after = ''] = /^([\s,;:.(]*)(.*?)([\s,;:.)(]*)$/s.exec(text) ?? [];
  return `${before}${words === '' ? '' : inert(words)}${after}`;
};

export const markdownPieces = ({ pieces }: FindingText): string =>
  pieces.map((piece) => (typeof piece === 'string' ? ours(piece) : code(piece.quoted))).join('');
