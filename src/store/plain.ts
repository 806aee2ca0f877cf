// Names that go into columns of text. Both databases lose or refuse a NUL, and a lone surrogate has no UTF-8: two names must not become one.
import { createHash } from 'node:crypto';
import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';

const MOST = 4096;

/** Throws bad-usage. */
export function clean(text: string, what: string): string {
  if (typeof text !== 'string' || text.length > MOST || text.includes('\0') || !text.isWellFormed())
    throw new AxproofError('bad-usage', `${what} cannot be stored: ${quote(String(text), 80)}`);
  return text;
}

/** For names that callers choose or that say who they are: no length, no character and no address of theirs reaches the database. */
export const veiled = (name: string): string => createHash('sha256').update(name, 'utf16le').digest('base64url');
