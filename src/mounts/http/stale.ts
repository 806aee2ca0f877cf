// An older report in place of a new one says so in its body, in every form: when it was made, why it is not new, when to come back.
import type { StaleNotice } from '../../contract/generated/types.ts';
import { inert } from '../../report/inert.ts';
import type { GradeAnswer } from '../../service/service.ts';

export function staleNotice({ stored, age, instead }: Extract<GradeAnswer, { state: 'report' }>, base: string): StaleNotice | undefined {
  if (!instead) return undefined;
  const { code, message: reason, retryAfter } = instead;
  return { issuedAt: stored.report.issued.at, age, code, reason, retryAfter, report: `${base}/reports/${stored.digest}` };
}

/** One member more, after all others: whoever takes it off has the exact bytes of the report. */
export function staleJson(bytes: Uint8Array, notice: StaleNotice): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(`${text.slice(0, text.lastIndexOf('}'))},"stale":${JSON.stringify(notice)}}`, 'utf8');
}

/** `shown`: the reason as the form wants it, since it may name a target. */
export const staleText = ({ issuedAt, code, reason, retryAfter }: StaleNotice, shown = reason): string =>
  `This report is not new: it was made at ${issuedAt}. No newer one could be made now (${code}: ${shown}). Ask again in ${retryAfter} seconds.`;

export const staleMarkdown = (markdown: Uint8Array, notice: StaleNotice): Uint8Array =>
  Buffer.concat([Buffer.from(`> ${staleText(notice, inert(notice.reason))}\n\n`, 'utf8'), markdown]);
