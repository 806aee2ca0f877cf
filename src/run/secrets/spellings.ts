// How a secret value may stand in an answer: as it is, percent-encoded, form-encoded, in a JSON text (or in one within another), in an HTML text. It hides nothing itself.
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
