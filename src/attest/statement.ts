// The in-toto Statement about a report. Signer and reader make it from the report in the same way; neither must trust digests that stand in it.
import { sha256 } from '../contract/digest.ts';
import type { Evidence, Predicate, Report, Statement, Subject } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import { evidenceDigest, reportDigest, verdictDigest } from '../report/build.ts';
import { piecesOf, written } from '../report/written.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'urn:axproof:report:v1';

/** The parts that the statement has digests of, in its order. */
export const PARTS = ['report', 'verdict', 'evidence'] as const;
export type Part = (typeof PARTS)[number];
export type Digests = Record<Part, string>;

export const digestsOf = (report: Report): Digests => ({
  report: reportDigest(report),
  verdict: verdictDigest(report.verdict),
  evidence: evidenceDigest(report.evidence),
});

/** Digests of what evidence is made of: they prove nothing more than its own digest, but they tell which of it was changed. */
function partsOf({ digest: _, target: ___, ...evidence }: Evidence): Pick<Predicate, 'order' | 'frame' | 'bodies'> {
  const { exchanges } = evidence;
  const bodiless = exchanges.map(({ answer: { body: __, ...answer }, ...exchange }) => ({ ...exchange, answer }));
  return {
    order: sha256(jcs(exchanges.map((e) => e.names[0] ?? ''))),
    frame: sha256(jcs({ ...evidence, exchanges: bodiless })),
    bodies: sha256(piecesOf(written((leave) => exchanges.map((e) => leave(e.answer.body) ?? null)))),
  };
}

function predicate(report: Report): Predicate {
  const { verdict, evidence, issued, format } = report;
  const { name, version, digest } = verdict.pack;
  const { points, outOf } = verdict.score;
  return {
    pack: { name, version, digest },
    seed: verdict.seed,
    seedOrigin: issued.seedOrigin,
    // One word a report: a gate's answer is not to be read as a grade, nor a grade as an acceptance.
    ...(report.kind === 'PinnedVerificationReport' ? { passed: report.passed } : { grade: verdict.grade }),
    score: { points, outOf },
    conclusive: verdict.conclusive,
    engine: verdict.engine,
    exchanges: evidence.exchanges.length,
    ...partsOf(evidence),
    verifier: { name: issued.by, version: issued.version },
    formats: { report: format, evidence: evidence.format },
    issuedAt: issued.at,
  };
}

/** `digests` are those that the content has, not those that the report claims. */
export function statementOf(report: Report, digests: Digests): Statement {
  const subject = PARTS.map(
    (part): Subject => ({ name: `${report.verdict.target}/${part}`, digest: { sha256: digests[part].replace(/^sha256:/, '') } }),
  );
  return { _type: STATEMENT_TYPE, subject, predicateType: PREDICATE_TYPE, predicate: predicate(report) };
}

export const statementBytes = (statement: Statement): Uint8Array => Buffer.from(jcs(statement), 'utf8');
