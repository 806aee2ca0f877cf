// A JSON text as a value, or undefined, where nothing else about it matters. Documents of targets are read strictly (json/read-strict.ts).
import type { Json } from './json.ts';

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
