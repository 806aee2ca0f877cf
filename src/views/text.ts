// The text view: the decoded text of a body, its lines and its charset. It must not change the text in any way.
import type { OpenPlace, Reading, View, ViewSource } from '../contract/view.ts';
import { decode } from './decode.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { TextLines } from './text-lines.ts';

export const text: View = (source: ViewSource): Reading => {
  const decoded = decode(source);
  if (!decoded.ok) return decoded;
  const places: OpenPlace[] = [];
  if (source.truncated) places.push({ path: ['text'], why: 'cut' }, { path: ['lines'], why: 'cut' });
  else if (redactedSpans(source, decoded).length > 0) places.push({ path: ['text'], why: 'redacted' });
  const { count } = new TextLines(decoded.text);
  return { ok: true, value: { text: decoded.text, lines: count, charset: decoded.charset }, ...openMembers(places), ends: [] };
};
