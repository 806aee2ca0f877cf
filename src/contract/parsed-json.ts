// A JSON text as a value where it is one: for texts of which nothing is told but that. Texts of targets are read strictly (json/read-strict.ts).
import type { Json } from './json.ts';

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
