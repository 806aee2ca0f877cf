// The yaml view: a mapping or sequence of YAML 1.2 (core schema) as JSON. It must not resolve references of any kind,
// and must not take every text for YAML only because it could be one long scalar.
import { isMap, isScalar, isSeq, type Pair, Scalar } from 'yaml';
import type { Json, JsonObject } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import type { OpenPlace, Reading, ReadOther, View, ViewFailure, ViewSource } from '../contract/view.ts';
import { decode } from './decode.ts';
import { holdsExactly } from './exact-number.ts';
import { openMembers, redactedSpans, type Span, touches } from './redacted-spans.ts';
import { composeYaml } from './yaml-nodes.ts';

/** Characters of one document: it takes about a second a million. */
const MOST_TEXT = 5 * 1024 * 1024;
const MOST_PLACES = 256;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const RADIX = /^[+-]?0[xo]/;

class Unreadable extends Error {
  readonly code: ViewFailure;
  constructor(code: ViewFailure, message: string) {
    super(message);
    this.code = code;
  }
}

class Converter {
  readonly places: OpenPlace[] = [];
  private readonly spans: readonly Span[];
  private readonly path: (string | number)[] = [];

  constructor(spans: readonly Span[]) {
    this.spans = spans;
  }

  /** Recursion ends at the cap of depth. */
  value(node: unknown): Json {
    if (isScalar(node)) return this.scalar(node);
    if (this.path.length >= LIMITS.jsonDepth) throw new Unreadable('too-deep', 'YAML nested too deeply');
    if (isMap(node)) return this.mapping(node.items);
    if (isSeq(node)) return node.items.map((item, i) => this.at(i, item));
    return null;
  }

  private at(key: string | number, node: unknown): Json {
    this.path.push(key);
    const value = this.value(node);
    this.path.pop();
    return value;
  }

  private mapping(items: readonly Pair[]): JsonObject {
    const out: JsonObject = {};
    for (const { key, value } of items) {
      const name = this.name(key);
      if (Object.hasOwn(out, name)) throw new Unreadable('duplicate-key', 'a YAML mapping has a key twice');
      const made = this.at(name, value);
      if (name === '__proto__') Object.defineProperty(out, name, { value: made, enumerable: true, configurable: true, writable: true });
      else out[name] = made;
    }
    return out;
  }

  /** A key is a name as it is written: 200 and "200" are one. */
  private name(key: unknown): string {
    if (!isScalar(key)) {
      if (key === null) return '';
      throw new Unreadable('shape', 'a YAML key that is no scalar');
    }
    const text = key.source ?? String(key.value ?? '');
    if (key.type === Scalar.PLAIN && text === '<<') throw new Unreadable('alias', 'a YAML merge key is not read');
    this.text(text);
    this.path.push(text);
    this.redacted(key);
    this.path.pop();
    return text;
  }

  private scalar(node: Scalar): Json {
    this.redacted(node);
    const { value } = node;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.number(value, node.source ?? '');
    return typeof value === 'boolean' ? value : null;
  }

  private text(value: string): string {
    if (LONE_SURROGATE.test(value)) throw new Unreadable('charset', 'a string holds half of a surrogate pair');
    return value;
  }

  private number(value: number, source: string): number | null {
    const exact = RADIX.test(source) ? Number.isSafeInteger(value) : holdsExactly(source.replace(/^\+/, ''));
    if (!exact) this.place('inexact');
    if (Number.isNaN(value)) return null;
    return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
  }

  private redacted(node: Scalar): void {
    const range = node.range;
    if (this.spans.length > 0 && range && touches(this.spans, range[0], range[1])) this.place('redacted');
  }

  private place(why: OpenPlace['why']): void {
    if (this.places[0]?.path.length === 0) return;
    if (this.places.length >= MOST_PLACES) this.places.splice(0, this.places.length, { path: [], why });
    else this.places.push({ path: [...this.path], why });
  }
}

function readYamlText(text: string, spans: readonly Span[]): Reading {
  const composed = composeYaml(text);
  if (!composed.ok) return composed;
  const root = composed.document.contents;
  if (!isMap(root) && !isSeq(root)) return { ok: false, code: 'shape', message: 'neither a mapping nor a sequence' };
  const converter = new Converter(spans);
  try {
    return { ok: true, value: converter.value(root), ...openMembers(converter.places) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

/** JSON is YAML, and its own reader is the faster one. */
function asJson(text: string, read: ReadOther): Reading | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const json = read('json');
  return !json.ok && json.code === 'syntax' ? undefined : json;
}

function readYaml(source: ViewSource, read: ReadOther): Reading {
  const decoded = decode(source);
  if (!decoded.ok) return decoded;
  const known = asJson(decoded.text, read);
  if (known) return known;
  // The end of a cut document may lie in the middle of anything.
  if (source.truncated) return { ok: false, code: 'cut' };
  if (decoded.text.length > MOST_TEXT) return { ok: false, code: 'too-large' };
  return readYamlText(decoded.text, redactedSpans(source, decoded));
}

const readings = new WeakMap<ViewSource, Reading>();

/** Read once for each answer: the kind of the body may be told by it. */
export const yaml: View = (source, read) => {
  const known = readings.get(source);
  if (known) return known;
  const reading = readYaml(source, read);
  readings.set(source, reading);
  return reading;
};
