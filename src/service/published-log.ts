// The service's transparency log as it is read from outside: its key and its files. It appends nothing: releases do that.
import { vkeyOf } from '../attest/log/log-key.ts';
import type { StoreLog } from '../store/release.ts';
import type { Store } from '../store/store.ts';
import { logSigner } from './log-keys.ts';

export class PublishedLog {
  readonly #store: Pick<Store, 'log'>;
  readonly #keys: string;
  #key: string | undefined;
  #log: Promise<StoreLog> | undefined;

  /** `keys` is the key folder of the service. */
  constructor(store: Pick<Store, 'log'>, keys: string) {
    this.#store = store;
    this.#keys = keys;
  }

  /** As NAME+ID+KEY (a vkey). The key of a log is the same for ever. */
  key(): string {
    this.#key ??= vkeyOf(logSigner(this.#keys).key);
    return this.#key;
  }

  async file(path: string): Promise<Uint8Array | undefined> {
    this.#log ??= this.#store.log(logSigner(this.#keys));
    try {
      return await (await this.#log).file(path);
    } catch (error) {
      // A store that could not be asked once may answer the next time.
      this.#log = undefined;
      throw error;
    }
  }
}
