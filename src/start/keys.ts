// The keys of the service: made on first start, and published for ever from then on. It rotates none: that is the operator's step.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder, locked } from '../attest/keys/files.ts';
import { KeyFolder, RING } from '../attest/keys/folder.ts';
import { addSealingKey, checkSealingKeys, hasSealingKeys } from '../attest/keys/sealing-keys.ts';
import { AxproofError } from '../contract/errors.ts';
import type { KeyRing } from '../contract/generated/types.ts';
import type { Config } from '../service/config.ts';
import { hasLogKeys, keepCheckpoint, keptCheckpoint, logFolder, logSigner, makeLogKeys } from '../service/log-keys.ts';
import type { Store } from '../store/store.ts';

/** A log is named once and for ever: after the public address where there is one, else after the first key. */
async function makeKeys(config: Config, folder: KeyFolder, now: number): Promise<void> {
  if (!existsSync(join(config.keys, RING)) || folder.ring().keys.length === 0) await folder.add(now);
  const name = config.publicUrl === undefined ? `axproof-${folder.ring().keys[0]?.kid}` : new URL(config.publicUrl).host;
  makeLogKeys(config.keys, `${name}/log`, config.data);
}

/** Several processes may be started on one empty folder at once: one makes the keys, the others wait for them. */
async function ringOf(config: Config, now: number): Promise<KeyRing> {
  const folder = new KeyFolder(config.keys, { store: config.data });
  if (!existsSync(join(config.keys, RING)) || !hasLogKeys(config.keys)) {
    checkFolder(logFolder(config.keys), { store: config.data, make: true });
    await locked(logFolder(config.keys), () => makeKeys(config, folder, now));
  }
  return folder.ring();
}

/** A folder that may only be read, or whose lock cannot be had, is left as it is. */
async function ifItMay(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AxproofError) || !['bad-file', 'file-busy'].includes(error.code)) throw error;
  }
}

/** Without the key no monitor is given secrets, and all else works. */
async function makeSealingKey({ keys }: Config): Promise<void> {
  if (!hasSealingKeys(keys)) await ifItMay(() => addSealingKey(keys, { first: true }));
}

/** Nothing is begun any more under an entitlement whose key was revoked: monitors go by its row and show no token. */
async function revokeUnder(kids: ReadonlySet<string>, store: Store, now: number): Promise<void> {
  if (kids.size === 0) return;
  for (const { id, claims, revokedAt } of await store.entitlements()) {
    const { kid } = JSON.parse(claims) as { kid?: string };
    if (revokedAt === null && kid !== undefined && kids.has(kid)) await store.revokeEntitlement(id, now);
  }
}

/** Puts every key of the ring into the store, where all processes publish them from, and revokes what was issued under those that were revoked. */
export async function publishKeys(config: Config, store: Store, now: number): Promise<void> {
  const { keys } = new KeyFolder(config.keys, { store: config.data }).ring();
  for (const key of keys) await store.putKey(key, now);
  await revokeUnder(new Set(keys.filter(({ status }) => status === 'revoked').map(({ kid }) => kid)), store, now);
}

/** What the process is to sign and seal with has to be there, and nobody else's to read: found at the first run, strangers would meet it. No key that may sign now is only warned of. */
function checkPrivate(config: Config, now: number): void {
  try {
    new KeyFolder(config.keys).signer(now);
  } catch (error) {
    if (!(error instanceof AxproofError) || error.code !== 'no-signing-key') throw error;
  }
  checkSealingKeys(config.keys);
}

export async function openKeys(config: Config, store: Store, now: number): Promise<void> {
  await ringOf(config, now);
  await makeSealingKey(config);
  checkPrivate(config, now);
  await publishKeys(config, store, now);
  const signer = logSigner(config.keys);
  try {
    await store.log(signer, keptCheckpoint(config.keys));
  } catch (error) {
    if (!(error instanceof AxproofError) || error.code !== 'log-forked') throw error;
    throw new AxproofError(
      'log-forked',
      `${error.message}: the store was set back, and going on would sign a second history of ${signer.key.name}`,
      [
        'where AXPROOF_DATA or DATABASE_URL names another store than before, name the one that these keys signed for, or give this one AXPROOF_KEYS of its own',
        'after a restore, begin a log of another name (docs/operating.md, "After a restore")',
      ],
    );
  }
}

/**
 * A folder that may only be read keeps none, and a store that was set back is not noticed by it. Throws log-forked, and keeps what it has, where the store
 * was set back while it was served: the next start would know nothing of what was signed beyond that.
 */
export async function keepLogHead({ keys }: Config, store: Store): Promise<void> {
  const kept = keptCheckpoint(keys);
  const checkpoint = await (await store.log(logSigner(keys), kept)).checkpoint();
  if (checkpoint === kept) return;
  await ifItMay(() => keepCheckpoint(keys, checkpoint));
}

export const ringFile = (config: Config): string => join(config.keys, RING);
