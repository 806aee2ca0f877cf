// Patterns of schemas (ECMA-262) run by RE2, metered. A pattern that RE2 cannot run is known before ajv sees it.
import { RE2JS } from 're2js';
import { compileRe2, type Re2Pattern, tryRe2 } from '../../contract/re2.ts';

const MAX_LENGTH = 4096;
/** White space of ECMA-262; RE2 knows only that of ASCII. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/** All that is none, as a class has to list it. */
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** The pattern with each escape as `write` gives it; undefined where it has no words for one. */
function withEscapes(pattern: string, write: (token: string, inClass: boolean) => string | undefined): string | undefined {
  let inClass = false;
  let known = true;
  const written = pattern.replace(/\\[\s\S]|\[|\]/g, (token) => {
    if (!token.startsWith('\\')) {
      inClass = token === '[';
      return token;
    }
    const text = write(token, inClass);
    known &&= text !== undefined;
    return text ?? token;
  });
  return known ? written : undefined;
}

/** \s and \S with the meaning that authors of schemas expect. */
const widenSpace = (pattern: string): string =>
  withEscapes(pattern, (token, inClass) => {
    if (token === '\\s') return inClass ? SPACE : `[${SPACE}]`;
    if (token === '\\S') return inClass ? NO_SPACE : `[^${SPACE}]`;
    return token;
  }) as string;

/** Letters and digits as Python, .NET and Rust read \w and \d; ECMA-262 means those of ASCII (ECMA-262, 22.2.2.9). */
const LETTERS = '\\p{L}\\p{M}\\p{N}\\p{Pc}';
const DIGITS = '\\p{Nd}';
const BEYOND_ASCII = /[^\0-\x7f]/;

const WIDE: { readonly [name: string]: string } = { w: LETTERS, W: LETTERS, d: DIGITS, D: DIGITS };

/** The pattern as it is read where letters are those of Unicode; undefined where RE2 has no words for that. */
const widenLetters = (pattern: string): string | undefined =>
  withEscapes(pattern, (token, inClass) => {
    const name = token[1] as string;
    if (/[bB]/.test(name)) return undefined;
    const wide = WIDE[name];
    if (wide === undefined) return token;
    if (/[WD]/.test(name)) return inClass ? undefined : `[^${wide}]`;
    return inClass ? wide : `[${wide}]`;
  });

