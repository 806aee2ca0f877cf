// Opens a report file that a command names: exact bytes, a known form, and the digests that it says it has. Signatures are the business of others.
import { digestsOf } from '../../attest/statement.ts';
import { digestFault } from '../../attest/verify/agreement.ts';
import { readReport } from '../../attest/verify/read-report.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { readBytes } from './files.ts';

export interface OpenReport {
  /** Without its attestation, which is not judged here. */
  report: Report;
  /** Its id. */
  digest: string;
}

export function openReport(path: string): OpenReport {
  const { file, form, report } = readReport(readBytes(path));
  const unread = file ?? form;
  if (unread || !report) throw new AxproofError(unread?.code ?? 'not-a-report', `${path}: ${unread?.detail ?? 'it is no report'}`);
  const digests = digestsOf(report);
  for (const part of ['verdict', 'evidence'] as const) {
    const fault = digestFault(part, report, digests, undefined);
    if (fault) throw new AxproofError(fault.code, `${path}: ${fault.detail}`);
  }
  return { report, digest: digests.report };
}
