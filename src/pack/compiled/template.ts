// Reads a template: text in which {{ path }} stands for one scalar. It fills nothing.
import { parsePath, readable, readPath, SyntaxFault } from './path.ts';
import type { ParsedPath } from './path-types.ts';

export type TemplatePart = { text: string } | { path: ParsedPath };
export type CompiledTemplate = readonly TemplatePart[];

/** A path in a template: the column (from 1) of its first character, and the columns of its selectors in the template. */
export interface TemplatePath {
  path: ParsedPath;
  column: number;
  columns: readonly (readonly number[])[];
}

const OPEN = '{{';
const CLOSE = '}}';

function inside(text: string, from: number, to: number): TemplatePath {
  const raw = text.slice(from, to);
  const lead = raw.length - raw.trimStart().length;
  const path = raw.trim();
  if (path === '') throw new SyntaxFault(from + 1, 'expected a path between {{ and }}, such as {{ $.item.href }}');
  const column = from + lead + 1;
  try {
    const located = readPath(path);
    return { path: located.path, column, columns: located.columns.map((c) => c.map((at) => at + column - 1)) };
  } catch (error) {
    if (error instanceof SyntaxFault) throw new SyntaxFault(column + error.column - 1, error.message);
    throw error;
  }
}

function stray(text: string, from: number, to: number): void {
  const at = text.slice(from, to).indexOf(CLOSE);
  if (at >= 0)
    throw new SyntaxFault(
      from + at + 1,
      'this }} closes nothing; a template is written {{ path }} (and a literal } } with a blank between)',
    );
}

/** The template with the places of its paths. Throws a SyntaxFault. */
export function readTemplate(text: string): { parts: TemplatePart[]; paths: TemplatePath[] } {
  const parts: TemplatePart[] = [];
  const paths: TemplatePath[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf(OPEN, at);
    const end = open < 0 ? text.length : open;
    stray(text, at, end);
    if (end > at) parts.push({ text: text.slice(at, end) });
    if (open < 0) break;
    const close = text.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) throw new SyntaxFault(open + 1, 'this {{ has no closing }}');
    const found = inside(text, open + OPEN.length, close);
    paths.push(found);
    parts.push({ path: found.path });
    at = close + CLOSE.length;
  }
  return { parts, paths };
}

/** The parts of a template, in order. Throws a SyntaxFault. */
export const parseTemplate = (text: string): TemplatePart[] => readTemplate(text).parts;

export const templateOf = readable(parseTemplate);

/** The path of a template that is nothing but one path (it keeps the type of what it selects), else undefined. */
export function wholeValue(parts: CompiledTemplate): ParsedPath | undefined {
  const [only, ...more] = parts;
  return only !== undefined && 'path' in only && more.length === 0 ? only.path : undefined;
}

/** Whether every path of a template is known before anything is sent: $.run comes from the caller, all else from answers. */
export const isLiteral = (parts: CompiledTemplate): boolean =>
  parts.every((p) => !('path' in p) || p.path.segments[0]?.selectors.every((s) => s.kind === 'name' && s.name === 'run') === true);

/** Whether a template is the same text in every run. */
export const isConstant = (parts: CompiledTemplate): boolean => parts.every((p) => !('path' in p));

/** The paths and templates of one pack, each text read once while the pack is loaded: rules name the same places again and again. */
export class ParsedTexts {
  readonly #paths = new Map<string, ParsedPath>();
  readonly #templates = new Map<string, CompiledTemplate>();

  /** Throws a SyntaxFault. */
  path(text: string): ParsedPath {
    const path = this.#paths.get(text) ?? parsePath(text);
    this.#paths.set(text, path);
    return path;
  }

  /** Throws a SyntaxFault. */
  template(text: string): CompiledTemplate {
    const template = this.#templates.get(text) ?? parseTemplate(text);
    this.#templates.set(text, template);
    return template;
  }
}
