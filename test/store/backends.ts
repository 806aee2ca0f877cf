// Both databases as the tests use them: an empty one, opened as often as wanted, gone at the end.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { AxproofError } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store, StoreOptions } from '../../src/store/store.ts';
import { sharedServer, stopSharedServer } from './postgres-server.ts';

export interface Place {
  options: StoreOptions;
  /** Another store on the same data, as another process would open it. */
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export interface Backend {
  name: 'sqlite' | 'postgres';
  /** undefined where the database is not installed. */
  place(): Promise<Place | undefined>;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'axproof-store-'));

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function placeOf(options: StoreOptions, gone: () => Promise<void>): Place {
  const stores: Store[] = [];
  return {
    options,
    async open() {
      const store = await openStore(options);
      stores.push(store);
      return store;
    },
    async remove() {
      for (const store of stores) await store.close().catch(() => undefined);
      await gone();
    },
  };
}

export const backends: Backend[] = [
  {
    name: 'sqlite',
    async place() {
      const folder = newFolder();
      return placeOf({ folder }, async () => rmSync(folder, { recursive: true, force: true }));
    },
  },
  {
    name: 'postgres',
    async place() {
      const admin = await sharedServer();
      if (admin === undefined) return undefined;
      const name = `axproof_test_${randomBytes(6).toString('hex')}`;
      await administer(admin, `create database ${name}`);
      const url = new URL(admin);
      url.pathname = `/${name}`;
      return placeOf({ databaseUrl: url.href, folder: '' }, () => administer(admin, `drop database ${name} with (force)`));
    },
  },
];

/** Tests that hold on both. A database that is not installed is skipped by name. */
export function onBoth(title: string, tests: (place: () => Place, store: () => Store, backend: Backend) => void): void {
  for (const backend of backends)
    describe(`${title} on ${backend.name}`, function () {
      this.timeout(60_000);
      let place: Place | undefined;
      let store: Store | undefined;
      before(async function () {
        place = await backend.place();
        if (!place) {
          console.warn('PostgreSQL is not installed: its tests are skipped');
          return this.skip();
        }
        store = await place.open();
      });
      after(() => place?.remove());
      tests(
        () => place as Place,
        () => store as Store,
        backend,
      );
    });
}

after(stopSharedServer);

export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    expect(error, String(error)).to.be.instanceOf(AxproofError);
    return (error as AxproofError).code;
  }
  return 'resolved';
}
