// A small schema of the original as a JSON Schema that rules may use, never a laxer one. It judges nothing.
import { isObject, type Members } from '../../contract/json.ts';
import { tryRe2 } from '../../contract/re2.ts';
import { below } from '../../json/pointer.ts';
import type { Losses } from './step.ts';

const COUNTS = new Set('minLength maxLength minItems maxItems minProperties maxProperties'.split(' '));
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', ...COUNTS]);
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const TEXTS = new Set(['title', 'description', '$comment', 'default', 'example', 'examples']);
const OWN = new Set(['type', 'const', 'enum', 'nullable', 'required', 'properties', 'items', 'pattern']);
const DEEPEST = 30;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((v) => typeof v === 'string');

function typesOf(schema: Members): string[] | undefined {
  const list = Array.isArray(schema.type) ? schema.type : [schema.type];
  return list.length > 0 && list.every((t) => typeof t === 'string' && TYPES.has(t)) ? [...new Set(list as string[])] : undefined;
}

const isPattern = (value: unknown): value is string => typeof value === 'string' && tryRe2(value, 'u') !== undefined;

/** What cannot be said here, and where: nothing of the schema is then used. */
class Lost extends Error {
  constructor(
    readonly pointer: string,
    why: string,
  ) {
    super(why);
  }
}

function convert(schema: unknown, pointer: string, depth: number): Members {
  if (!isObject(schema)) throw new Lost(pointer, 'a schema is an object');
  if (depth > DEEPEST) throw new Lost(pointer, `schemas may be nested at most ${DEEPEST} deep`);
  // In the original a constant or an enumeration decides alone.
  if (schema.const !== undefined) return { const: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { enum: schema.enum };
  const out: Members = {};
  for (const [key, value] of Object.entries(schema)) {
    if (COUNTS.has(key) && typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
      throw new Lost(below(pointer, key), 'expected a whole number, 0 or more');
    if (NUMBERS.has(key) && typeof value === 'number') out[key] = value;
    else if (!OWN.has(key) && !TEXTS.has(key)) throw new Lost(below(pointer, key), `${key} is no keyword of the original's small schemas`);
  }
  Object.assign(out, typed(schema, pointer), nested(schema, pointer, depth));
  return schema.nullable === true ? { anyOf: [{ type: 'null' }, out] } : out;
}

function typed(schema: Members, pointer: string): Members {
  const out: Members = {};
  if (schema.type !== undefined) {
    const types = typesOf(schema);
    if (!types) throw new Lost(below(pointer, 'type'), 'expected the name of a JSON type, or a list of them');
    out.type = types.length === 1 ? types[0] : types;
  }
  if (schema.pattern === undefined) return out;
  if (!isPattern(schema.pattern))
    throw new Lost(below(pointer, 'pattern'), 'the pattern is not one of RE2 (no lookaround, no backreferences)');
  return { ...out, pattern: schema.pattern };
}

function nested({ required, properties, items }: Members, pointer: string, depth: number): Members {
  const out: Members = {};
  if (required !== undefined) {
    if (!isTexts(required)) throw new Lost(below(pointer, 'required'), 'expected a list of names');
    out.required = [...new Set(required)];
  }
  if (properties !== undefined) {
    const here = below(pointer, 'properties');
    if (!isObject(properties)) throw new Lost(here, 'expected an object of schemas');
    out.required ??= [];
    out.properties = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, convert(one, below(here, name), depth + 1)]),
    );
  }
  // The original reads items only where it says that this is a list; here they hold for any list, which is stricter.
  if (items !== undefined) out.items = convert(items, below(pointer, 'items'), depth + 1);
  return out;
}

/** Undefined after a loss. */
export function jsonSchema(schema: unknown, pointer: string, losses: Losses): Members | undefined {
  try {
    return convert(schema, pointer, 1);
  } catch (error) {
    if (error instanceof Lost) return losses.lost(error.pointer, error.message);
    throw error;
  }
}
