// Releases for the tests of the store: real reports, signed by the test key, with a body of any size.
import { entryOf } from '../../src/attest/log/entries.ts';
import { logSigner } from '../../src/attest/log/log-signer.ts';
import { sha256 } from '../../src/contract/digest.ts';
import type { Evidence } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { evidenceDigest, reportDigest, writtenEvidence, writtenReport } from '../../src/report/build.ts';
import { piecesOf, type WrittenReport } from '../../src/report/written.ts';
import type { ReleaseDraft } from '../../src/store/release.ts';
import type { LeaseRequest, Pace, Run, RunDraft } from '../../src/store/run.ts';
import type { Store } from '../../src/store/store.ts';
import { jwk, signedReport, unsigned } from '../attest/signed.ts';
import { evidence, issued, verdict } from '../report/sample.ts';

export const NOW = Date.parse(issued.at);
export const log = logSigner('example.com/log', new Uint8Array(32).fill(7));
export const digestOf = (n: number): string => sha256(`entry ${n}`);
export { entryOf };

const pack = Buffer.from(jcs({ name: 'example/pack', version: '1.0.0' }), 'utf8');
export const packDigest = sha256(pack);

export const withBodies = (...bodies: Evidence['exchanges'][number]['answer']['body'][]): Evidence => {
  const [first] = evidence.exchanges;
  const exchanges = bodies.map((body, i) => ({ ...first!, names: [`b${i}`], answer: { ...first!.answer, body } }));
  return { ...evidence, exchanges: [...evidence.exchanges, ...exchanges] };
};

/** All bytes of a document. */
export const bytesOf = (content: WrittenReport): Buffer => Buffer.concat([...piecesOf(content)].map((piece) => Buffer.from(piece)));

export interface Wanted {
  /** Makes reports of one target different. */
  seed?: number;
  evidence?: Evidence;
  pack?: Buffer;
  more?: Partial<ReleaseDraft>;
}

export async function draftOf({ seed = 1, evidence: given = evidence, pack: bytes = pack, more = {} }: Wanted = {}): Promise<ReleaseDraft> {
  const digest = sha256(bytes);
  const judged = { ...verdict, seed, pack: { ...verdict.pack, digest } };
  const report = await signedReport(unsigned({ verdict: judged, evidence: given }));
  return {
    report: writtenReport(report),
    evidence: writtenEvidence(report.evidence),
    pack: () => bytes,
    reportDigest: reportDigest(report),
    evidenceDigest: evidenceDigest(report.evidence),
    packDigest: digest,
    target: verdict.target,
    kind: 'grade',
    fresh: true,
    issuedAt: NOW,
    grade: verdict.grade,
    conclusive: verdict.conclusive,
    points: verdict.score.points,
    outOf: verdict.score.outOf,
    key: jwk(),
    now: NOW,
    ...more,
  };
}

export const runDraft = (id: string, more: Partial<RunDraft> = {}): RunDraft => ({
  id,
  key: `key of ${id}`,
  kind: 'grade',
  target: 'https://example.com',
  packDigest,
  seed: null,
  input: { reach: 'public' },
  createdAt: NOW,
  ...more,
});

export const PACE: Pace = { starts: { perHour: 4 * 3600, burst: 4 }, mostRunning: 6 };

export const claimOf = (owner: string, more: Partial<LeaseRequest> = {}): LeaseRequest => ({
  owner,
  now: NOW,
  lease: 1000,
  places: [],
  ...more,
});

/** The oldest run that may begin, as a process of the service takes it. */
export async function claimNext(store: Store, owner: string, more: Partial<LeaseRequest> = {}): Promise<Run | undefined> {
  const claim = claimOf(owner, more);
  const [next] = await store.waiting(claim.now, 1, PACE);
  return next && store.claim(next.id, claim, PACE);
}
