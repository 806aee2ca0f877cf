// The Accept value that names what an operation declares, so that it is asked for what it claims to give.
import { isJsonType, parseMediaType } from './media-type.ts';

const MOST = 4;
const MAX_TYPE = 100;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,60}$/;

/** A declared type as a member of the field; null when it names nothing, or could not stand in a header. */
function range(declared: string): { name: string; text: string } | null {
  const type = declared.length > MAX_TYPE ? null : parseMediaType(declared);
  if (type === null || type.name === '*/*' || (type.name.includes('*') && !/^[^*]+\/\*$/.test(type.name))) return null;
  const kept = [...type.parameters].filter(([name, value]) => name !== 'q' && name !== 'charset' && TOKEN.test(name) && TOKEN.test(value));
  return { name: type.name, text: [type.name, ...kept.map(([name, value]) => `${name}=${value}`)].join(';') };
}

/** JSON types first, each kind in document order, then anything at all; undefined when no type is declared. */
export function acceptOf(types: readonly string[]): string | undefined {
  const ranges = types.map(range).filter((found) => found !== null);
  const json = ranges.filter(({ name }) => isJsonType(name));
  const ordered = [...json, ...ranges.filter(({ name }) => !isJsonType(name))].map(({ text }) => text);
  return ordered.length === 0 ? undefined : [...new Set(ordered)].slice(0, MOST).concat('*/*;q=0.1').join(', ');
}
