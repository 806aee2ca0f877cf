// Finds the OpenAPI document in an answer, as JSON or YAML, by what it is and not by what it is called.
import type { Json } from '../../contract/json.ts';
import type { Reading, ReadOther, ViewFailure, ViewSource } from '../../contract/view.ts';
import { type Edition, editionOf } from './line.ts';

export type OpenApiDocument = { ok: true; root: Json; edition: Edition } | { ok: false; code: ViewFailure; message?: string };

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** The first byte of the text, after a byte order mark and white space. */
function firstByte(bytes: Uint8Array): number | undefined {
  let at = 0;
  while (at < bytes.length && SPACE.has(bytes[at]!)) at++;
  return bytes[at];
}

/** JSON is read as JSON; everything else, and flow style that calls itself YAML, as YAML. */
function parse(read: ReadOther, source?: ViewSource): Reading {
  const first = source && firstByte(source.bytes);
  if (first === 0x3c) return { ok: false, code: 'shape', message: 'the document is HTML or XML' };
  const json = read('json');
  if (json.ok || json.code !== 'syntax') return json;
  const yamlish = source && /yaml/i.test(source.headers['content-type'] ?? '');
  return first === 0x7b && !yamlish ? json : read('yaml');
}

/** `source` is left out where the document is known to be one already. */
export function openApiDocument(read: ReadOther, source?: ViewSource): OpenApiDocument {
  const reading = parse(read, source);
  if (!reading.ok) return reading;
  const edition = editionOf(reading.value);
  if (edition === null) return { ok: false, code: 'shape', message: 'no openapi or swagger member names a version that is known' };
  return { ok: true, root: reading.value, edition };
}
