// The RE2 engine as ajv wants it (code.regExp): every pattern from outside runs in linear time or is refused with an error.
// It must never fall back to the RegExp of the language.
import { RE2JS } from 're2js';

/** A compiled pattern. `size` is the number of instructions of its program: one character costs at most that much. */
export interface Re2Pattern {
  test(text: string): boolean;
  readonly size: number;
  toString(): string;
}

const MAX_LENGTH = 4096;
const MAX_SIZE = 10_000;
const REPEAT = /^\{(\d{0,6})(,?)(\d{0,6})\}/;

/** Index after the character class that opens at `from`. */
function endOfClass(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  for (; at < pattern.length && pattern[at] !== ']'; at++) if (pattern[at] === '\\') at++;
  return at + 1;
}

/** Upper estimate of the program's size, made before compiling: repeats multiply, and a compiled bomb is already too late. */
function estimate(pattern: string): number {
  const groups: number[] = [];
  let sum = 0;
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]!;
    const repeat = char === '{' ? REPEAT.exec(pattern.slice(at, at + 16)) : null;
    if (repeat) {
      const times = Math.max(Number(repeat[1]), Number(repeat[3]), 1);
      sum += last * (times - 1);
      last *= times;
      at += repeat[0].length;
      continue;
    }
    if (char === '(') {
      groups.push(sum);
      sum = 0;
      last = 0;
    } else if (char === ')') {
      last = sum + 2;
      sum = (groups.pop() ?? 0) + last;
    } else {
      last = 1;
      sum += 1;
    }
    at = char === '[' ? endOfClass(pattern, at) : char === '\\' ? at + 2 : at + 1;
  }
  return groups.reduce((total, size) => total + size, sum);
}

/** Compiles a pattern; throws when RE2 cannot, or when its program would be too large. */
export function compileRe2(pattern: string, flags = ''): Re2Pattern {
  if (pattern.length > MAX_LENGTH || estimate(pattern) > MAX_SIZE) throw new RangeError('the pattern is too large');
  const compiled = RE2JS.compile(pattern, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0);
  // ajv keeps compiled patterns by this text: without an own toString all of them would be taken for the first one.
  const name = `${flags}/${pattern}`;
  return { test: (text) => compiled.test(text), size: compiled.programSize(), toString: () => name };
}

/** Undefined where RE2 cannot, or its program would be too large. */
export function tryRe2(pattern: string, flags?: string): Re2Pattern | undefined {
  try {
    return compileRe2(pattern, flags);
  } catch {
    return undefined;
  }
}

/** For `new Ajv({ code: { regExp: re2RegExp } })`. */
export const re2RegExp = Object.assign((pattern: string, flags = ''): Re2Pattern => compileRe2(pattern, flags), { code: 're2RegExp' });
