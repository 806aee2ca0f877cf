// The fix that a rule has for a reason, made out for one target: its origin stands where the rule writes the example's.
import type { Check, Fix, Rule, Verdict } from '../contract/generated/types.ts';
import { CONTRADICTED } from '../contract/grades.ts';
import { fixText } from '../pack/fix-text.ts';

/** Stands in a fix for the origin of the target, and is fit to read where there is none. */
export const EXAMPLE = 'https://example.com';

export const fixFor = (fix: Fix, code: string, target?: string): string => {
  const text = fixText(fix, code).trim();
  return target === undefined ? text : text.replaceAll(EXAMPLE, target);
};

type Judged = Pick<Check, 'verdict' | 'reason'>;

/** What to do about a check: nothing that could be told where it was not seen, and what another check is told where that one alone contradicts it. */
export function fixOf({ fix, reasons }: Rule, { verdict, reason: { code } }: Judged, { target, caps }: Verdict): string | undefined {
  if (verdict === 'inconclusive') return undefined;
  if (code !== CONTRADICTED || Object.hasOwn(reasons, code)) return fixFor(fix, code, target);
  const found = caps.map(({ check }) => `\`${check}\``).join(' and ');
  return `Put right what ${found} found untrue, and this check passes.`;
}
