// An older report in place of a new one says so in its body, in every form.
import type { StaleNotice } from '../../contract/generated/types.ts';
import { inert } from '../../report/inert.ts';
import { staleText } from '../../service/stale.ts';

/** One member more, after all others: whoever takes it off has the exact bytes of the report. */
export function staleJson(bytes: Uint8Array, notice: StaleNotice): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(`${text.slice(0, text.lastIndexOf('}'))},"stale":${JSON.stringify(notice)}}`, 'utf8');
}

export const staleMarkdown = (markdown: Uint8Array, notice: StaleNotice): Uint8Array =>
  Buffer.concat([Buffer.from(`> ${staleText(notice, inert(notice.reason))}\n\n`, 'utf8'), markdown]);
