// What a secret value is looked for by: as it is, as bytes, and in Base64. How each of its characters may be written is told by escapes.ts.
import { unescaped } from './escapes.ts';

/** Values of fewer characters stand in many places by chance: they are not looked for. */
export const SHORTEST_SOUGHT = 6;
/** Escapes within escapes are read so many times: a text of JSON in one of JSON in a query. */
export const MOST_LAYERS = 3;

export const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);

export function percentEncoded(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Within Base64 of more: what hangs on no byte before or after the value, for each place among three bytes at which it may begin. On its own it is whole. */
export function base64Spellings(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const all = (['base64', 'base64url'] as const).flatMap((alphabet) => [
    bytes.toString(alphabet),
    ...[0, 1, 2].map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(alphabet);
      return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    }),
  ]);
  // Where the text around it has escapes, a plus is read as a blank.
  return [...new Set(all.flatMap((text) => [text, text.replaceAll('+', ' ')]))];
}

/**
 * The value, what is left of it where its own characters were taken for escapes (also where its backslashes alone were escaped, as in JSON), and the bytes of each in UTF-8,
 * one character a byte.
 */
export function spellings(value: string): string[] {
  const layers = [value];
  for (let next = unescaped(value); next && layers.length <= MOST_LAYERS; next = unescaped(next.text)) layers.push(next.text);
  const inJson = layers.flatMap((text) => unescaped(text.replaceAll('\\', '\\\\'))?.text ?? []);
  const all = [...layers, ...inJson].flatMap((text) => [text, Buffer.from(text, 'utf8').toString('latin1')]);
  return [...new Set(all)].filter(({ length }) => length >= SHORTEST_SOUGHT);
}
