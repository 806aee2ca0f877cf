// Reads bytes as JSON that every reader reads alike: UTF-8, no duplicate names, bounded depth and size. It must never throw.
import type { Json } from '../contract/json.ts';
import { readJsonText } from './read-strict.ts';
import { JsonTokens } from './tokens.ts';

export type StrictJson = { ok: true; value: Json; text: string } | { ok: false; why: Unreadable; detail: string };
/** charset covers bytes that are no UTF-8 and halves of surrogate pairs. */
export type Unreadable = 'too-large' | 'charset' | 'cut' | 'too-deep' | 'duplicate-key' | 'syntax';

const SAID: Record<Unreadable, string> = {
  'too-large': 'it has more bytes or values than any document of its kind',
  charset: 'it is not well-formed UTF-8 text',
  cut: 'it ends before its JSON does',
  'too-deep': 'its JSON is nested too deep',
  'duplicate-key': 'one of its objects names a member twice',
  syntax: 'it is not JSON',
};

const no = (why: Unreadable): StrictJson => ({ ok: false, why, detail: SAID[why] });

/** undefined: no UTF-8. `cut`: the last character is not whole. A byte-order mark stays, and is no JSON. */
function decode(bytes: Uint8Array): { text: string; cut: boolean } | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
  try {
    return { text: text + decoder.decode(), cut: false };
  } catch {
    return { text, cut: true };
  }
}

/** The text is the beginning of a JSON object or list, as far as it goes: a whole file would go on after its end. */
function endsEarly(text: string): boolean {
  const { why, depth } = new JsonTokens(text, {}, { strict: true }).read();
  return text === '' || (why === 'cut' && depth > 0);
}

/** mostValues: objects, lists and scalars. A text that has more of them is told to be too large before any value is made of it. */
export function strictJson(bytes: Uint8Array, mostBytes: number, mostValues?: number): StrictJson {
  if (bytes.length > mostBytes) return no('too-large');
  const decoded = decode(bytes);
  if (!decoded) return no('charset');
  const { text, cut } = decoded;
  const reading = cut ? undefined : readJsonText(text, mostValues === undefined ? {} : { mostValues });
  if (reading?.ok) return { ok: true, value: reading.value as Json, text };
  if (reading && reading.code in SAID && reading.code !== 'syntax' && reading.code !== 'cut') return no(reading.code as Unreadable);
  if (endsEarly(text)) return no('cut');
  return no(cut ? 'charset' : 'syntax');
}
