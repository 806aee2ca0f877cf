// YAML text to one composed document, refused early when it is too deep or is not one document. Aliases and tags are still in it.
// It must never hand an unbounded nesting or an unbounded list of errors to the library: both can end the process.
import { Composer, type CST, type Document, isMap, isScalar, isSeq, Lexer, type ParsedNode, Parser } from 'yaml';
import { LIMITS } from '../contract/limits.ts';
import type { Decoded, LineOf } from '../contract/view.ts';
import { Refused } from './refused.ts';
import { TextLines } from './text-lines.ts';

/** In the library's words, which are about YAML and hold at most a few characters of the text. */
function notYaml(text: string, message: string, offset: number): Refused {
  return new Refused('syntax', `${message.split('\n', 1)[0]}, at line ${new TextLines(text).lineAt(offset)}`);
}

/** The parser's stack holds the document and a scalar beside the containers. */
const MOST_OPEN = LIMITS.jsonDepth + 2;
/** Lexical tokens of one document: so many take three seconds and a gigabyte; 4 MB of an OpenAPI document have 570,000. */
const MOST_TOKENS = 1_000_000;
/** The tokens of a stream that holds one document. The parser is fed by token, so that its depth is known at each. */
function concrete(text: string): CST.Token[] {
  const out: CST.Token[] = [];
  const parser = new Parser();
  let documents = 0;
  let count = 0;
  const take = (token: CST.Token): void => {
    if (token.type === 'error') throw notYaml(text, token.message, token.offset);
    if (token.type === 'document' && ++documents > 1) throw new Refused('shape', 'several YAML documents in one body');
    out.push(token);
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > MOST_TOKENS) throw new Refused('too-large', 'too many YAML tokens');
    for (const token of parser.next(lexeme)) take(token);
    if (parser.stack.length > MOST_OPEN) throw new Refused('too-deep', 'YAML nested too deeply');
  }
  for (const token of parser.end()) take(token);
  return out;
}

/** Where the composer finds an error: an offset, a range of them, or a node. */
type ComposeErrorSource = number | [number, number] | [number, number, number] | { offset: number };

/** The composer without its list of errors: the first one ends it. It knows the tags of the core schema alone, and changes none. */
function composer(text: string): Composer {
  const made = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
  });
  // The library catches the first one, and tells it once more.
  let first: Refused | undefined;
  const onError = (source: ComposeErrorSource, _code: string, message: string, warning?: boolean): void => {
    if (warning) return;
    first ??= notYaml(text, message, typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0]);
    throw first;
  };
  Object.assign(made, { onError });
  return made;
}

/** The document may be of any shape; merge keys are still in it. Throws Refused, and nothing else. */
export function composeYaml(text: string): Document.Parsed {
  try {
    const [document] = [...composer(text).compose(concrete(text))];
    if (document === undefined) throw new Refused('shape', 'no YAML document');
    if (document.errors.length > 0) throw new Refused('syntax');
    return document as Document.Parsed;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('syntax');
  }
}

/** Characters of a text that is composed once more for its lines alone: half a second of work. */
const MOST_TEXT = 512 * 1024;

function step(node: unknown, key: string): { at: number; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === key);
    return pair && isScalar(pair.key) ? { at: pair.key.range?.[0] ?? 0, value: pair.value } : undefined;
  }
  if (!isSeq(node)) return undefined;
  const value = node.items[Number(key)] as ParsedNode | undefined;
  return value ? { at: value.range?.[0] ?? 0, value } : undefined;
}

function rootOf(text: string): ParsedNode | null {
  try {
    return composeYaml(text).contents;
  } catch {
    return null;
  }
}

/** The line (from 1) of the last step of a path that the text itself has: an alias and what is missing end it. */
export function yamlLines(decoded: Decoded): LineOf {
  const root = decoded.ok && decoded.text.length <= MOST_TEXT ? rootOf(decoded.text) : null;
  if (!decoded.ok || !root) return () => undefined;
  const lines = new TextLines(decoded.text);
  return (path) => {
    let at = root.range[0];
    let value: unknown = root;
    for (const key of path) {
      const next = step(value, key);
      if (!next) break;
      ({ at, value } = next);
    }
    return lines.lineAt(at);
  };
}
