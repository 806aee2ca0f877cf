// How a secret value may stand in an answer: as it is, percent-encoded, form-encoded, in a JSON text (or in one within another), in an HTML text, in Base64. It hides nothing itself.
import { escapeHtml } from '../../record/spellings.ts';

/** Values of fewer characters stand in many places by chance: they are not looked for. */
export const SHORTEST_SOUGHT = 6;

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const asciiJson = (text: string): string => text.replace(/[^\x20-\x7e]/g, unicode);
const htmlSafeJson = (text: string): string => text.replace(/[<>&'+=]/g, unicode);

export const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);

export function percentEncoded(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** As a JSON text or an address has it. */
const escapedBase64 = (text: string): string[] => [
  text,
  text.replaceAll('/', '\\/'),
  encodeURIComponent(text),
  lowerHex(encodeURIComponent(text)),
];

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
  return [...new Set(all.flatMap(escapedBase64))];
}

/** Every spelling once, the longest first. */
export function spellings(value: string): string[] {
  if (value.length < SHORTEST_SOUGHT) return [];
  const percent = percentEncoded(value) ?? value;
  const form = formEncoded(value);
  const json = inJson(value);
  const escaped = [json, json.replaceAll('/', '\\/'), asciiJson(json), htmlSafeJson(json), htmlSafeJson(asciiJson(json))];
  const upper = escaped.map((t) => t.replace(/\\u[0-9a-f]{4}/g, (u) => `\\u${u.slice(2).toUpperCase()}`));
  // JSON in a string of JSON, as echoes and logs have it.
  const twice = [...escaped, ...upper].map(inJson);
  const all = new Set([value, percent, lowerHex(percent), form, lowerHex(form), ...escaped, ...upper, ...twice, escapeHtml(value)]);
  return [...all].sort((a, b) => b.length - a.length);
}
