// The service's transparency log: its key, apart from those that sign reports and with the origin that its checkpoints name for ever, and its files as they are read
// from outside. It appends nothing: releases do that.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder, readPrivate, writeWhole } from '../attest/keys/files.ts';
import { privatePem, readPrivatePem } from '../attest/keys/pem.ts';
import { isKeyName, vkeyOf } from '../attest/log/log-key.ts';
import { type LogSigner, logSigner as signerOf } from '../attest/log/log-signer.ts';
import { AxproofError } from '../contract/errors.ts';
import type { StoreLog } from '../store/release.ts';
import type { Store } from '../store/store.ts';

const FOLDER = 'log';
const KEY = 'log.pem';
const ORIGIN = 'origin';
const KEPT = 'checkpoint';

export const logFolder = (keys: string): string => join(keys, FOLDER);
export const hasLogKeys = (keys: string): boolean => existsSync(join(keys, FOLDER, ORIGIN));

/** Makes the key on first start; later the origin stays what it was, whatever the service is called by then. */
export function makeLogKeys(keys: string, origin: string, store: string): void {
  if (hasLogKeys(keys)) return;
  const folder = logFolder(keys);
  if (!isKeyName(origin)) throw new AxproofError('bad-config', `${origin} cannot name a log`);
  checkFolder(folder, { store, make: true });
  if (!existsSync(join(folder, KEY))) writeWhole(join(folder, KEY), privatePem(randomBytes(32)));
  writeWhole(join(folder, ORIGIN), `${origin}\n`);
}

/** The newest checkpoint that was kept beside the key, apart from the store: one that was set back is known by it. One of a log of another name says nothing. */
export function keptCheckpoint(keys: string): string | undefined {
  const file = join(keys, FOLDER, KEPT);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return kept?.startsWith(`${logSigner(keys).key.name}\n`) ? kept : undefined;
}

export const keepCheckpoint = (keys: string, checkpoint: string): void => writeWhole(join(keys, FOLDER, KEPT), checkpoint);

export function logSigner(keys: string): LogSigner {
  return signerOf(readFileSync(join(keys, FOLDER, ORIGIN), 'utf8').trim(), seedOf(keys));
}

function seedOf(keys: string): Uint8Array {
  const file = join(keys, FOLDER, KEY);
  return readPrivatePem(readPrivate(file), file);
}

/** By which the receiver of a webhook knows us, derived (RFC 5869) from the one key that is never rotated: the store holds no secret, and every process makes the same. */
export const webhookSecret = (keys: string, name: string): string =>
  `whsec_${Buffer.from(hkdfSync('sha256', seedOf(keys), '', `axproof webhook ${name}`, 32)).toString('base64')}`;

/** As it is read from outside. */
export class PublishedLog {
  #key: string | undefined;
  #log: Promise<StoreLog> | undefined;

  /** `keys` is the key folder of the service. */
  constructor(
    private readonly store: Pick<Store, 'log'>,
    private readonly keys: string,
  ) {}

  /** As NAME+ID+KEY (a vkey). The key of a log is the same for ever. */
  key(): string {
    this.#key ??= vkeyOf(logSigner(this.keys).key);
    return this.#key;
  }

  async file(path: string): Promise<Uint8Array | undefined> {
    this.#log ??= this.store.log(logSigner(this.keys));
    try {
      return await (await this.#log).file(path);
    } catch (error) {
      // A store that could not be asked once may answer the next time.
      this.#log = undefined;
      throw error;
    }
  }
}
