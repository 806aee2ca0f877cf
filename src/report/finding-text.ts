// A finding as one plain sentence, for every renderer: what was asked, what came, what was expected, and where the owner's own document says so.
// Pieces that quote the target are marked: the renderer makes them inert.
import type { Finding, FindingAnswer, FindingRequest } from '../contract/generated/types.ts';
import { placeText } from '../contract/place-text.ts';

/** Words of ours, or a quotation. */
export type TextPiece = string | { quoted: string };

export interface FindingText {
  /** One sentence. */
  pieces: TextPiece[];
  level: string;
  more: number;
}

const LEVELS: Record<Finding['level'], string> = { must: 'fault', should: 'advice', note: 'note' };

/** Media types that say what a body is; where it is of another kind, that is worth a word. */
const FITS: { [kind: string]: RegExp } = {
  html: /html/,
  json: /json/,
  yaml: /yaml|json/,
  markdown: /markdown|text\/plain/,
  text: /^text\/|event-stream|linkset$/,
  xml: /xml|html/,
};
const KINDS: { [kind: string]: string } = {
  html: 'HTML',
  json: 'JSON',
  yaml: 'YAML',
  markdown: 'Markdown',
  text: 'plain text',
  xml: 'XML',
  binary: 'bytes that are no text',
};

function body({ type, is }: FindingAnswer): TextPiece[] {
  if (is === 'none') return [', without a body'];
  const told = is === undefined ? undefined : KINDS[is];
  const fits = type !== undefined && is !== undefined && FITS[is]?.test(type);
  if (type === undefined) return told === undefined ? [] : [`, without a media type, with ${told}`];
  return [' as ', { quoted: type }, ...(fits || told === undefined ? [] : [`, but with ${told}`])];
}

function came(answer: FindingAnswer | undefined): TextPiece[] {
  if (!answer) return [];
  const { status, outcome } = answer;
  if (status === undefined) return [outcome === 'absent' ? ' finds no server of that name' : ' was not answered'];
  if (outcome === 'elsewhere') return [` answers with ${status} and leads to another site`];
  const ok = status >= 200 && status < 300;
  return [` answers ${status}`, ...(ok ? body(answer) : []), ...(ok && outcome === 'absent' ? [', as it does for any address'] : [])];
}

function requestPieces({ method, url, accept, call }: FindingRequest): TextPiece[] {
  const header: TextPiece[] = accept === undefined ? [] : ['Accept: ', { quoted: accept }];
  const what: TextPiece[] = call === undefined ? header : [{ quoted: call }];
  return [{ quoted: `${method} ${url}` }, ...(what.length === 0 ? [] : [' (', ...what, ')'])];
}

/** What a member of an exchange holds is told by the answer already. */
const TOLD: ReadonlySet<string> = new Set(['status', 'type', 'is', 'outcome']);

/** Of these the value says nothing that the sentence does not: what is missing, what it must not be, and what it is about. */
const SILENT: ReadonlySet<string> = new Set(['required', 'not', 'agree']);

function foundPieces({ value, part, keyword }: Finding): TextPiece[] {
  if (value === undefined || SILENT.has(keyword ?? '') || (part !== undefined && TOLD.has(part))) return [];
  return [', found ', { quoted: value === '' ? '(empty)' : value.trim() === '' ? '(blank)' : value }];
}

interface Places {
  /** Of the answer itself. */
  own: TextPiece[];
  /** In another document, which has it made or says otherwise. */
  other: TextPiece[];
}

function places(finding: Finding): Places {
  const { request, place, line, part, claimedBy } = finding;
  const text = placeText(finding);
  const answered = part !== undefined && !TOLD.has(part);
  const named: TextPiece[] = answered ? [part.startsWith('/') ? ', at ' : ', in its ', { quoted: part }] : [];
  if (text === undefined || place === undefined) return { own: named, other: [] };
  if (request !== undefined && (place === request.url || place.startsWith(`${request.url}#`))) {
    const spot = text.slice(request.url.length).trimStart();
    return { own: spot === '' ? named : [', ', { quoted: spot }], other: [] };
  }
  if (line === undefined && !place.includes('#') && claimedBy === undefined) return { own: named, other: [] };
  return { own: named, other: [claimedBy === text && !answered ? '; it is claimed by ' : '; see ', { quoted: text }] };
}

export function findingText(finding: Finding): FindingText {
  const { request, message, more, level } = finding;
  const { own, other } = places(finding);
  const head: TextPiece[] = request ? [...requestPieces(request), ...came(finding.answer), ...own, ': '] : [];
  return { pieces: [...head, message, ...foundPieces(finding), ...other, '.'], level: LEVELS[level], more: more ?? 0 };
}

/** What is said again of the same address, and has no place of its own, is counted with the first. */
export function eachOnce(all: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const one of all) {
    const key = JSON.stringify([one.code, one.message, one.request?.url, one.place ?? one.part, one.value]);
    const first = kept.get(key);
    kept.set(key, first ? { ...first, more: (first.more ?? 0) + 1 + (one.more ?? 0) } : one);
  }
  return [...kept.values()];
}

export const sentence = (finding: Finding): string =>
  findingText(finding)
    .pieces.map((piece) => (typeof piece === 'string' ? piece : piece.quoted))
    .join('');