/** As JavaScript writes it, between slashes (to the letter, `/^` and `$/` match nothing); and the letters of a date's format, which are none of a pattern. */
const NO_PATTERN = /^\/\^.*\/[a-z]*$|^\/(?:.*[^\\])?\$\/[a-z]*$|^(?:yyyy|YYYY)[-/.MDdHhmsSTZX:' ]+$/s;

const TOKEN = /\\[\s\S]|\[\^?|\]|[\s\S]/g;
/** Escapes of what need not be escaped; the Unicode grammar of ECMA-262 knows none of them outside a class. */
const NEEDLESS = /^\\[ !"#%&',\-:;<=>@_`~]$/;
const CLASS_ESCAPE = /^\\[dDwWsS]$/;

/** The same pattern without what everybody reads alike although the grammar forbids it: needless escapes, and a hyphen beside \w and the like. */
function withoutNeedless(pattern: string): string {
  const tokens = pattern.match(TOKEN) ?? [];
  let inClass = false;
  return tokens
    .map((token, i) => {
      if (NEEDLESS.test(token)) return inClass && token === '\\-' ? token : token.slice(1);
      if (inClass && token === '-' && (CLASS_ESCAPE.test(tokens[i - 1] ?? '') || CLASS_ESCAPE.test(tokens[i + 1] ?? ''))) return '\\-';
      inClass = token.startsWith('[') ? true : token === ']' ? false : inClass;
      return token;
    })
    .join('');
}

/** Throws for what is of another grammar than ECMA-262 (\Z, &&, {,3}, \i): it only seems to be readable, with another meaning. */
function ofEcmaScript(pattern: string): string {
  const plain = withoutNeedless(pattern);
  new RegExp(plain, 'u');
  return plain;
}

/** Halves of surrogate pairs, and the last unit there is: who counts in units of 16 bits means whole characters by them, and who counts in characters does not. */
const UNITS = /\\u(?:[dD][89a-fA-F][0-9a-fA-F]{2}|[fF]{4}|\{0*(?:[dD][89a-fA-F][0-9a-fA-F]{2}|[fF]{4})\})/;

/** Whether readers of the pattern may count in other units. */
export const isOfUnits = (pattern: string): boolean => UNITS.test(pattern);

/** Ends of lines that the dot of ECMA-262 does not take (22.2.2.7), and that of RE2, Python, .NET and Rust does. */
const LINE_ENDS = /[\r\u2028\u2029]/;

/** The pattern with the dot of ECMA-262; undefined where it has none. */
function narrowDots(pattern: string): string | undefined {
  let inClass = false;
  let found = false;
  const written = pattern.replace(TOKEN, (token) => {
    inClass = token.startsWith('[') ? true : token === ']' ? false : inClass;
    if (token !== '.' || inClass) return token;
    found = true;
    return '[^\\n\\r\\x{2028}\\x{2029}]';
  });
  return found ? written : undefined;
}

interface Compiled {
  plain: Re2Pattern;
  /** Its escapes speak of letters or digits, or of units; `wide` is how some read them, where there are words for it. */
  letters: boolean;
  wide?: Re2Pattern | undefined;
  /** How ECMA-262 reads its dots. */
  narrow?: Re2Pattern | undefined;
}

export class Patterns {
  private readonly compiled = new Map<string, Compiled | null>();

  constructor(private readonly spend: (steps: number) => void) {}

  runs(pattern: string): boolean {
    return this.compile(pattern) !== null;
  }

  /** Whether readers of the pattern may differ on some text. */
  mayDiffer(pattern: string): boolean {
    return this.isOfLetters(pattern) || this.compile(pattern)?.narrow !== undefined;
  }

  /** Whether readers of the pattern may differ on a text beyond ASCII. */
  isOfLetters(pattern: string): boolean {
    return this.compile(pattern)?.letters === true;
  }

  /** The same pattern as it is read where letters are those of Unicode; undefined where there is no other reading, or no words for it. */
  otherReading(pattern: string): string | undefined {
    const other = this.isOfLetters(pattern) && !isOfUnits(pattern) ? widenLetters(pattern) : undefined;
    return other !== undefined && this.runs(other) ? other : undefined;
  }

  /** Whether a text fits a pattern that can be run; undefined where its readers differ on that. */
  fits(pattern: string, text: string): boolean | undefined {
    const { plain, wide, narrow, letters } = this.compile(pattern) as Compiled;
    const fits = this.test(plain, text);
    if (narrow && LINE_ENDS.test(text) && this.test(narrow, text) !== fits) return undefined;
    if (!letters || !BEYOND_ASCII.test(text)) return fits;
    return wide && this.test(wide, text) === fits ? fits : undefined;
  }

  /** What ajv asks for as code.regExp. The text of the pattern is its key: see re2.ts. */
  engine(): { (pattern: string): { test(text: string): boolean; toString(): string }; code: string } {
    const engine = (pattern: string) => {
      const compiled = this.compile(pattern);
      if (compiled === null) throw new SyntaxError('a pattern that RE2 cannot run');
      return { test: (text: string) => this.test(compiled.plain, text), toString: () => pattern };
    };
    return Object.assign(engine, { code: 'patterns' });
  }

  private test(pattern: Re2Pattern, text: string): boolean {
    this.spend(1 + ((text.length * pattern.size) >> 3));
    return pattern.test(text);
  }

  private compile(pattern: string): Compiled | null {
    let found = this.compiled.get(pattern);
    if (found === undefined) {
      found = tryCompile(pattern);
      this.compiled.set(pattern, found);
    }
    return found;
  }
}

function tryCompile(pattern: string): Compiled | null {
  if (pattern.length > MAX_LENGTH || NO_PATTERN.test(pattern)) return null;
  try {
    const translated = RE2JS.translateRegExp(ofEcmaScript(pattern));
    const units = isOfUnits(pattern);
    const letters = units || (translated.match(TOKEN) ?? []).some((token) => /^\\[wWdDbB]$/.test(token));
    const wide = letters && !units ? widenLetters(translated) : undefined;
    const others = [wide, narrowDots(translated)].map((other) => (other === undefined ? undefined : tryRe2(widenSpace(other))));
    return { plain: compileRe2(widenSpace(translated)), letters, wide: others[0], narrow: others[1] };
  } catch {
    return null;
  }
}
