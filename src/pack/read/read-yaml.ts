// Reads YAML 1.2 (core types, bounded anchors and aliases) with the place of every value. Nesting is bounded by the lexer's tokens before anything recurses.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { LIMITS } from '../../contract/limits.ts';
import { below } from '../../json/pointer.ts';
import type { FindingCode } from '../finding.ts';
import { DEEPEST, keyFault, LONGEST_FOUND, LONGEST_NAME, unsafeNumber } from './plain-values.ts';
import { Positions } from './positions.ts';
import type { JsonFault, Read } from './read-json.ts';

const MOST_VALUES = 100_000;
const MOST_ALIASES = 1_000;
/** Columns of blanks and block indicators (-, ?, :) that may stand before a value: each block collection needs at least one. */
const WIDEST_INDENT = 256;
const INDENT = /^(?:[ \t]|[-?:](?=[ \t\r\n]|$))*/gm;

/** Offset where brackets or indentation pass what the parser may be given, or undefined. Linear. */
function tooDeepYaml(text: string): number | undefined {
  for (const found of text.matchAll(INDENT)) if (found[0].length > WIDEST_INDENT) return found.index + WIDEST_INDENT;
  let depth = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > LIMITS.jsonDepth) return offset;
    // The lexer marks documents, flow ends and scalars with control characters that are not in the text.
    if (token !== '\u0002' && token !== '\u0018' && token !== '\u001f' && token !== '\ufeff') offset += token.length;
  }
  return undefined;
}

const SYNTAX: { [code: string]: FindingCode } = { DUPLICATE_KEY: 'duplicate-key' };

