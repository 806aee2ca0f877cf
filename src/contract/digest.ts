// SHA-256 as packs, reports and evidence name it, and whether a text is such a name. It hashes what it is given: canonical form is the caller's business.
import { createHash } from 'node:crypto';

/** `sha256:` and 64 lower-case hex digits; a text is hashed as UTF-8, and pieces one after another. */
export function sha256(data: string | Uint8Array | Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const piece of typeof data === 'string' || data instanceof Uint8Array ? [data] : data) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}

/** Hashes and counts what passes by. */
export class Passing {
  size = 0;
  readonly #hash = createHash('sha256');

  *through<P extends string | Uint8Array>(pieces: Iterable<P>): Generator<P, void> {
    for (const piece of pieces) {
      this.#hash.update(piece);
      this.size += Buffer.byteLength(piece);
      yield piece;
    }
  }

  digest(): string {
    return `sha256:${this.#hash.digest('hex')}`;
  }
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

export const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value);
