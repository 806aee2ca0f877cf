// The tables of documents: bytes once and for ever, bodies shared, every read held against its digest. A takedown is the only way out.
import { Passing } from '../contract/digest.ts';
import { AxproofError } from '../contract/errors.ts';
import { parsedJson } from '../contract/json.ts';
import { MiB } from '../contract/units.ts';
import { allBytes, piecesOf, type WrittenReport, whole } from '../report/written.ts';
import { addressOf } from './address.ts';
import type { Database, Queries, Writing } from './database.ts';
import type { DocumentKind, DocumentStore, Stored, Takedown } from './document.ts';
import { type Externalised, externalise, fill, type Hole } from './external-bodies.ts';
import { forgetQuotes } from './quoted-reports.ts';
import { bytesOf, type Tables } from './tables.ts';

export interface Prepared {
  kind: DocumentKind;
  digest: string;
  content: string;
  externalised: Externalised;
}

/** Digest of all bytes, what they are named by, and how many they are: each body is written out once. */
function digestDocument(
  kind: DocumentKind,
  document: WrittenReport,
): { content: string; address: string | null | undefined; size: number } {
  const all = new Passing();
  const pieces = all.through(piecesOf(document));
  const address = addressOf(kind, Buffer.from(pieces.next().value ?? ''), pieces);
  for (const _ of pieces);
  return { content: all.digest(), address, size: all.size };
}

/** What needs no database, so that no transaction waits for it. Throws bad-usage for bytes that do not have the digest. */
export function prepareDocument(kind: DocumentKind, digest: string, document: WrittenReport): Prepared {
  const { content, address } = digestDocument(kind, document);
  if (address !== null && address !== digest)
    throw new AxproofError('bad-usage', `the ${kind} does not have the digest that it is to be stored under`, [digest, address ?? 'none']);
  return { kind, digest, content, externalised: externalise(document) };
}

/** Bytes of bodies with which a document stays in pieces when it is read; with fewer it is cheaper to write it out once. */
const LARGE = 2 * MiB;
const sizeOf = (bodies: ReadonlyMap<string, Buffer>): number => [...bodies.values()].reduce((sum, { length }) => sum + length, 0);

type Name = { kind: DocumentKind; digest: string };

const selectDocument = (db: Queries, { kind, digest }: Name) =>
  db.selectFrom('document').where('kind', '=', kind).where('digest', '=', digest);

/** Of one statement: the databases count the values in it. */
const MOST_ROWS = 500;
const nameOf = ({ kind, digest }: Name): string => `${kind} ${digest}`;

const takenDown = (kind: DocumentKind, digest: string) => new AxproofError('taken-down', `the ${kind} was taken down`, [digest]);

/** What stands there already must be the same. */
async function checkStanding(tx: Writing, { kind, digest, content }: Prepared): Promise<void> {
  const old = await selectDocument(tx, { kind, digest }).select(['content', 'takenAt']).executeTakeFirstOrThrow();
  if (old.takenAt !== null) throw takenDown(kind, digest);
  if (old.content !== content) throw new AxproofError('already-stored', `another ${kind} stands under this digest`, [digest]);
}

/** Of one statement: what it binds lies in memory twice. */
const MOST_BYTES = MiB;

/** Bodies that no document had before, and in the order of their digests, so that two transactions never wait for each other. */
async function putBodies(tx: Writing, bodies: ReadonlyMap<string, () => Buffer>): Promise<void> {
  const digests = [...bodies.keys()].sort();
  const there = new Set<string>();
  for (let from = 0; from < digests.length; from += MOST_ROWS)
    for (const { digest } of await tx
      .selectFrom('body')
      .where('digest', 'in', digests.slice(from, from + MOST_ROWS))
      .select('digest')
      .execute())
      there.add(digest);
  const missing = digests.filter((digest) => !there.has(digest));
  for (let from = 0; from < missing.length; ) {
    const rows: { digest: string; bytes: Buffer }[] = [];
    for (let size = 0; from < missing.length && rows.length < MOST_ROWS && size < MOST_BYTES; from++) {
      const digest = missing[from] as string;
      const bytes = (bodies.get(digest) as () => Buffer)();
      rows.push({ digest, bytes });
      size += bytes.length;
    }
    await tx
      .insertInto('body')
      .values(rows)
      .onConflict((c) => c.column('digest').doNothing())
      .execute();
  }
}

