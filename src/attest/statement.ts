// The in-toto Statements that are signed: about a report, a tombstone, a release of a pack. Signer and reader make each in the same way; neither must trust digests
// that stand in what it is about.
import { sha256 } from '../contract/digest.ts';
import type { Evidence, PackRef, Predicate, Report, Statement, Subject, Tombstone } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import { evidenceDigest, reportDigest, verdictDigest } from '../report/build.ts';
import { piecesOf, splitBodies, type WrittenText, writtenExchanges } from '../report/written.ts';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'urn:axproof:report:v1';

/** The parts that the statement has digests of, in its order. */
export const PARTS = ['report', 'verdict', 'evidence'] as const;
export type StatementPart = (typeof PARTS)[number];
export type Digests = Record<StatementPart, string>;

/** `exchanges` are those of its evidence, written out. */
export const digestsOf = (report: Report, exchanges: WrittenText = writtenExchanges(report.evidence)): Digests => ({
  report: reportDigest(report, exchanges),
  verdict: verdictDigest(report.verdict),
  evidence: evidenceDigest(report.evidence, exchanges),
});

/** Digests of what evidence is made of: they prove nothing more than its own digest, but they tell which of it was changed. */
function partsOf({ digest: _, target: ___, ...evidence }: Evidence): Pick<Predicate, 'order' | 'frame' | 'bodies'> {
  const { exchanges } = evidence;
  const bodiless = exchanges.map(({ answer: { body: __, ...answer }, ...exchange }) => ({ ...exchange, answer }));
  return {
    order: sha256(jcs(exchanges.map((e) => e.names[0] ?? ''))),
    frame: sha256(jcs({ ...evidence, exchanges: bodiless })),
    bodies: sha256(piecesOf(splitBodies((leave) => exchanges.map((e) => leave(e.answer.body) ?? null)))),
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

const subjectOf = (name: string, digest: string): Subject => ({ name, digest: { sha256: digest.replace(/^sha256:/, '') } });

/** `digests` are those that the content has, not those that the report claims. */
export function statementOf(report: Report, digests: Digests): Statement {
  const subject = PARTS.map((part) => subjectOf(`${report.verdict.target}/${part}`, digests[part]));
  return { _type: STATEMENT_TYPE, subject, predicateType: PREDICATE_TYPE, predicate: predicate(report) };
}

export const statementBytes = (statement: object): Uint8Array => Buffer.from(jcs(statement), 'utf8');

/** About one thing that has a digest. */
const aboutOne = (name: string, digest: string, predicateType: string, predicate: object): Uint8Array =>
  statementBytes({ _type: STATEMENT_TYPE, subject: [subjectOf(name, digest)], predicateType, predicate });

export const tombstoneStatement = ({
  document,
  digest,
  reason,
  at,
}: Pick<Tombstone, 'document' | 'digest' | 'reason' | 'at'>): Uint8Array =>
  aboutOne(document, digest, 'urn:axproof:tombstone:v1', { document, reason, at });

export const PACK_PREDICATE = 'urn:axproof:pack:v1';

/** Whoever signs it says that the pack of this name and version has this digest. at: when it was signed, as reports write it. */
export const packStatement = ({ name, version, digest }: PackRef, at: string): Uint8Array =>
  aboutOne(`${name}@${version}`, digest, PACK_PREDICATE, { name, version, digest, at });
