// Which names and values of a document no pack may hold, however they are written. Shared by the readers of YAML and JSON.
import { LIMITS } from '../contract/limits.ts';

/** What would be right instead of a number that JSON or a double cannot carry. */
export const unsafeNumber = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return 'a number that JSON can carry';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'an integer within 2^53-1; write longer ones as text';
  return undefined;
};

/** What is wrong with a member name. */
export function keyFault(name: string): string | undefined {
  if (name === '__proto__') return 'a member may not be called __proto__';
  return /[\ud800-\udfff]/u.test(name) ? 'a member name has a lone surrogate' : undefined;
}

export const loneSurrogate = (text: string): boolean => /[\ud800-\udfff]/u.test(text);

export const DEEPEST = `values may be nested at most ${LIMITS.jsonDepth} deep`;
