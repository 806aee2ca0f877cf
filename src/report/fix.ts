// The fix that a rule has for a reason, made out for one target: its origin stands where the rule writes the example's.
import type { Fix } from '../contract/generated/types.ts';
import { fixText } from '../pack/fix-text.ts';

/** Stands in a fix for the origin of the target, and is fit to read where there is none. */
export const EXAMPLE = 'https://example.com';

export const fixFor = (fix: Fix, code: string, target?: string): string => {
  const text = fixText(fix, code).trim();
  return target === undefined ? text : text.replaceAll(EXAMPLE, target);
};
