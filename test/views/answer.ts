// An answer as views see it, made from little, and the json view's reading of it.
import type { Json } from '../../src/contract/json.ts';
import type { OpenPlace, Reading, ReadOther, View, ViewSource } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';
import { readingOf } from '../../src/views/refused.ts';

export interface Made {
  url?: string;
  status?: number;
  headers?: { [name: string]: string };
  /** A text, bytes, or a value that is sent as JSON. */
  body?: string | Uint8Array | { json: unknown };
  truncated?: boolean;
  redactions?: ViewSource['redactions'];
  /** Open places that the json view would name. */
  places?: OpenPlace[];
}

export function source({
  url = 'https://t.example/paid',
  status = 200,
  headers = {},
  body = '',
  truncated = false,
  redactions,
}: Made): ViewSource {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body.json));
  const type: { [name: string]: string } =
    typeof body === 'object' && !(body instanceof Uint8Array) ? { 'content-type': 'application/json' } : {};
  return { url, status, headers: { ...type, ...headers }, bytes, truncated, ...(redactions ? { redactions } : {}) };
}

export function reading(view: View, made: Made): Reading {
  const from = source(made);
  const answer = new AnswerReader(from);
  const read: ReadOther = (name) => {
    const found = answer.read(name);
    return name === 'json' && found.ok && made.places ? { ...found, places: made.places } : found;
  };
  return readingOf(view, { ...from, decoded: answer.decoded, kind: answer.kind, read, yamlLine: answer.yamlLine });
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into values of a known shape.
export type Loose = any;

/** The value of a reading that must succeed. */
export function value(view: View, made: Made): Loose {
  const found = reading(view, made);
  if (!found.ok) throw new Error(`the view failed: ${found.code} ${found.message ?? ''}`);
  return found.value as Json;
}

export const code = (view: View, made: Made): string => {
  const found = reading(view, made);
  return found.ok ? 'ok' : found.code;
};
