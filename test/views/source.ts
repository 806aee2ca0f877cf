// Sources of views for tests.
import type { Reading, ViewSource } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';

export const BASE = 'https://site.example/docs/page';

export interface SourceParts {
  type?: string;
  headers?: { [name: string]: string };
  status?: number;
  truncated?: boolean;
  redactions?: ViewSource['redactions'];
  url?: string;
}

export function source(body: string | Uint8Array, parts: SourceParts = {}): ViewSource {
  const { type, headers = {}, status = 200, truncated = false, redactions, url = BASE } = parts;
  return {
    url,
    status,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    bytes: typeof body === 'string' ? new Uint8Array(Buffer.from(body, 'utf8')) : body,
    truncated,
    ...(redactions ? { redactions } : {}),
  };
}

export const view = (name: string, body: string | Uint8Array, parts: SourceParts = {}): Reading =>
  new AnswerReader(source(body, parts)).read(name);

/** The value of a view that can be read. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into values of every shape
export function value(name: string, body: string | Uint8Array, parts: SourceParts = {}): any {
  const reading = view(name, body, parts);
  if (!reading.ok) throw new Error(`${name}: ${reading.code} ${reading.message ?? ''}`);
  return reading.value;
}

/** `ok`, or the code of the failure. */
export function code(name: string, body: string | Uint8Array, parts: SourceParts = {}): string {
  const reading = view(name, body, parts);
  return reading.ok ? 'ok' : reading.code;
}

/** Open places as `why /path`. */
export function open(name: string, body: string | Uint8Array, parts: SourceParts = {}): string[] {
  const reading = view(name, body, parts);
  if (!reading.ok) throw new Error(reading.code);
  return (reading.places ?? []).map((place) => `${place.why} ${place.path.map((step) => `/${step}`).join('')}`);
}
