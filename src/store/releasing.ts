// Gives reports their ids: in one transaction everything that an id promises is durable and in the log, or there is no id.
// The log has one writer at a time. Reports that wait for it in one store go into it together, so that the wait does not grow with their number.
import type { TreeHead } from '../attest/log/checkpoint.ts';
import type { LogSigner } from '../attest/log/log-signer.ts';
import { proofDocument, readProofDocument } from '../attest/log/proof-document.ts';
import type { Logged } from '../attest/log/transparency-log.ts';
import { AxproofError } from '../contract/errors.ts';
import { whole } from '../report/written.ts';
import type { Database, Writing } from './database.ts';
import { type Prepared, prepareDocument, putMissing, putPrepared } from './documents.ts';
import { putKeyIn } from './key-table.ts';
import type { LogTables } from './log-tables.ts';
import { clean } from './plain.ts';
import type { ReleaseDraft, ReleasedReport } from './release.ts';
import { finishIn } from './runs.ts';
import { bytesOf } from './tables.ts';

const rowOf = ({ report, evidence, pack, key, runId, spoiled, events, now, ...facts }: ReleaseDraft, origin: string, logIndex: number) => ({
  ...facts,
  target: clean(facts.target, 'the target of a report'),
  grade: clean(facts.grade, 'the grade of a report'),
  fresh: facts.fresh ? 1 : 0,
  conclusive: facts.conclusive ? 1 : 0,
  origin,
  logIndex,
  taken: 0,
});

/** Throws bad-usage: an id must never speak of evidence or a pack that its report does not name. */
function checkDraft(draft: ReleaseDraft): Prepared[] {
  for (const digest of [draft.evidenceDigest, draft.packDigest])
    if (!draft.report.between.some((piece) => Buffer.from(piece).includes(`"${digest}"`)))
      throw new AxproofError('bad-usage', 'the report names other evidence or another pack', [digest]);
  return [prepareDocument('evidence', draft.evidenceDigest, draft.evidence), prepareDocument('report', draft.reportDigest, draft.report)];
}

interface Waiting {
  draft: ReleaseDraft;
  documents: readonly Prepared[];
  signer: LogSigner;
  resolve(released: ReleasedReport): void;
  reject(error: unknown): void;
}

type Outcome = { released: ReleasedReport } | { error: AxproofError };

/** Reports of one transaction: others that write wait no longer than for so many. */
const MOST_TOGETHER = 16;

export class Releasing {
  readonly #waiting: Waiting[] = [];
  #working = false;

  constructor(
    private readonly database: Database,
    private readonly log: LogTables,
  ) {}

