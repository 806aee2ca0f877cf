// A folder of keys: ring.json, and one PEM file for each private key. It must never lie in the store, and reads no clock.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { KeyRing, PublicKey } from '../../contract/generated/types.ts';
import { toBase64Url } from '../../json/base64.ts';
import { jcs } from '../../json/jcs.ts';
import { thumbprint } from '../public-key.ts';
import { publicKeyOf, type Signer, seedSigner } from '../sign.ts';
import { checkFolder, locked, readPrivate, readPublic, writeWhole } from './files.ts';
import { privatePem, readPrivatePem } from './pem.ts';
import { checkRing, EMPTY_RING, parseRing } from './ring.ts';
import { addKey, type NewKey, revoke, rotate, signingKey } from './steps.ts';

export const RING = 'ring.json';
const privateFile = (kid: string): string => `key-${kid}.pem`;

export interface KeyFolderOptions {
  /** Folder of the store, which keys may not lie in. */
  store?: string;
}

export class KeyFolder {
  constructor(
    readonly path: string,
    private readonly options: KeyFolderOptions = {},
  ) {}

  private get ringFile(): string {
    return join(this.path, RING);
  }

  /** The public part. Throws where the folder or the ring is not fit. */
  ring(): KeyRing {
    checkFolder(this.path, this.options);
    return parseRing(readPublic(this.ringFile), this.ringFile);
  }

  /** `begin` makes the ring where there is none: not before the lock, or it may be written over one that another process has just made. */
  private change(step: (ring: KeyRing) => { ring: KeyRing; key: PublicKey }, begin = false): Promise<PublicKey> {
    return locked(this.path, () => {
      if (begin && !existsSync(this.ringFile)) this.begin();
      const { ring, key } = step(this.ring());
      writeWhole(this.ringFile, jcs(checkRing(ring, this.ringFile)));
      return key;
    });
  }

  /** Makes a key, and the folder with the first one. `seed` is for tests. */
  async add(now: number, options: NewKey = {}, seed: () => Uint8Array = freshSeed): Promise<PublicKey> {
    checkFolder(this.path, { ...this.options, make: true });
    const secret = seed();
    return this.change((ring) => {
      const added = addKey(ring, publicKeyOf(secret), now, options);
      // The private key first: a ring never names a key that is not there.
      writeWhole(join(this.path, privateFile(added.key.kid)), privatePem(secret));
      return added;
    }, true);
  }

  /** Private keys without their ring are those of a folder that was damaged: beginning anew, what they signed would be of unknown keys. */
  private begin(): void {
    const keys = readdirSync(this.path).filter((name) => /^key-.*\.pem$/.test(name));
    if (keys.length > 0)
      throw new AxproofError('bad-keys', `${this.ringFile} is gone, and private keys lie beside its place: ${keys.slice(0, 3).join(', ')}`);
    writeWhole(this.ringFile, jcs(EMPTY_RING));
  }

  async rotate(now: number): Promise<PublicKey> {
    this.ring();
    return this.change((ring) => rotate(ring, now));
  }

  async revoke(kid: string, now: number, since?: number): Promise<PublicKey> {
    this.ring();
    return this.change((ring) => revoke(ring, kid, now, since));
  }

  /** The signer of the current key, whose window holds now. */
  signer(now: number): Signer {
    const key = signingKey(this.ring(), now);
    const file = join(this.path, privateFile(key.kid));
    const signer = seedSigner(readPrivatePem(readPrivate(file), file), key);
    if (signer.kid !== key.kid) throw new AxproofError('bad-keys', `${file} holds another key than its name says`);
    return signer;
  }
}

/** A kid that begins with a hyphen would be taken for an option on a command line. */
export function freshSeed(random: (bytes: number) => Uint8Array = randomBytes): Uint8Array {
  for (;;) {
    const seed = random(32);
    if (!thumbprint(toBase64Url(publicKeyOf(seed))).startsWith('-')) return seed;
  }
}
