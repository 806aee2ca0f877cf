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
import { piecesOf, splitBodies, type WrittenText, writtenExchanges } from './written.ts';

interface ReportParts<V extends Verdict = Verdict> {
  verdict: V;
  evidence: Evidence;
  issued: Issued;
}

export const verdictDigest = (verdict: Verdict): string => sha256(jcs(verdict));

/** Every stored byte of the evidence: the JCS form without the digest itself. `exchanges` are its own, where they are written already. */
export function writtenEvidence({ digest: _, ...stored }: Evidence, exchanges = writtenExchanges(stored)): WrittenText {
  return splitBodies((__, insert) => ({ ...stored, exchanges: insert(exchanges) }));
}

export const evidenceDigest = (evidence: Evidence, exchanges?: WrittenText): string =>
  sha256(piecesOf(writtenEvidence(evidence, exchanges)));

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

/** The stored form of a report: exact JCS bytes, nothing before and nothing after. `exchanges` as above. */
export const writtenReport = (report: Report, exchanges = writtenExchanges(report.evidence)): WrittenText =>
  splitBodies((_, insert) => ({ ...report, evidence: { ...report.evidence, exchanges: insert(exchanges) } }));

/** The report's id: over the report without its attestation, which can only be made afterwards. */
export function reportDigest(report: Report, exchanges?: WrittenText): string {
  const { attestation: _, ...signed } = report;
  return sha256(piecesOf(writtenReport(signed as Report, exchanges)));
}

export const reportText = (report: Report): string => [...piecesOf(writtenReport(report))].join('');
