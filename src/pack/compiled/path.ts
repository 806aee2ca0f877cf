// Reads a path of the allowed JSONPath subset. It must accept nothing that the evaluator could read in another way than RFC 9535 does.
import { JSONPath } from 'jsonpath-plus';
import { frozen } from './frozen.ts';
import type { ParsedPath, Segment, Selector, Stretch } from './path-types.ts';

/** A path or template that cannot be read: the column (from 1) in its text, what is wrong there, and what would be right. */
export class SyntaxFault extends Error {
  constructor(
    readonly column: number,
    message: string,
  ) {
    super(message);
    this.name = 'SyntaxFault';
  }
}

/** One member at most, which the library finds by its name. */
const isPlain = (s: Selector): boolean => s.kind === 'name' || (s.kind === 'index' && s.index >= 0);

/** The library reads some slices wrongly, and no index from the end: it gives all members, and those that fit are kept. */
const step = (s: Selector): string => (s.kind === 'name' ? s.name : s.kind === 'index' && s.index >= 0 ? String(s.index) : '*');

/** What the library is given for one selector. */
const written = (name: string): string => JSONPath.toPathString(['$', name]).slice(1);

/** Begun at the end, so that each selector is written once: what follows a segment plainly is part of every stretch before it. */
function stretchesOf(segments: readonly Segment[]): Stretch[] {
  const out: Stretch[] = [];
  let rest: readonly Selector[] = [];
  let tail = '';
  for (const { descendant, selectors } of segments.toReversed()) {
    const begin = descendant ? `$${written('..')}` : '$';
    const names = selectors.map((selector) => written(step(selector)) + tail);
    out.push({
      length: 1 + rest.length,
      ways: selectors.map((first, i) => ({ expression: begin + names[i], selectors: [first, ...rest] })),
    });
    const [only] = selectors;
    const plain = !descendant && selectors.length === 1 && only !== undefined && isPlain(only);
    rest = plain ? [only, ...rest] : [];
    tail = plain ? (names[0] as string) : '';
  }
  return out.reverse();
}

/** A path and where each of its selectors stands: columns (from 1) by segment, then by selector. */
export interface LocatedPath {
  path: ParsedPath;
  columns: readonly (readonly number[])[];
}

/** A path with unions stands for every way to choose one selector a segment; more ways than this are refused. */
const MOST_WAYS = 64;
const MAX_LENGTH = 200;

const BLANK = /[ \t\r\n]/;
const FIRST = /[A-Za-z_]/;
const REST = /[A-Za-z0-9_]/;
const QUOTED = /^[A-Za-z0-9_./+$ -]+$/;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;

/** Names that the library behind the evaluator takes for operators. */
const OPERATORS = new Set(['$', '..']);

class Reader {
  at = 0;
  readonly segments: Segment[] = [];
  readonly columns: number[][] = [];

  constructor(private readonly text: string) {}