/** What is most often meant where a line is no YAML. */
const HINTS: readonly [RegExp, string][] = [
  [/\$[\w.]*\[|\{\{/, '; a path with brackets, and a template, stand in quotes: "$.list[*].status"'],
  [/:\s.*:\s|[:,[{]\s*[@`%&*]/, '; text with such a character in it stands in quotes'],
];

/** Characters of a line that are looked at for a hint. */
const LONGEST_LINE = 500;

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? undefined : end);
}

function syntaxFault(error: YAMLError, source: string): JsonFault {
  const code = SYNTAX[error.code] ?? 'syntax';
  const [what] = error.message.split('\n');
  if (code === 'duplicate-key') return { offset: error.pos[0], code, text: 'the member stands twice in this object' };
  if (error.code === 'MULTIPLE_DOCS') return { offset: error.pos[0], code, text: 'a second document begins here, and a file holds one' };
  const line = lineAt(source, error.pos[0]).slice(0, LONGEST_LINE);
  const hint = HINTS.find(([pattern]) => pattern.test(line))?.[1] ?? '';
  const text = `this is not readable as YAML: ${what}${hint}`;
  return { offset: error.pos[0], code, text };
}

class Walker {
  readonly faults: JsonFault[] = [];
  readonly #anchors = new Map<string, Node>();
  #values = 0;
  #aliases = 0;
  /** Too many values, or a name that is too long: the rest was not read. */
  full = false;

  constructor(readonly positions: Positions) {}

  #fault(offset: number, code: FindingCode, text: string, { value, pointer }: Pick<JsonFault, 'value' | 'pointer'> = {}): null {
    this.faults.push({ offset, code, text, ...(value === undefined ? {} : { value }), ...(pointer === undefined ? {} : { pointer }) });
    return null;
  }

  /** The plain value of a node. aliased: the node is read again through an alias, and sets no anchors. */
  value(node: unknown, pointer: string, depth: number, key: number | undefined, aliased: boolean): unknown {
    const known = node as Node | null | undefined;
    const [start, end] = known?.range ?? [key ?? 0, key ?? 0];
    this.positions.set(pointer, { start, end, ...(key === undefined ? {} : { key }) });
    if (this.full) return null;
    if (depth > LIMITS.jsonDepth) return this.#fault(start, 'too-deep', DEEPEST, { pointer });
    if (++this.#values > MOST_VALUES) return this.#overflow(start);
    if (isAlias(known)) return this.#alias(known.source, start, pointer, depth, key);
    if (known && 'anchor' in known && typeof known.anchor === 'string' && !aliased) this.#anchors.set(known.anchor, known);
    if (known?.tag !== undefined)
      return this.#fault(start, 'bad-value', 'tags are not part of packs; write the plain value', { value: known.tag, pointer });
    if (isMap(known)) return this.#map(known, pointer, depth, aliased);
    if (isSeq(known)) return known.items.map((item, i) => this.value(item, below(pointer, i), depth + 1, undefined, aliased));
    return isScalar(known) ? this.#scalar(known, start, pointer) : null;
  }

  #overflow(offset: number): null {
    this.full = true;
    return this.#fault(offset, 'too-large', `aliases may unfold into at most ${MOST_VALUES} values`);
  }

  #alias(name: string, start: number, pointer: string, depth: number, key: number | undefined): unknown {
    if (++this.#aliases > MOST_ALIASES) return this.#overflow(start);
    const target = this.#anchors.get(name);
    if (target === undefined)
      return this.#fault(start, 'syntax', 'no anchor of this name stands before the alias', { value: `*${name}`, pointer });
    // What is wrong inside is shown where it is written; the alias itself is the place of the pointer.
    return this.value(target, pointer, depth, key, true);
  }

  #map(map: YAMLMap, pointer: string, depth: number, aliased: boolean): unknown {
    const out: { [key: string]: unknown } = {};
    for (const pair of map.items as Pair<unknown, unknown>[]) {
      const key = pair.key as Node | null;
      const offset = key?.range?.[0] ?? map.range?.[0] ?? 0;
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string') {
        this.#fault(
          offset,
          'bad-key',
          isMap(key) ? 'a template stands in quotes: "{{ $.item }}"' : 'a member name is text; put it in quotes',
        );
        continue;
      }
      const wrong = name === '<<' ? 'merge keys are not part of packs; name the members' : keyFault(name);
      if (wrong) this.#fault(offset, 'bad-key', wrong);
      if (name.length > LONGEST_NAME) {
        this.full = true;
        continue;
      }
      const value = this.value(pair.value, below(pointer, name), depth + 1, offset, aliased);
      if (!wrong) out[name] = value;
    }
    return out;
  }

  #scalar({ value, source }: Scalar, start: number, pointer: string): unknown {
    if (typeof value === 'number') {
      const right = unsafeNumber(value);
      const found = (source ?? String(value)).slice(0, LONGEST_FOUND);
      return right ? this.#fault(start, 'bad-value', `expected ${right}`, { value: found, pointer }) : value;
    }
    if (typeof value === 'string' && !value.isWellFormed())
      return this.#fault(start, 'bad-value', 'the text has a lone surrogate', { pointer });
    return value;
  }
}

export function readYaml(text: string): Read {
  const positions = new Positions(text);
  const deep = tooDeepYaml(text);
  if (deep !== undefined) return { value: undefined, positions, faults: [{ offset: deep, code: 'too-deep', text: DEEPEST }] };
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    prettyErrors: false,
    uniqueKeys: true,
    strict: true,
  });
  const errors: YAMLError[] = [...document.errors, ...document.warnings];
  // What follows a first fault of syntax follows from it.
  const first = errors.find(({ code }) => !Object.hasOwn(SYNTAX, code));
  const faults = errors.filter((error) => error === first || Object.hasOwn(SYNTAX, error.code)).map((error) => syntaxFault(error, text));
  // A document that has errors gives no value that could be trusted, but duplicate keys leave the rest readable.
  if (faults.some((f) => f.code !== 'duplicate-key')) return { value: undefined, positions, faults };
  const walker = new Walker(positions);
  const value = walker.value(document.contents, '', 0, undefined, false);
  // What was cut off would look like mistakes of other kinds.
  return { value: walker.full ? undefined : value, positions, faults: [...faults, ...walker.faults] };
}
