// The fix that a rule has for a reason, made out for one target: its origin stands where the rule writes the example's.
import type { Fix } from '../contract/generated/types.ts';

/** Stands in a fix for the origin of the target, and is fit to read where there is none. */
export const EXAMPLE = 'https://example.com';

const textOf = (fix: Fix, code: string): string => {
  if (typeof fix === 'string') return fix;
  return Object.hasOwn(fix, code) ? (fix[code] as string) : fix.default;
};

export const fixFor = (fix: Fix, code: string, target?: string): string => {
  const text = textOf(fix, code).trim();
  return target === undefined ? text : text.replaceAll(EXAMPLE, target);
};
