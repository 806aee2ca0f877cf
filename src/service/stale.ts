// An older report in place of a new one, as every mount tells it: when it was made, why it is not new, when to come back.
import type { StaleNotice } from '../contract/generated/types.ts';
import type { GradeOutcome } from './service.ts';

/** base: of the service's addresses, without a slash at the end. */
export function staleNotice({ stored, age, instead }: Extract<GradeOutcome, { state: 'report' }>, base: string): StaleNotice | undefined {
  if (!instead) return undefined;
  const { code, message: reason, retryAfter } = instead;
  return { issuedAt: stored.outline.issued.at, age, code, reason, retryAfter, report: `${base}/reports/${stored.digest}` };
}

/** `shown`: the reason as the form wants it, since it may name a target. */
export const staleText = ({ issuedAt, code, reason, retryAfter }: StaleNotice, shown = reason): string =>
  `This report is not new: it was made at ${issuedAt}. No newer one could be made now (${code}: ${shown}). Ask again in ${retryAfter} seconds.`;
