// The scalars of a JSON text of wanted paths, and where they stand, in one pass. It is no parser: it also reads what is cut or written twice.

export interface Leaf {
  start: number;
  end: number;
}

/** Deeper values have no view either. */
const DEEPEST = 64;
const BARE = /[^\s,:[\]{}"]+/y;

/** Index behind the string that begins at `at`; the end of the text when it is cut. */
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

/** Index of the next character that is no blank. */
function solid(text: string, at: number): number {
  let i = at;
  while (i < text.length && (text[i] === ' ' || text[i] === '\n' || text[i] === '\t' || text[i] === '\r')) i++;
  return i;
}

function keyOf(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}

/** Where in the document the next value stands. */
class Place {
  readonly #path: (string | number)[] = [];
  readonly #arrays: boolean[] = [];

  /** The same list all the time. */
  get path(): readonly (string | number)[] {
    return this.#path;
  }

  /** False when it would be too deep. */
  open(array: boolean): boolean {
    this.#arrays.push(array);
    this.#path.push(array ? 0 : '');
    return this.#arrays.length <= DEEPEST;
  }

  close(): void {
    this.#arrays.pop();
    this.#path.pop();
  }

  comma(): void {
    const last = this.#path.length - 1;
    if (this.#arrays.at(-1)) this.#path[last] = (this.#path[last] as number) + 1;
  }

  key(name: string): void {
    if (this.#arrays.at(-1) === false) this.#path[this.#path.length - 1] = name;
  }
}

/** undefined when the text is nested too deeply. A member that stands twice is given twice. */
export function jsonLeaves(text: string, wanted: (path: readonly (string | number)[]) => boolean): Leaf[] | undefined {
  const place = new Place();
  const out: Leaf[] = [];
  const leaf = (start: number, end: number): void => {
    if (wanted(place.path)) out.push({ start, end });
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === '"') {
      const end = stringEnd(text, at);
      if (text[solid(text, end)] === ':') place.key(keyOf(text.slice(at, end)));
      else leaf(at, end);
      at = end;
      continue;
    }
    BARE.lastIndex = at;
    const bare = BARE.exec(text)?.[0];
    if (bare !== undefined) {
      leaf(at, at + bare.length);
      at += bare.length;
      continue;
    }
    if (char === '{' || char === '[') {
      if (!place.open(char === '[')) return undefined;
    } else if (char === '}' || char === ']') place.close();
    else if (char === ',') place.comma();
    at++;
  }
  return out;
}
