// Patterns of schemas (ECMA-262) run by RE2, metered. A pattern that RE2 cannot run is known before ajv sees it.
import { RE2JS } from 're2js';
import { compileRe2, type Re2Pattern } from '../../contract/re2.ts';

const MAX_LENGTH = 4096;
/** White space of ECMA-262; RE2 knows only that of ASCII. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/** \s and \S with the meaning that authors of schemas expect. Inside a class, \S stays RE2's. */
function widenSpace(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\[\s\S]|\[|\]/g, (token) => {
    if (token === '[') inClass = true;
    else if (token === ']') inClass = false;
    else if (token === '\\s') return inClass ? SPACE : `[${SPACE}]`;
    else if (token === '\\S' && !inClass) return `[^${SPACE}]`;
    return token;
  });
}

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

/** The compiled patterns of one document. */
export class Patterns {
  private readonly compiled = new Map<string, Re2Pattern | null>();
  private readonly spend: (steps: number) => void;

  constructor(spend: (steps: number) => void) {
    this.spend = spend;
  }

  /** Whether the pattern can be run. */
  runs(pattern: string): boolean {
    return this.compile(pattern) !== null;
  }

  /** What ajv asks for as code.regExp. The text of the pattern is its key: see re2.ts. */
  engine(): { (pattern: string): { test(text: string): boolean; toString(): string }; code: string } {
    const engine = (pattern: string) => {
      const compiled = this.compile(pattern);
      if (compiled === null) throw new SyntaxError('a pattern that RE2 cannot run');
      const test = (text: string) => {
        this.spend(1 + ((text.length * compiled.size) >> 3));
        return compiled.test(text);
      };
      return { test, toString: () => pattern };
    };
    return Object.assign(engine, { code: 'patterns' });
  }

  private compile(pattern: string): Re2Pattern | null {
    let found = this.compiled.get(pattern);
    if (found === undefined) {
      found = tryCompile(pattern);
      this.compiled.set(pattern, found);
    }
    return found;
  }
}

function tryCompile(pattern: string): Re2Pattern | null {
  if (pattern.length > MAX_LENGTH) return null;
  try {
    return compileRe2(widenSpace(RE2JS.translateRegExp(ofEcmaScript(pattern))));
  } catch {
    return null;
  }
}
