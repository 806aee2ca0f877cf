// Seeded chance: one stream a name and index (docs/language.md, Chance). No other randomness exists in the engine.
import { createHash, hkdfSync } from 'node:crypto';
import { PLACEHOLDER_HEAD } from '../../contract/placeholder.ts';

const INFO = 'axproof/sample/1';

/** 32-byte key of a stream: HKDF-SHA-256 (RFC 5869) of the seed as 8 bytes big-endian, no salt. */
export function streamKey(seed: number, name: string, index: number): Buffer {
  const ikm = Buffer.alloc(8);
  ikm.writeBigUInt64BE(BigInt(seed));
  return Buffer.from(hkdfSync('sha256', ikm, Buffer.alloc(0), Buffer.from(`${INFO}\0${name}\0${index}`, 'utf8'), 32));
}

const block = (key: Buffer, i: number): Buffer => {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(i);
  return createHash('sha256').update(key).update(counter).digest();
};

/** The endless sequence of 32-bit words of a stream. */
export function words(key: Buffer): () => number {
  let current: Buffer = Buffer.alloc(0);
  let at = 0;
  let i = 0;
  return () => {
    if (at >= current.length) {
      current = block(key, i++);
      at = 0;
    }
    at += 4;
    return current.readUInt32BE(at - 4);
  };
}

const WORDS = 2 ** 32;
/** Times a word, integers up to here are exact as doubles. */
const EXACT = 2 ** 21;

/** A uniform integer in 0 … n−1, n ≤ 2^32 (Lemire, arXiv 1805.10941). */
export function bounded(next: () => number, n: number): number {
  if (n > EXACT) return boundedLarge(next, n);
  let product = next() * n;
  if (product % WORDS < n) {
    const threshold = WORDS % n;
    while (product % WORDS < threshold) product = next() * n;
  }
  return Math.floor(product / WORDS);
}

function boundedLarge(next: () => number, n: number): number {
  const size = BigInt(n);
  const threshold = 0x100000000n % size;
  let product = BigInt(next()) * size;
  while ((product & 0xffffffffn) < threshold) product = BigInt(next()) * size;
  return Number(product >> 32n);
}

/** A copy in the stream's order: Fisher–Yates from the front. The caller sorts first. */
export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const out = [...items];
  for (let i = 0; i < out.length - 1; i++) {
    const j = i + bounded(next, out.length - i);
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}

/** Names of secrets' streams hold a character that names of probes have not. */
const secretBlock = (seed: number, name: string): Buffer => block(streamKey(seed, `secret/${name}`, 0), 0);

/** Placeholder of the secret $.env.NAME in a run. */
export const secretOfEnv = (seed: number, name: string): string =>
  PLACEHOLDER_HEAD + secretBlock(seed, `env/${name}`).subarray(0, 16).toString('hex');

/** Beginning of the placeholders of an exchange: 8 hex digits are left for its hop and the number of the value in it. */
export const secretStem = (seed: number, exchange: string): string =>
  PLACEHOLDER_HEAD + secretBlock(seed, exchange).subarray(0, 12).toString('hex');

/** 16 bytes of the nth stream named run, in hex: what stands in paths that cannot exist. The first is $.run.nonce. */
export const runNonce = (seed: number, n = 0): string =>
  block(streamKey(seed, 'run', n), 0)
    .subarray(0, 16)
    .toString('hex');
