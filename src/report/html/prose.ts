// The pack's own texts (why, fix) as HTML: paragraphs, lists, code spans and fenced blocks come through, everything else is text.
import { copyable } from './copyable.ts';
import { html, type Markup } from './markup.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([a-z0-9+-]*) *$/;
const ITEM = /^ {0,6}(?:([-*])|\d{1,3}\.) +(\S.*)$/;

type Piece = { kind: 'text' | 'bullets' | 'numbers'; lines: string[] } | { kind: 'block'; lines: string[]; fence: string };

/** Code spans stay spans; an odd backtick stays a backtick. */
export function line(text: string): Markup {
  const pieces = text.split('`');
  return html`${pieces.map((piece, i) => {
    const last = i === pieces.length - 1;
    if (i % 2 === 0) return html`${piece}`;
    return last ? html`\`${piece}` : piece === '' ? null : html`<code>${piece}</code>`;
  })}`;
}

function add(pieces: Piece[], kind: 'text' | 'bullets' | 'numbers', text: string, joins: boolean): void {
  const last = pieces.at(-1);
  if (joins && last?.kind === kind) last.lines.push(text);
  else pieces.push({ kind, lines: [text] });
}

function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let open: Extract<Piece, { kind: 'block' }> | null = null;
  let joins = false;
  for (const raw of text.trimEnd().split('\n')) {
    const fence = FENCE.exec(raw);
    if (open) {
      if (fence && fence[2] === '' && fence[1]!.startsWith(open.fence)) open = null;
      else open.lines.push(raw);
      joins = false;
      continue;
    }
    if (fence) {
      open = { kind: 'block', lines: [], fence: fence[1]! };
      pieces.push(open);
      continue;
    }
    const item = ITEM.exec(raw);
    if (item) add(pieces, item[1] ? 'bullets' : 'numbers', item[2]!, true);
    else if (raw.trim() !== '') add(pieces, 'text', raw.trim(), joins);
    joins = raw.trim() !== '' && !item;
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
