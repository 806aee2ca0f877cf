// Gives reports their ids: in one transaction everything that an id promises is durable and in the log, or there is no id. And what was released, by target.
import type { Selectable } from 'kysely';
import type { TreeHead } from '../attest/log/checkpoint.ts';
import type { LogSigner } from '../attest/log/log-signer.ts';
import { proofDocument, readProofDocument } from '../attest/log/proof-document.ts';
import { AxproofError } from '../contract/errors.ts';
import { whole } from '../report/written.ts';
import type { Database, Writing } from './database.ts';
import { type Prepared, prepared, putMissing, putPrepared } from './documents.ts';
import { putKeyIn } from './key-table.ts';
import type { LogTables } from './log-tables.ts';
import { clean } from './plain.ts';
import type { HistoryPage, HistoryQuery, ReleaseDraft, Released, ReleaseFacts } from './release.ts';
import { finishIn } from './runs.ts';
import { bytesOf, type Tables } from './tables.ts';

const factsOf = (row: Selectable<Tables['release']>): ReleaseFacts => ({
  reportDigest: row.report_digest,
  evidenceDigest: row.evidence_digest,
  packDigest: row.pack_digest,
  target: row.target,
  kind: row.kind,
  fresh: row.fresh === 1,
  issuedAt: row.issued_at,
  grade: row.grade,
  conclusive: row.conclusive === 1,
  points: row.points,
  outOf: row.out_of,
  logIndex: row.log_index,
});

const rowOf = (draft: ReleaseDraft, origin: string, index: number) => ({
  report_digest: draft.reportDigest,
  evidence_digest: draft.evidenceDigest,
  pack_digest: draft.packDigest,
  target: clean(draft.target, 'the target of a report'),
  kind: draft.kind,
  fresh: draft.fresh ? 1 : 0,
  issued_at: draft.issuedAt,
  grade: clean(draft.grade, 'the grade of a report'),
  conclusive: draft.conclusive ? 1 : 0,
  points: draft.points,
  out_of: draft.outOf,
  origin,
  log_index: index,
  taken: 0,
});

/** Throws bad-usage: an id must never speak of evidence or a pack that its report does not name. */
function checked(draft: ReleaseDraft): Prepared[] {
  for (const digest of [draft.evidenceDigest, draft.packDigest])
    if (!draft.report.between.some((piece) => Buffer.from(piece).includes(`"${digest}"`)))
      throw new AxproofError('bad-usage', 'the report names other evidence or another pack', [digest]);
  return [prepared('evidence', draft.evidenceDigest, draft.evidence), prepared('report', draft.reportDigest, draft.report)];
}

export const HISTORY_PAGE = 50;
const MOST_HISTORY = 200;
const CURSOR = /^h([1-9]\d{0,15})$/;

const cursorOf = (number: number): string => Buffer.from(`h${number}`).toString('base64url');

function numberOf(cursor: string): number {
  const [, number] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (number === undefined || cursorOf(Number(number)) !== cursor) throw new AxproofError('bad-cursor', 'the cursor is none of this list');
  return Number(number);
}

export class ReleaseTables {
  readonly #database: Database;
  readonly #log: LogTables;

  constructor(database: Database, log: LogTables) {
    this.#database = database;
    this.#log = log;
  }

  async release(draft: ReleaseDraft, signer: LogSigner): Promise<Released> {
    const documents = checked(draft);
    const { released, head } = await this.#database.write((tx) => this.#release(tx, draft, documents, signer));
    if (head) this.#log.committed(signer, head);
    return released;
  }

  /** The log comes last: whoever waits for it waits for as little as possible. */
  async #release(
    tx: Writing,
    draft: ReleaseDraft,
    documents: readonly Prepared[],
    signer: LogSigner,
  ): Promise<{ released: Released; head?: TreeHead }> {
    const { reportDigest, now, key, runId, spoiled = false, events = [] } = draft;
    await putMissing(tx, { kind: 'pack', digest: draft.packDigest }, draft.pack, now);
    await putPrepared(tx, documents, now);
    if (key) await putKeyIn(tx, key, now);
    const ends = runId === undefined || (await finishIn(tx, runId, { reportDigest, spoiled }, events, now));
    const before = await proofIn(tx, reportDigest);
    if (before !== undefined) return { released: { reportDigest, proof: before, ...readProofDocument(before) } };
    // Its lease was over, and whoever waited was told of another end.
    if (!ends) throw new AxproofError('run-interrupted', 'the run had ended before its report was released');
    const { logged, head } = await this.#log.appendIn(tx, reportDigest, signer);
    const proof = proofDocument(logged);
    await putPrepared(tx, [prepared('proof', reportDigest, whole(proof))], now);
    await tx
      .insertInto('release')
      .values(rowOf(draft, signer.key.name, logged.index))
      .execute();
    return { released: { reportDigest, proof, ...logged }, head };
  }

  async latest(target: string, packDigest: string, kind: 'grade' | 'self' = 'grade'): Promise<ReleaseFacts | undefined> {
    const row = await this.#database.read((db) =>
      db
        .selectFrom('release')
        .where('target', '=', target)
        .where('pack_digest', '=', packDigest)
        .where('fresh', '=', 1)
        .where('taken', '=', 0)
        .where('kind', '=', kind)
        .orderBy('number', 'desc')
        .limit(1)
        .selectAll()
        .executeTakeFirst(),
    );
    return row && factsOf(row);
  }

  async released(reportDigest: string): Promise<ReleaseFacts | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('release').where('report_digest', '=', reportDigest).selectAll().executeTakeFirst(),
    );
    return row && factsOf(row);
  }

  async history({ target, packDigest, fresh, cursor, limit = HISTORY_PAGE }: HistoryQuery): Promise<HistoryPage> {
    const before = cursor === undefined ? undefined : numberOf(cursor);
    const most = Math.max(1, Math.min(limit, MOST_HISTORY));
    const rows = await this.#database.read((db) => {
      let query = db.selectFrom('release').where('target', '=', target).where('taken', '=', 0);
      if (packDigest !== undefined) query = query.where('pack_digest', '=', packDigest);
      if (fresh !== undefined) query = query.where('fresh', '=', fresh ? 1 : 0);
      if (before !== undefined) query = query.where('number', '<', before);
      return query
        .orderBy('number', 'desc')
        .limit(most + 1)
        .selectAll()
        .execute();
    });
    const items = rows.slice(0, most);
    const last = rows.length > most ? items.at(-1) : undefined;
    return { items: items.map(factsOf), ...(last ? { cursor: cursorOf(last.number) } : {}) };
  }
}

async function proofIn(tx: Writing, digest: string): Promise<string | undefined> {
  const row = await tx.selectFrom('document').where('kind', '=', 'proof').where('digest', '=', digest).select('bytes').executeTakeFirst();
  return row?.bytes ? bytesOf(row.bytes).toString('utf8') : undefined;
}
