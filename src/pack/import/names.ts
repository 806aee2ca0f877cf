// What the {{name}} of an original stands for, and texts with such names in them as templates. Names without a value are never guessed.
// And a dotted path of the original (a.b.0.c) as steps of a path of rules.
import { textsIn } from '../../contract/json.ts';

/** A path of rules: $.env.x, $.row.x, or into the answer of an earlier step. */
export type BoundNames = ReadonlyMap<string, string>;

const TOKEN = /\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g;
const WHOLE = /^\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}$/;

export type WrittenPath = { text: string } | { why: string };

/** A text as a template. */
export function template(text: string, bound: BoundNames): WrittenPath {
  let out = '';
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    const path = bound.get(found[1] as string);
    if (path === undefined) return { why: `nothing gives ${found[0]} a value` };
    out += `${text.slice(at, found.index)}{{ ${path} }}`;
    at = found.index + found[0].length;
  }
  const rest = text.replace(TOKEN, '');
  if (rest.includes('{{') || rest.includes('}}')) return { why: 'a text with {{ or }} that is no name cannot be written' };
  if (text.trim() !== text && WHOLE.test(text.trim()))
    return { why: 'a name with blanks around it changes its meaning with the type of its value' };
  return { text: out + text.slice(at) };
}

/** The name that is all of a text. */
export const wholeName = (value: unknown): string | undefined => (typeof value === 'string' ? WHOLE.exec(value)?.[1] : undefined);

export const namesIn = (value: unknown): string[] =>
  textsIn(value).flatMap((text) => [...text.matchAll(TOKEN)].map((found) => found[1] as string));

export const hasName = (value: unknown): boolean => namesIn(value).length > 0;

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const QUOTABLE = /^[A-Za-z0-9_./+$ -]+$/;
/** Each stands for an index and a name, and a path stands for every way to choose. */
const MOST_NUMBERS = 5;
const LONGEST = 160;

/** Undefined for what cannot be written, as the name `$`. A number is an index of a list, or a name where there is an object. */
export function stepsOf(path: string): string | undefined {
  let out = '';
  let numbers = 0;
  for (const part of path.split('.')) {
    if (/^(?:0|[1-9][0-9]{0,8})$/.test(part)) {
      numbers++;
      out += `[${part},'${part}']`;
    } else if (PLAIN.test(part)) out += `.${part}`;
    else if (part !== '$' && QUOTABLE.test(part)) out += `['${part}']`;
    else return undefined;
  }
  return numbers > MOST_NUMBERS || out.length > LONGEST ? undefined : out;
}

/** A text as a pattern that fits it alone. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
