// Verifies proofs of a Merkle tree as RFC 9162 2.1.3.2 and 2.1.4.2 say it (the proofs of RFC 6962). It must not trust the length of a proof, and never throws.
import { nodeHash, sameHash } from './hash.ts';

const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
/** Sizes pass 2^32, where bit operations end. */
const half = (n: number): number => Math.floor(n / 2);
const odd = (n: number): boolean => n % 2 === 1;

/** The leaf stands at `index` of the tree with `size` leaves and this root. */
export function verifyInclusion(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[], root: Uint8Array): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      while (!odd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameHash(hash, root);
}

/** The tree of `old` leaves with the old root is the beginning of the tree of `size` leaves with the root. */
export function verifyConsistency(old: number, size: number, proof: readonly Uint8Array[], oldRoot: Uint8Array, root: Uint8Array): boolean {
  if (!isSize(old) || !isSize(size) || old > size) return false;
  if (old === size) return proof.length === 0 && sameHash(oldRoot, root);
  // Every tree begins with nothing.
  if (old === 0) return proof.length === 0;
  let [at, last] = [old - 1, size - 1];
  while (odd(at)) [at, last] = [half(at), half(last)];
  // An old tree that is a whole subtree of the new one is not in its own proof.
  const steps = at === 0 ? [oldRoot, ...proof] : [...proof];
  let [oldHash, newHash] = [steps[0], steps[0]];
  if (!oldHash || !newHash) return false;
  for (const step of steps.slice(1)) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      oldHash = nodeHash(step, oldHash);
      newHash = nodeHash(step, newHash);
      while (!odd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      newHash = nodeHash(newHash, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameHash(oldHash, oldRoot) && sameHash(newHash, root);
}
