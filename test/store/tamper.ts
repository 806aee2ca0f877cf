// Straight into the database, past the store, as whoever breaks into it would go.
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import type { Place } from './backends.ts';

export async function tamper(place: Place, statement: string): Promise<void> {
  if (place.options.databaseUrl) {
    const client = new pg.Client({ connectionString: place.options.databaseUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  } else {
    const db = new Libsql(join(place.options.folder, 'axproof.db'));
    db.exec(statement);
    db.close();
  }
}

export async function countOf(place: Place, from: string): Promise<number> {
  if (place.options.databaseUrl) {
    const client = new pg.Client({ connectionString: place.options.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`select count(*) as n from ${from}`);
    await client.end();
    return Number(rows[0].n);
  }
  const db = new Libsql(join(place.options.folder, 'axproof.db'));
  const [row] = db.prepare(`select count(*) as n from ${from}`).all([]) as { n: number }[];
  db.close();
  return row!.n;
}
