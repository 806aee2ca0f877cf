// Finds the OpenAPI document in an answer, as JSON or YAML, by what it is and not by what it is called.
import { isObject, type Json } from '../../contract/json.ts';
import type { Reading, ReadOther, ViewFailure, ViewSource } from '../../contract/view.ts';

export type Line = '2.0' | '3.0' | '3.1' | '3.2';

export interface Edition {
  line: Line;
  /** The version as the document writes it. */
  version: string;
  /** Whether it is written as the specification asks ("3.1.0", "2.0"). */
  proper: boolean;
}

const PROPER: Record<Line, RegExp> = { '2.0': /^2\.0$/, '3.0': /^3\.0\.\d$/, '3.1': /^3\.1\.\d$/, '3.2': /^3\.2\.\d$/ };

function lineOf(version: string): Line | null {
  const [, line] = /^(3\.[012])(?![0-9])/.exec(version) ?? [];
  return (line as Line | undefined) ?? null;
}

/** The edition of a document; null when it is not an OpenAPI document of a line that we know. */
function editionOf(root: Json): Edition | null {
  if (!isObject(root)) return null;
  const { openapi, swagger } = root;
  if (typeof openapi === 'string' || typeof openapi === 'number') {
    // An unquoted 3.0 in YAML is the number 3.
    const version = openapi === 3 ? '3.0' : String(openapi);
    const line = lineOf(version);
    return line && { line, version, proper: typeof openapi === 'string' && PROPER[line].test(version) };
  }
  if (typeof swagger === 'string' || typeof swagger === 'number') {
    const version = swagger === 2 ? '2.0' : String(swagger);
    if (!/^2\.0(?![0-9])/.test(version) && version !== '2') return null;
    return { line: '2.0', version, proper: typeof swagger === 'string' && PROPER['2.0'].test(version) };
  }
  return null;
}

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
