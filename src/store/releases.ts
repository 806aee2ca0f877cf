// What was released, by report and by target.
import type { Selectable } from 'kysely';
import { AxproofError } from '../contract/errors.ts';
import type { Database } from './database.ts';
import type { ReleaseFacts, Releases } from './release.ts';
import type { Tables } from './tables.ts';

const factsOf = ({ number, origin, taken, ...row }: Selectable<Tables['release']>): ReleaseFacts => ({
  ...row,
  fresh: row.fresh === 1,
  conclusive: row.conclusive === 1,
});

const CURSOR = /^h([1-9]\d{0,15})$/;

const cursorOf = (number: number): string => Buffer.from(`h${number}`).toString('base64url');

function numberOf(cursor: string): number {
  const [, number] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (number === undefined || cursorOf(Number(number)) !== cursor) throw new AxproofError('bad-cursor', 'the cursor is none of this list');
  return Number(number);
}

export const releasesIn = (database: Database): Pick<Releases, 'latest' | 'history'> => ({
  async latest(target, packDigest, kind = 'grade') {
    const row = await database.read((db) =>
      db
        .selectFrom('release')
        .where('target', '=', target)
        .where('packDigest', '=', packDigest)
        .where('fresh', '=', 1)
        .where('taken', '=', 0)
        .where('kind', '=', kind)
        .orderBy('number', 'desc')
        .limit(1)
        .selectAll()
        .executeTakeFirst(),
    );
    return row && factsOf(row);
  },
  async history({ target, packDigest, fresh, cursor, limit }) {
    const before = cursor === undefined ? undefined : numberOf(cursor);
    const rows = await database.read((db) => {
      let query = db.selectFrom('release').where('target', '=', target).where('taken', '=', 0);
      if (packDigest !== undefined) query = query.where('packDigest', '=', packDigest);
      if (fresh !== undefined) query = query.where('fresh', '=', fresh ? 1 : 0);
      if (before !== undefined) query = query.where('number', '<', before);
      return query
        .orderBy('number', 'desc')
        .limit(limit + 1)
        .selectAll()
        .execute();
    });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items: items.map(factsOf), ...(last ? { cursor: cursorOf(last.number) } : {}) };
  },
});
