// A small schema of the original as a JSON Schema that rules may use, never a laxer one. It judges nothing.
import { isObject, type Members } from '../contract/json.ts';
import { compileRe2 } from '../contract/re2.ts';
import { below } from '../json/pointer.ts';
import type { Losses } from './losses.ts';

const NUMBERS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const TEXTS = new Set(['title', 'description', '$comment', 'default', 'example', 'examples']);
const OWN = new Set(['type', 'const', 'enum', 'nullable', 'required', 'properties', 'items', 'pattern']);
const DEEPEST = 30;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((v) => typeof v === 'string');

function typesOf(schema: Members): string[] | undefined {
  const list = Array.isArray(schema.type) ? schema.type : [schema.type];
  return list.length > 0 && list.every((t) => typeof t === 'string' && TYPES.has(t)) ? [...new Set(list as string[])] : undefined;
}

function pattern(value: unknown): value is string {
  try {
    if (typeof value !== 'string') return false;
    compileRe2(value, 'u');
    return true;
  } catch {
    return false;
  }
}

class Converter {
  readonly #losses: Losses;
  constructor(losses: Losses) {
    this.#losses = losses;
  }

  /** Undefined after a loss: nothing of the schema is then used. */
  convert(schema: unknown, pointer: string, depth: number): Members | undefined {
    if (!isObject(schema)) return this.#losses.lost(pointer, 'a schema is an object');
    if (depth > DEEPEST) return this.#losses.lost(pointer, `schemas may be nested at most ${DEEPEST} deep`);
    // In the original a constant or an enumeration decides alone.
    if (schema.const !== undefined) return { const: schema.const };
    if (Array.isArray(schema.enum) && schema.enum.length > 0) return { enum: schema.enum };
    const out: Members = {};
    for (const key of Object.keys(schema)) if (!this.#plain(key, schema[key], pointer, out)) return undefined;
    if (!this.#typed(schema, pointer, out)) return undefined;
    if (!this.#nested(schema, pointer, depth, out)) return undefined;
    return schema.nullable === true ? { anyOf: [{ type: 'null' }, out] } : out;
  }

  #plain(key: string, value: unknown, pointer: string, out: Members): boolean {
    const here = below(pointer, key);
    if (OWN.has(key) || TEXTS.has(key)) return true;
    if (NUMBERS.has(key) && typeof value === 'number') {
      out[key] = value;
      return true;
    }
    this.#losses.lost(here, `${key} is no keyword of the original's small schemas`);
    return false;
  }

  #typed(schema: Members, pointer: string, out: Members): boolean {
    if (schema.type !== undefined) {
      const types = typesOf(schema);
      if (!types) {
        this.#losses.lost(below(pointer, 'type'), 'expected the name of a JSON type, or a list of them');
        return false;
      }
      out.type = types.length === 1 ? types[0] : types;
    }
    if (schema.pattern === undefined) return true;
    if (pattern(schema.pattern)) {
      out.pattern = schema.pattern;
      return true;
    }
    this.#losses.lost(below(pointer, 'pattern'), 'the pattern is not one of RE2 (no lookaround, no backreferences)');
    return false;
  }

  #nested(schema: Members, pointer: string, depth: number, out: Members): boolean {
    if (schema.required !== undefined) {
      if (!isTexts(schema.required)) {
        this.#losses.lost(below(pointer, 'required'), 'expected a list of names');
        return false;
      }
      out.required = [...new Set(schema.required)];
    }
    if (schema.properties !== undefined) {
      const properties = this.#properties(schema.properties, below(pointer, 'properties'), depth);
      if (!properties) return false;
      Object.assign(out, { required: out.required ?? [], properties });
    }
    // The original reads items only where it says that this is a list; here they hold for any list, which is stricter.
    if (schema.items === undefined) return true;
    const items = this.convert(schema.items, below(pointer, 'items'), depth + 1);
    if (items) out.items = items;
    return items !== undefined;
  }

  #properties(value: unknown, pointer: string, depth: number): Members | undefined {
    if (!isObject(value)) return this.#losses.lost(pointer, 'expected an object of schemas');
    const out: Members = {};
    for (const [name, schema] of Object.entries(value)) {
      const converted = this.convert(schema, below(pointer, name), depth + 1);
      if (!converted) return undefined;
      out[name] = converted;
    }
    return out;
  }
}

export const jsonSchema = (schema: unknown, pointer: string, losses: Losses): Members | undefined =>
  new Converter(losses).convert(schema, pointer, 1);
