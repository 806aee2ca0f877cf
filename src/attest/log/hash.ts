// The hashes of an RFC 6962 Merkle tree. Leaves and nodes are told apart by their first byte, so that neither can pass for the other.
import { createHash } from 'node:crypto';

export const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Uint8Array => createHash('sha256').update(LEAF).update(entry).digest();
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

export const emptyRoot = (): Uint8Array => createHash('sha256').digest();

/** How two hashes compare is no secret. */
export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
