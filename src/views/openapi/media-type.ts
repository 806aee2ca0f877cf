// Declared media types: reading one, and finding the declared one that an answer falls under. It must not look at bodies.
import type { MediaType } from '../../contract/media-type.ts';

export interface DeclaredMediaType {
  /** type/subtype in lower case. */
  name: string;
  parameters: Map<string, string>;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

const LONGEST = 1000;

/** A media type or range; null when the text is none. */
export function parseMediaType(text: string): DeclaredMediaType | null {
  const [head = '', ...rest] = text.slice(0, LONGEST).split(';');
  const name = head.trim().toLowerCase();
  const parts = name === '*' ? ['*', '*'] : name.split('/');
  if (parts.length !== 2 || !parts.every((part) => TOKEN.test(part))) return null;
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const [key = '', ...value] = parameter.split('=');
    const unquoted = value
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (key.trim() !== '') parameters.set(key.trim().toLowerCase(), unquoted);
  }
  return { name: parts.join('/'), parameters };
}

/** application/json and its kind: what is read as one JSON document. */
export const isJsonType = (name: string): boolean => /^(?:application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(name);

/**
 * A declared type as one text, so that two ways to write it compare as one. A charset of UTF-8 says what holds anyway, and JSON has none
 * at all (RFC 8259, 11). What is no type, or too long to be read, stays as it is written.
 */
export function normalizeType(declared: string): string {
  const type = declared.length > LONGEST ? null : parseMediaType(declared);
  if (type === null) return declared.toLowerCase();
  const kept = [...type.parameters].filter(([key, value]) => key !== 'charset' || !(isJsonType(type.name) || /^utf-?8$/i.test(value)));
  return [type.name, ...kept.map(([key, value]) => `${key}=${value.toLowerCase()}`)].join(';');
}

/** Names of one type: registered as others of it, RFC 7303 (XML), RFC 9239 (JavaScript), RFC 9512 (YAML); given up for a registered one, RFC 6713 (gzip), RFC 7946 (GeoJSON), RFC 8081 (fonts), RFC 7763 (Markdown), RFC 9559 (Matroska); or written by many. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['text/xml', 'application/xml'],
  ...['application/javascript', 'application/x-javascript', 'application/ecmascript', 'text/ecmascript'].map(
    (name) => [name, 'text/javascript'] as const,
  ),
  ['application/x-gzip', 'application/gzip'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/vnd.geo+json', 'application/geo+json'],
  ['application/font-woff', 'font/woff'],
  ['image/jpg', 'image/jpeg'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['text/x-markdown', 'text/markdown'],
  ['video/x-matroska', 'video/matroska'],
  ...['audio/x-wav', 'audio/wave', 'audio/vnd.wave'].map((name) => [name, 'audio/wav'] as const),
  ...['application/csv', 'text/x-csv'].map((name) => [name, 'text/csv'] as const),
  ...['application/x-protobuf', 'application/vnd.google.protobuf'].map((name) => [name, 'application/protobuf'] as const),
  ...['application/x-msgpack', 'application/msgpack'].map((name) => [name, 'application/vnd.msgpack'] as const),
  ...['application/x-ndjson', 'application/jsonl', 'application/x-jsonlines'].map((name) => [name, 'application/ndjson'] as const),
  ...['application/x-yaml', 'text/yaml', 'text/x-yaml', 'text/vnd.yaml'].map((name) => [name, 'application/yaml'] as const),
]);

const isSame = (one: string, other: string): boolean => (ALIASES.get(one) ?? one) === (ALIASES.get(other) ?? other);

/** RFC 2046, 4.5.1: octets of any kind, which a more exact name does not contradict; a page or a JSON document is meant for another reader. */
const takesOctets = (declared: string, actual: string): boolean =>
  declared === 'application/octet-stream' && actual !== declared && !isJsonType(actual) && !/html/.test(actual);

/** Any type will do: nothing is said of the body by its type. */
const ANY = 1;

/** How well a declared key covers a type: 0 not at all, then any, the same type, the same type and subtype, parameters too. */
function rank(declared: DeclaredMediaType, actual: MediaType): number {
  const [type, subtype] = declared.name.split('/');
  if (declared.name === '*/*' || takesOctets(declared.name, actual.essence)) return ANY;
  if (subtype === '*') return actual.essence.startsWith(`${type}/`) ? 2 : 0;
  if (!isSame(declared.name, actual.essence)) return 0;
  const same = [...declared.parameters].filter(([key, value]) => actual.params[key]?.toLowerCase() === value.toLowerCase()).length;
  // A parameter that the answer does not carry makes the key a lesser choice, but not another type.
  return same === declared.parameters.size ? 4 + same : 3;
}

/** The declared keys that cover the type best: the most specific ones, in document order; `any`: only as any other type. */
export function bestKeys(keys: string[], actual: MediaType): { best: string[]; any: boolean } {
  const ranked = keys.map((key) => {
    const declared = parseMediaType(key);
    return { key, rank: declared ? rank(declared, actual) : 0 };
  });
  const highest = Math.max(0, ...ranked.slice(0, 1000).map((entry) => entry.rank));
  return { best: highest === 0 ? [] : ranked.filter((entry) => entry.rank === highest).map((entry) => entry.key), any: highest === ANY };
}
