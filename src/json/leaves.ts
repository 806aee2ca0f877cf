// The scalars at wanted paths of a JSON text, with their places. It also reads texts that are cut, have duplicate keys, or are invalid in parts.
import type { TextSpan } from './spans.ts';
import { JsonTokens } from './tokens.ts';

/** undefined when the text is nested too deeply. A member that stands twice is given twice. */
export function jsonLeaves(text: string, wanted: (path: readonly (string | number)[]) => boolean): TextSpan[] | undefined {
  const leaves: TextSpan[] = [];
  const scalar = (start: number, end: number): void => {
    if (wanted(tokens.path())) leaves.push({ start, end });
  };
  const tokens = new JsonTokens(text, { scalar }, { lenient: true });
  return tokens.read().why === 'too-deep' ? undefined : leaves;
}
