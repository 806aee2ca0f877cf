// Makes a report of a verdict and its evidence, with the digests of both. It reads no clock: when and by whom is handed in.
import { sha256 } from '../contract/digest.ts';
import type {
  Evidence,
  Issued,
  PinnedVerdict,
  PinnedVerificationReport,
  Report,
  Verdict,
  VerificationReport,
} from '../contract/generated/types.ts';
import { FORMAT } from '../contract/limits.ts';
import { jcs } from '../json/jcs.ts';
import { piecesOf, type Written, withoutBodies, written } from './written.ts';

export interface ReportParts<V extends Verdict = Verdict> {
  verdict: V;
  evidence: Evidence;
  issued: Issued;
}

export const verdictDigest = (verdict: Verdict): string => sha256(jcs(verdict));

/** Every stored byte of the evidence: the JCS form without the digest itself. */
export function writtenEvidence({ digest: _, ...stored }: Evidence): Written {
  return written((leave) => withoutBodies(stored, leave));
}

export const evidenceDigest = (evidence: Evidence): string => sha256(piecesOf(writtenEvidence(evidence)));

const digested = (evidence: Evidence): Evidence => ({ ...evidence, digest: evidenceDigest(evidence) });

export function buildReport({ verdict, evidence, issued }: ReportParts): VerificationReport {
  return {
    format: FORMAT,
    kind: 'VerificationReport',
    verdict,
    verdictDigest: verdictDigest(verdict),
    evidence: digested(evidence),
    issued,
  };
}

export function buildPinnedReport({ verdict, evidence, issued }: ReportParts<PinnedVerdict>): PinnedVerificationReport {
  return {
    format: FORMAT,
    kind: 'PinnedVerificationReport',
    passed: verdict.passed,
    verdict,
    verdictDigest: verdictDigest(verdict),
    evidence: digested(evidence),
    issued,
  };
}

/** The stored form of a report: exact JCS bytes, nothing before and nothing after. */
export const writtenReport = (report: Report): Written =>
  written((leave) => ({ ...report, evidence: withoutBodies(report.evidence, leave) }));

/** The report's id: over the report without its attestation, which can only be made afterwards. */
export function reportDigest(report: Report): string {
  const { attestation: _, ...signed } = report;
  return sha256(piecesOf(writtenReport(signed as Report)));
}

export const reportText = (report: Report): string => [...piecesOf(writtenReport(report))].join('');
