// The scalars of a JSON text of wanted paths, and where they stand. It also reads what is cut, written twice, or no JSON in places.
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
