// The quick way to a canonical form: one walk that checks and writes. In any doubt it gives nothing, and the slow way (jcs.ts) decides.

/** Deeper and larger values go the slow way: this one does not notice cycles and parts that are shared. */
const DEEPEST = 128;
const MOST_VALUES = 100_000;

/** Short texts that stand in JSON as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;
const SHORT = 48;

/** Part of ES2024, which Node 20 has; one look where the characters have one byte each. */
const wellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();

const SYMBOLS = Object.getOwnPropertySymbols;

/** By UTF-16 code units. Members are few, and often in order already. */
function sorted(names: string[]): string[] {
  if (names.length > 24) return names.sort();
  for (let i = 1; i < names.length; i++) {
    const name = names[i] as string;
    let at = i;
    for (; at > 0 && (names[at - 1] as string) > name; at--) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

class Writer {
  #out = '';
  #left = MOST_VALUES;

  get text(): string {
    return this.#out;
  }

  /** False in doubt; what was written is then worthless. room: containers that may lie within each other here. */
  write(value: unknown, room: number): boolean {
    if (--this.#left < 0) return false;
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'number':
        // As JSON.stringify writes it: -0 is 0.
        this.#out += value;
        return Number.isFinite(value);
      case 'boolean':
        this.#out += value ? 'true' : 'false';
        return true;
      case 'object':
        if (value === null) {
          this.#out += 'null';
          return true;
        }
        if (room <= 0) return false;
        return Array.isArray(value) ? this.#array(value, room - 1) : this.#object(value, room - 1);
      default:
        return false;
    }
  }

  #string(text: string): boolean {
    if (text.length <= SHORT && PLAIN.test(text)) {
      this.#out += `"${text}"`;
      return true;
    }
    if (!wellFormed(text)) return false;
    this.#out += JSON.stringify(text);
    return true;
  }

  #array(value: readonly unknown[], room: number): boolean {
    // As many keys as elements: no hole, and no named member that would be lost.
    if (Object.getPrototypeOf(value) !== Array.prototype || Reflect.ownKeys(value).length !== value.length + 1) return false;
    this.#out += '[';
    for (let i = 0; i < value.length; i++) {
      if (i > 0) this.#out += ',';
      if (!this.write(value[i], room)) return false;
    }
    this.#out += ']';
    return true;
  }

  #object(value: object, room: number): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    const names = Object.keys(value);
    if (Object.getOwnPropertyNames(value).length !== names.length || SYMBOLS(value).length > 0) return false;
    let between = '{';
    for (const name of sorted(names)) {
      this.#out += between;
      between = ',';
      if (!this.#string(name)) return false;
      this.#out += ':';
      if (!this.write((value as Record<string, unknown>)[name], room)) return false;
    }
    this.#out += names.length === 0 ? '{}' : '}';
    return true;
  }
}

/** The canonical text, or undefined where only the slow way can tell: whether there is none, and why. */
export function quickJcs(value: unknown, depth: number): string | undefined {
  const writer = new Writer();
  return writer.write(value, Math.min(depth, DEEPEST)) ? writer.text : undefined;
}
