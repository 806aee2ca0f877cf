// The text of a fix for a reason, and what of it is to be pasted: lint and reports read both here. It fills in no target.
import type { Fix } from '../contract/generated/types.ts';

export const fixText = (fix: Fix, code: string): string => {
  if (typeof fix === 'string') return fix;
  return Object.hasOwn(fix, code) ? (fix[code] as string) : fix.default;
};

export const firstBlock = (text: string): string | undefined => /^ {0,3}```[^\n]*\n([\s\S]*?)\n {0,3}```/m.exec(text)?.[1];
