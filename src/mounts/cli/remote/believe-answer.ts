// Believes a service's report, or refuses it: exact bytes, digests, signature of a trusted key, an answer to this question, and made for it. TLS alone counts for nothing.
import { CLOCK_SKEW, parseInstant } from '../../../attest/instant.ts';
import { type Verification, verifyReport } from '../../../attest/verify/verify-report.ts';
import { AxproofError } from '../../../contract/errors.ts';
import type { Report } from '../../../contract/generated/types.ts';
import { checkAnswer, type Question } from './question.ts';
import type { ServiceTrust } from './service-trust.ts';

export interface Believing {
  origin: string;
  trust: ServiceTrust;
  /** Milliseconds since 1970: when it was asked, and now. */
  asked: number;
  now: number;
  maxAge?: number;
  allowUnsigned?: boolean;
}

export interface BelievedAnswer {
  report: Report;
  /** One line: who vouches for it. */
  said: string;
}

/** Nothing is wrong with it but that nobody signed it, as a service does with what it was told about private targets. */
function onlyUnsigned({ signed, checks, report }: Verification): boolean {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return !signed && report?.issued.mode === 'advisory-local' && failed.every(({ code }) => code === 'unsigned');
}

function refuse(found: Verification, origin: string, question: Question): never {
  const hint =
    question.private && onlyUnsigned(found) ? ['a service signs nothing about private targets; --allow-unsigned takes such a report'] : [];
  throw new AxproofError(
    found.code ?? 'not-a-report',
    `the report of ${origin} is not to be believed: ${found.detail ?? 'it cannot be read'}`,
    hint,
  );
}

/** A pinned verification is never from a cache: one from before the question answers somebody else's. */
function checkFresh(report: Report, { asked, origin }: Believing): void {
  const at = parseInstant(report.issued.at) ?? Number.NaN;
  if (at >= asked - CLOCK_SKEW) return;
  throw new AxproofError('too-old', `the report of ${origin} was issued at ${report.issued.at}, before it was asked for`);
}

function words({ kid }: Verification, signed: boolean, { origin, trust }: Believing): string {
  if (!signed) return `advisory-local: ${origin} signed nothing about this private target, and nobody vouches for the report`;
  const said = `attested-remote by ${kid} at ${origin}`;
  return trust.own ? `${said}; the key comes from the same place and was not checked (give --trust or --jwks)` : said;
}

/** Throws with the code of what is wrong. */
export function believeAnswer(bytes: Uint8Array, question: Question, believing: Believing): BelievedAnswer {
  const { trust, now, maxAge, origin, allowUnsigned } = believing;
  const found = verifyReport(bytes, trust.keys, { now, maxAge });
  const unsigned = !found.ok && allowUnsigned === true && question.private && onlyUnsigned(found);
  if (!found.report || !(found.ok || unsigned)) refuse(found, origin, question);
  checkAnswer(question, found.report, origin);
  if (question.pinned) checkFresh(found.report, believing);
  // Verification looks at the report apart from its attestation; who keeps it wants both.
  const report = JSON.parse(Buffer.from(bytes).toString('utf8')) as Report;
  return { report, said: words(found, !unsigned, believing) };
}