  #fail(message: string, at = this.at): never {
    throw new SyntaxFault(at + 1, message);
  }

  #blanks(): void {
    while (BLANK.test(this.text[this.at] ?? '')) this.at++;
  }

  #eat(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  read(): void {
    if (!this.#eat('$')) this.#fail('a path begins with $, such as $.name.status');
    while (this.at < this.text.length) {
      const before = this.at;
      this.#blanks();
      if (this.at === this.text.length) this.#fail('nothing may follow the path, no blank either', before);
      this.#segment();
    }
  }

  #segment(): void {
    const start = this.at;
    if (this.#eat('..')) {
      if (this.segments.some((s) => s.descendant)) this.#fail('a path has at most one descendant step (..)', start);
      if (this.text[this.at] === '[') this.#bracket(true);
      else this.#bare(true);
    } else if (this.#eat('.')) this.#bare(false);
    else if (this.text[this.at] === '[') this.#bracket(false);
    else
      this.#fail(
        "expected .name, .*, ..name or ['name'] here; a name with other characters than letters, digits and _ is quoted in brackets",
      );
  }

  #push(descendant: boolean, selectors: Selector[], columns: number[]): void {
    this.segments.push({ descendant, selectors });
    this.columns.push(columns);
  }

  /** What follows a dot: a name or *. */
  #bare(descendant: boolean): void {
    const start = this.at;
    if (this.#eat('*')) {
      this.#push(descendant, [{ kind: 'wild' }], [start + 1]);
      return;
    }
    if (!FIRST.test(this.text[this.at] ?? ''))
      this.#fail("expected a name (letters, digits, _) or * after the dot; other names are written ['like this']");
    while (REST.test(this.text[this.at] ?? '')) this.at++;
    if (this.text[this.at] === '(') this.#fail('functions are not part of the path language', start);
    this.#push(descendant, [{ kind: 'name', name: this.text.slice(start, this.at) }], [start + 1]);
  }

  #bracket(descendant: boolean): void {
    this.at++;
    const selectors: Selector[] = [];
    const columns: number[] = [];
    for (;;) {
      this.#blanks();
      columns.push(this.at + 1);
      selectors.push(this.#selector());
      this.#blanks();
      if (this.#eat(']')) break;
      if (!this.#eat(',')) this.#fail('expected , or ] here');
    }
    this.#push(descendant, selectors, columns);
  }

  #selector(): Selector {
    const char = this.text[this.at];
    if (char === "'" || char === '"') return { kind: 'name', name: this.#quoted(char) };
    if (this.#eat('*')) return { kind: 'wild' };
    if (char === '?') this.#fail('filters are not part of the path language; put a JSON Schema in where');
    if (char === '(' || char === '@') this.#fail('expressions are not part of the path language');
    if (char !== undefined && /[-0-9:]/.test(char)) return this.#indexOrSlice();
    return this.#fail("expected a quoted name, an index, a slice or * here, such as ['name'], [0], [-1], [0:2] or [*]");
  }

  #quoted(quote: string): string {
    const start = this.at;
    const end = this.text.indexOf(quote, start + 1);
    if (end < 0) this.#fail(`the quoted name has no closing ${quote}`, start);
    const name = this.text.slice(start + 1, end);
    if (name === '') this.#fail('a quoted name is not empty', start);
    if (!QUOTED.test(name)) {
      const bad = [...name].findIndex((c) => !QUOTED.test(c));
      this.#fail('a quoted name is made of letters, digits, blanks and _ . / + $ - only', start + 1 + Math.max(bad, 0));
    }
    if (OPERATORS.has(name)) this.#fail(`the name '${name}' cannot be asked for`, start);
    this.at = end + 1;
    return name;
  }

  #integer(): number | undefined {
    const start = this.at;
    while (/[-0-9]/.test(this.text[this.at] ?? '')) this.at++;
    const text = this.text.slice(start, this.at);
    if (text === '') return undefined;
    if (!INTEGER.test(text)) this.#fail('an integer has no leading zero, no + and no -0', start);
    const value = Number(text);
    if (!Number.isSafeInteger(value)) this.#fail('an index lies within 2^53-1', start);
    return value;
  }

  #indexOrSlice(): Selector {
    const first = this.#integer();
    const marks: (number | undefined)[] = [first];
    while (marks.length < 3) {
      const here = this.at;
      this.#blanks();
      if (!this.#eat(':')) {
        this.at = here;
        break;
      }
      this.#blanks();
      marks.push(this.#integer());
    }
    if (marks.length === 1) return { kind: 'index', index: first as number };
    const [start, end, step] = marks;
    return {
      kind: 'slice',
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      ...(step === undefined ? {} : { step }),
    };
  }
}

/** The path with the columns of its selectors. Throws a SyntaxFault. */
export function readPath(text: string): LocatedPath {
  if (text.length > MAX_LENGTH) throw new SyntaxFault(1, `a path has at most ${MAX_LENGTH} characters`);
  const reader = new Reader(text);
  reader.read();
  let ways = 1;
  for (const [i, segment] of reader.segments.entries()) {
    ways *= segment.selectors.length;
    if (ways > MOST_WAYS)
      throw new SyntaxFault(reader.columns[i]?.[0] ?? 1, `the unions of a path stand for at most ${MOST_WAYS} plain paths`);
  }
  return { path: frozen({ text, segments: reader.segments, stretches: stretchesOf(reader.segments) }), columns: reader.columns };
}

/** The parsed path, frozen. Throws a SyntaxFault. */
export const parsePath = (text: string): ParsedPath => readPath(text).path;

/** What is read of a text, and nothing of one that cannot be read: that is named elsewhere, by the check of it. */
export const readable =
  <T>(read: (text: string) => T) =>
  (text: unknown): T | undefined => {
    try {
      return typeof text === 'string' ? read(text) : undefined;
    } catch (error) {
      if (error instanceof SyntaxFault) return undefined;
      throw error;
    }
  };

export const pathOf = readable(parsePath);

/** The paths of a member that is one or a list of them. */
export const pathsOf = (value: unknown): ParsedPath[] => [value].flat().flatMap((one) => pathOf(one) ?? []);

/** Names that a segment selects by. */
export const namesOf = (segment: Segment | undefined): string[] =>
  (segment?.selectors ?? []).flatMap((one) => (one.kind === 'name' ? [one.name] : []));

/** The name that is all of a segment. */
export const nameOf = (segment: Segment | undefined): string | undefined =>
  segment && !segment.descendant && segment.selectors.length === 1 ? namesOf(segment)[0] : undefined;

/** A path without one name of one of its unions, for each, and the path of that name alone. [0,'0'] is one place, in lists and in objects. */
export function withoutOne(text: string): { path: string; name: string; alone: string }[] {
  const { path, columns } = readPath(text);
  return path.segments.flatMap((segment, s) => {
    if (segment.selectors.length < 2 || namesOf(segment).length < segment.selectors.length) return [];
    const begin = (columns[s]?.[0] as number) - 1;
    // No name holds a bracket or a comma.
    const end = text.indexOf(']', begin);
    const names = text
      .slice(begin, end)
      .split(',')
      .map((name) => name.trim());
    const of = (some: readonly string[]): string => text.slice(0, begin) + some.join(',') + text.slice(end);
    return names.map((name, i) => ({ name, path: of(names.filter((_, k) => k !== i)), alone: of([name]) }));
  });
}
