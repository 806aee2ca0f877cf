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

interface ReportParts<V extends Verdict = Verdict> {
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

const digested = <V extends Verdict>({ verdict, evidence, issued }: ReportParts<V>): ReportParts<V> & { verdictDigest: string } => ({
  verdict,
  verdictDigest: verdictDigest(verdict),
  evidence: { ...evidence, digest: evidenceDigest(evidence) },
  issued,
});

export const buildReport = (parts: ReportParts): VerificationReport => ({ format: FORMAT, kind: 'VerificationReport', ...digested(parts) });

export const buildPinnedReport = (parts: ReportParts<PinnedVerdict>): PinnedVerificationReport => ({
  format: FORMAT,
  kind: 'PinnedVerificationReport',
  passed: parts.verdict.passed,
  ...digested(parts),
});

/** The stored form of a report: exact JCS bytes, nothing before and nothing after. */
export const writtenReport = (report: Report): Written =>
  written((leave) => ({ ...report, evidence: withoutBodies(report.evidence, leave) }));

/** The report's id: over the report without its attestation, which can only be made afterwards. */
export function reportDigest(report: Report): string {
  const { attestation: _, ...signed } = report;
  return sha256(piecesOf(writtenReport(signed as Report)));
}

export const reportText = (report: Report): string => [...piecesOf(writtenReport(report))].join('');
