// The pack's own texts (why, fix) as HTML: paragraphs, lists, code spans and fenced blocks come through, everything else is text.
import { proseParts } from '../prose.ts';
import { copyable } from './copyable.ts';
import { html, type Markup } from './markup.ts';

const ITEM = /^ {0,6}(?:([-*])|\d{1,3}\.) +(\S.*)$/;

interface Piece {
  kind: 'text' | 'bullets' | 'numbers' | 'block';
  lines: string[];
}

/** Code spans stay spans; an odd backtick stays a backtick. */
function line(text: string): Markup {
  const pieces = text.split('`');
  return html`${pieces.map((piece, i) => {
    const last = i === pieces.length - 1;
    if (i % 2 === 0) return html`${piece}`;
    return last ? html`\`${piece}` : piece === '' ? null : html`<code>${piece}</code>`;
  })}`;
}

/** Lines that belong together; blocks as they are. */
function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let joins = false;
  const add = (kind: Piece['kind'], own: string): void => {
    const last = pieces.at(-1);
    if (joins && last?.kind === kind) last.lines.push(own);
    else pieces.push({ kind, lines: [own] });
  };
  for (const part of proseParts(text)) {
    const item = typeof part === 'string' ? ITEM.exec(part) : null;
    if (typeof part !== 'string') pieces.push({ kind: 'block', lines: part.lines });
    else if (item) {
      joins = true;
      add(item[1] ? 'bullets' : 'numbers', item[2]!);
    } else if (part.trim() !== '') add('text', part.trim());
    joins = typeof part === 'string' && part.trim() !== '' && !item;
  }
  return pieces;
}

const items = (lines: readonly string[]): Markup[] => lines.map((text) => html`<li>${line(text)}</li>`);

function rendered(piece: Piece, label: string): Markup {
  switch (piece.kind) {
    case 'text':
      return html`<p>${line(piece.lines.join(' '))}</p>`;
    case 'bullets':
      return html`<ul>${items(piece.lines)}</ul>`;
    case 'numbers':
      return html`<ol>${items(piece.lines)}</ol>`;
    case 'block':
      return copyable(piece.lines.join('\n'), label);
  }
}

export const prose = (text: string, label: string): Markup => html`${split(text).map((piece) => rendered(piece, label))}`;
