// Opens a report that a command names: checks its digests, and its signature where keys are trusted.
import { digestsOf } from '../../attest/statement.ts';
import { digestFault } from '../../attest/verify/agreement.ts';
import { readReport } from '../../attest/verify/read-report.ts';
import type { TrustedKeys } from '../../attest/verify/trust.ts';
import { type Verification, verifyReport } from '../../attest/verify/verify-report.ts';
import { verifyTombstone } from '../../attest/verify/verify-tombstone.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { readBytes as readFile } from './files.ts';
import type { Io } from './io.ts';
import { keySet } from './key-set.ts';
import { readBytes } from './read-document.ts';

export interface OpenReport {
  /** Without its attestation, which is not judged here. */
  report: Report;
  /** Its id. */
  digest: string;
}

export function openReport(path: string): OpenReport {
  const { file, form, report } = readReport(readFile(path));
  const unread = file ?? form;
  if (unread || !report) throw new AxproofError(unread?.code ?? 'not-a-report', `${path}: ${unread?.detail ?? 'it is no report'}`);
  const digests = digestsOf(report);
  for (const part of ['verdict', 'evidence'] as const) {
    const fault = digestFault(part, report, digests, undefined);
    if (fault) throw new AxproofError(fault.code, `${path}: ${fault.detail}`);
  }
  return { report, digest: digests.report };
}

export interface TrustOptions {
  jwks?: string;
  trust?: string[];
  maxAge?: number;
}

export interface Believed {
  report: Report;
  /** One line: who vouches for the evidence. */
  vouched: string;
}

const NOBODY = 'nobody vouches for its evidence';

/** Failures that only say that nobody was asked for trust. */
const withoutTrust = (name: string, code: string | undefined): boolean =>
  (name === 'envelope' && code === 'unsigned') || (name === 'key' && code === 'unknown-key');

function refuse(where: string, found: Verification, asked: boolean): void {
  const failed = found.checks.filter((c) => c.outcome === 'failed');
  const counts = asked ? failed : failed.filter((c) => !withoutTrust(c.name, c.code));
  if (counts.length === 0 && found.report) return;
  const first = asked && found.code ? { code: found.code, detail: found.detail } : counts[0];
  throw new AxproofError(first?.code ?? 'not-a-report', `${where}: ${first?.detail ?? 'it cannot be read'}`);
}

/** What a service serves in the place of what was taken down: who has taken it down says so, if the signature is theirs. */
function refuseTombstone(bytes: Uint8Array, trust: TrustedKeys | undefined): void {
  const { tombstone, ...check } = verifyTombstone(bytes, trust);
  if (!tombstone) return;
  if (trust && !check.ok) throw new AxproofError(check.code, check.detail);
  const { document, digest, at, reason } = tombstone;
  const by = trust ? 'signed by a trusted key' : 'who says so was not checked (give --jwks)';
  throw new AxproofError('gone', `the ${document} ${digest} was taken down at ${at}: ${quote(reason, 300)}; ${by}`);
}

export async function openBelieved(where: string, options: TrustOptions, io: Io): Promise<Believed> {
  if (options.trust && options.jwks === undefined)
    throw new AxproofError('bad-usage', '--trust names keys of the key set that --jwks gives');
  const bytes = await readBytes(where, [410]);
  const trust = options.jwks === undefined ? undefined : keySet(options.jwks, await readBytes(options.jwks), options.trust);
  refuseTombstone(bytes, trust);
  const found = verifyReport(bytes, trust, { now: Date.parse(io.now()), maxAge: options.maxAge });
  refuse(where, found, trust !== undefined);
  const report = found.report as Report;
  if (trust) return { report, vouched: `signed by the trusted key ${found.kid}` };
  if (!found.signed) return { report, vouched: `unsigned: ${NOBODY}` };
  return { report, vouched: `signed by the key ${found.kid}, which was not checked (give --jwks): ${NOBODY}` };
}
