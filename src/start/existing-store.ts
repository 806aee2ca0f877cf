// The store of a service, for commands that only ask it or take something away: one that is made to be asked would answer that there is nothing.
import { AxproofError } from '../contract/errors.ts';
import type { Config } from '../service/config.ts';
import { openStore } from '../store/open.ts';
import { isStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

/** Throws bad-file where there is none. */
export async function existingStore({ data, databaseUrl }: Config): Promise<Store> {
  if (databaseUrl === undefined && !isStore(data))
    throw new AxproofError('bad-file', `there is no store in ${data}`, ['AXPROOF_DATA or DATABASE_URL say which store it is']);
  return openStore({ folder: data, databaseUrl });
}