/** Within a transaction. A body of several documents is looked for and written once. */
export async function putPrepared(tx: Writing, documents: readonly Prepared[], now: number): Promise<void> {
  const rows = documents.map(({ kind, digest, content, externalised: { bytes, holes } }) => ({
    kind,
    digest,
    content,
    bytes,
    holes: JSON.stringify(holes),
    storedAt: now,
  }));
  const inserted = await tx
    .insertInto('document')
    .values(rows)
    .onConflict((c) => c.columns(['kind', 'digest']).doNothing())
    .returning(['kind', 'digest'])
    .execute();
  const fresh = new Set(inserted.map(nameOf));
  for (const document of documents) if (!fresh.has(nameOf(document))) await checkStanding(tx, document);
  const split = documents.filter((document) => fresh.has(nameOf(document)));
  await putBodies(tx, new Map(split.flatMap(({ externalised: { bodies } }) => [...bodies])));
  const links = split.flatMap(({ kind, digest, externalised: { bodies } }) =>
    [...bodies.keys()].sort().map((body) => ({ kind, digest, body })),
  );
  for (let from = 0; from < links.length; from += MOST_ROWS)
    await tx
      .insertInto('documentBody')
      .values(links.slice(from, from + MOST_ROWS))
      .execute();
}

/** Within a transaction, and where the digest is of the bytes: they are written out when nothing stands there. Throws taken-down. */
export async function putMissing(tx: Writing, { kind, digest }: Name, bytes: () => Uint8Array, now: number): Promise<void> {
  const there = await selectDocument(tx, { kind, digest }).select('takenAt').executeTakeFirst();
  if (!there) return putPrepared(tx, [prepareDocument(kind, digest, whole(bytes()))], now);
  if (there.takenAt !== null) throw takenDown(kind, digest);
}

async function readIn(db: Queries, name: Name): Promise<Stored | 'incomplete' | undefined> {
  const row = await selectDocument(db, name).selectAll().executeTakeFirst();
  if (!row) return undefined;
  if (row.takenAt !== null)
    return { state: 'gone', reason: row.reason ?? '', at: row.takenAt, tombstone: bytesOf(row.tombstone ?? new Uint8Array()) };
  const holes = holesOf(row, name);
  const bodies = holes.length === 0 ? new Map<string, Buffer>() : await bodiesOf(db, holes);
  const filled = fill(bytesOf(row.bytes ?? damaged(name)), holes, bodies);
  if (!filled) return 'incomplete';
  const document = sizeOf(bodies) < LARGE ? whole(allBytes(filled)) : filled;
  const { content, address, size } = digestDocument(name.kind, document);
  if (content !== row.content || (address !== null && address !== name.digest)) return damaged(name);
  return { state: 'present', content: { ...document, size }, storedAt: row.storedAt };
}

export const documentsIn = (database: Database): DocumentStore => ({
  async putDocument(kind, digest, bytes, now) {
    const document = prepareDocument(kind, digest, whole(bytes));
    await database.write((tx) => putPrepared(tx, [document], now));
  },
  async document(kind, digest) {
    const name = { kind, digest };
    const look = () => database.read((db) => readIn(db, name));
    const found = await look();
    // A takedown between two statements looks like damage, and only once.
    const again = found === 'incomplete' ? await look() : found;
    return again === 'incomplete' ? damaged(name) : again;
  },
  async takedown(kind, digest, takedown) {
    const taken = await database.write(async (tx) => {
      const names: Name[] = [];
      const bodies = new Set<string>();
      for (const name of await together(tx, { kind, digest })) if (await takeDownOne(tx, name, takedown, bodies)) names.push(name);
      if (bodies.size > 0) await deleteUnused(tx, [...bodies].sort());
      return names;
    });
    if (taken.length > 0) database.scrub();
    return { taken };
  },
});