  /** Rejects with run-interrupted where the run had ended before, with bad-usage for documents that do not belong together. */
  async release(draft: ReleaseDraft, signer: LogSigner): Promise<ReleasedReport> {
    const documents = checkDraft(draft);
    return new Promise<ReleasedReport>((resolve, reject) => {
      this.#waiting.push({ draft, documents, signer, resolve, reject });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let next = this.#next(); next.length > 0; next = this.#next()) await this.#together(next);
    this.#working = false;
  }

  /** The longest waiting, of one log and each report once. */
  #next(): Waiting[] {
    const [first] = this.#waiting;
    const chosen = new Map<string, Waiting>();
    for (const one of this.#waiting) {
      const { reportDigest } = one.draft;
      if (one.signer !== first?.signer || chosen.size === MOST_TOGETHER || chosen.has(reportDigest)) break;
      chosen.set(reportDigest, one);
    }
    return this.#waiting.splice(0, chosen.size);
  }

  /** What fails together is tried one by one: nobody's report is kept back by another's. A database that is away is away for all. */
  async #together(those: readonly Waiting[]): Promise<void> {
    const { signer } = those[0] as Waiting;
    try {
      const { outcomes, head } = await this.database.write((tx) => this.#in(tx, those, signer));
      if (head) this.log.committed(signer, head);
      for (const [{ resolve, reject }, outcome] of outcomes) 'error' in outcome ? reject(outcome.error) : resolve(outcome.released);
    } catch (error) {
      const isAway = error instanceof AxproofError && error.code === 'store-unavailable';
      if (those.length === 1 || isAway) for (const { reject } of those) reject(error);
      else for (const one of those) await this.#together([one]);
    }
  }

  async #in(tx: Writing, those: readonly Waiting[], signer: LogSigner): Promise<{ outcomes: Map<Waiting, Outcome>; head?: TreeHead }> {
    const outcomes = new Map<Waiting, Outcome>();
    for (const one of those) {
      if ((await endsIn(tx, one)) || (await proofIn(tx, one)) !== undefined) continue;
      // Its lease was over, and whoever waited was told of another end.
      outcomes.set(one, { error: new AxproofError('run-interrupted', 'the run had ended before its report was released') });
    }
    const standing = those.filter((one) => !outcomes.has(one));
    await putAll(tx, standing);
    // Asked behind that: who puts the same documents in another process is waited for there.
    for (const one of standing) {
      const proof = await proofIn(tx, one);
      if (proof !== undefined)
        outcomes.set(one, { released: { reportDigest: one.draft.reportDigest, proof, ...readProofDocument(proof) } });
    }
    const fresh = standing.filter((one) => !outcomes.has(one));
    if (fresh.length === 0) return { outcomes };
    const { released, head } = await this.#append(tx, fresh, signer);
    for (const [i, one] of fresh.entries()) outcomes.set(one, { released: released[i] as ReleasedReport });
    return { outcomes, head };
  }

  /** The log comes last: whoever waits for it waits for as little as possible. */
  async #append(tx: Writing, fresh: readonly Waiting[], signer: LogSigner): Promise<{ released: ReleasedReport[]; head: TreeHead }> {
    const digests = fresh.map(({ draft }) => draft.reportDigest);
    const { logged, head } = await this.log.appendIn(tx, digests, signer);
    const released = logged.map(
      (entry, i): ReleasedReport => ({ reportDigest: digests[i] as string, proof: proofDocument(entry), ...entry }),
    );
    const proofs = released.map(({ reportDigest, proof }) => prepareDocument('proof', reportDigest, whole(proof)));
    await putPrepared(tx, proofs, (fresh[0] as Waiting).draft.now);
    await tx
      .insertInto('release')
      .values(fresh.map(({ draft }, i) => rowOf(draft, signer.key.name, (logged[i] as Logged).index)))
      .execute();
    return { released, head };
  }
}

/** Whether the report ends its run, if it has one. */
const endsIn = async (tx: Writing, { draft }: Waiting): Promise<boolean> => {
  const { runId, reportDigest, spoiled = false, events = [], now } = draft;
  return runId === undefined || finishIn(tx, runId, { reportDigest, spoiled }, events, now);
};

/** What the ids promise: packs, reports with their evidence, and keys. */
async function putAll(tx: Writing, those: readonly Waiting[]): Promise<void> {
  const [first] = those;
  if (!first) return;
  const { now } = first.draft;
  const packs = new Map(those.map(({ draft }) => [draft.packDigest, draft.pack]));
  for (const [digest, pack] of packs) await putMissing(tx, { kind: 'pack', digest }, pack, now);
  const documents = those.flatMap((one) => one.documents);
  await putPrepared(tx, [...new Map(documents.map((one) => [`${one.kind} ${one.digest}`, one])).values()], now);
  const keys = new Map(those.flatMap(({ draft: { key } }) => (key ? [[JSON.stringify(key), key] as const] : [])));
  for (const key of keys.values()) await putKeyIn(tx, key, now);
}

/** Of a report that was released before. */
async function proofIn(tx: Writing, { draft }: Waiting): Promise<string | undefined> {
  const row = await tx
    .selectFrom('document')
    .where('kind', '=', 'proof')
    .where('digest', '=', draft.reportDigest)
    .select('bytes')
    .executeTakeFirst();
  return row?.bytes ? bytesOf(row.bytes).toString('utf8') : undefined;
}
