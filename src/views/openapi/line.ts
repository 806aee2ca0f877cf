// Which OpenAPI line a document is of. It must not judge anything else about the document.
import { isObject, type Json } from '../../contract/json.ts';

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
export function editionOf(root: Json): Edition | null {
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