function damaged({ kind, digest }: Name): never {
  throw new AxproofError('store-damaged', `the stored ${kind} does not have its digest any more`, [digest]);
}

const holesOf = ({ holes }: { holes: string | null }, name: Name): Hole[] =>
  (parsedJson(holes ?? '[]') as Hole[] | undefined) ?? damaged(name);

async function bodiesOf(db: Queries, holes: readonly Hole[]): Promise<Map<string, Buffer>> {
  const digests = [...new Set(holes.map(([, digest]) => digest))];
  const rows = await db.selectFrom('body').where('digest', 'in', digests).selectAll().execute();
  return new Map(rows.map(({ digest, bytes }) => [digest, bytesOf(bytes)]));
}

/** A report holds its evidence, so neither can go without the other. */
async function together(tx: Writing, name: Name): Promise<Name[]> {
  const column = { report: 'reportDigest', evidence: 'evidenceDigest' } as const;
  if (name.kind !== 'report' && name.kind !== 'evidence') return [name];
  const at = column[name.kind];
  const rows = await tx.selectFrom('release').where(at, '=', name.digest).select(['reportDigest', 'evidenceDigest']).execute();
  const evidence = new Set([...rows.map((row) => row.evidenceDigest), ...(name.kind === 'evidence' ? [name.digest] : [])]);
  const all =
    evidence.size === 0
      ? []
      : await tx
          .selectFrom('release')
          .where('evidenceDigest', 'in', [...evidence])
          .select('reportDigest')
          .execute();
  const reports = new Set([...all.map((row) => row.reportDigest), ...(name.kind === 'report' ? [name.digest] : [])]);
  const pair = (kind: DocumentKind, digests: Set<string>): Name[] => [...digests].sort().map((digest) => ({ kind, digest }));
  return [...pair('evidence', evidence), ...pair('report', reports)];
}

const deleteUnused = async (tx: Writing, bodies: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('body')
    .where('digest', 'in', bodies)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documentBody').select('body').whereRef('documentBody.body', '=', 'body.digest'))),
    )
    .execute();
};

/** false when there is nothing to take down. The bodies that it used are added to `bodies`. */
async function takeDownOne(
  tx: Writing,
  { kind, digest }: Name,
  { reason, at, tombstone }: Takedown,
  bodies: Set<string>,
): Promise<boolean> {
  const set: Partial<Tables['document']> = { bytes: null, holes: null, takenAt: at, reason, tombstone };
  const gone = await tx
    .updateTable('document')
    .set(set)
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .where('takenAt', 'is', null)
    .returning('digest')
    .executeTakeFirst();
  if (!gone) return false;
  const used = await tx.deleteFrom('documentBody').where('kind', '=', kind).where('digest', '=', digest).returning('body').execute();
  for (const { body } of used) bodies.add(body);
  if (kind === 'report') {
    await tx.updateTable('release').set({ taken: 1 }).where('reportDigest', '=', digest).execute();
    await deleteEvents(tx, digest);
    await forgetQuotes(tx, digest);
  }
  return true;
}

/** What was told while its run went on quotes the target as the report does. How the run ended stays for whoever follows it. */
async function deleteEvents(tx: Writing, reportDigest: string): Promise<void> {
  await tx
    .deleteFrom('runEvent')
    .where('run', 'in', tx.selectFrom('run').where('reportDigest', '=', reportDigest).select('id'))
    .where('event', 'not like', '%,"event":"done"}')
    .execute();
}
