// Merkle proofs: against published roots, against the definitions of RFC 6962 2.1 written out, and against another verifier.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { emptyRoot, leafHash, nodeHash } from '../../../src/attest/log/hash.ts';
import { consistencyRanges, inclusionRanges, type Range } from '../../../src/attest/log/ranges.ts';
import { verifyConsistency, verifyInclusion } from '../../../src/attest/log/verify-proofs.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Leaves and roots of the tests of Certificate Transparency (google/certificate-transparency, merkletree). */
const CT_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The definitions of RFC 6962 2.1, as they stand there. */
const largest = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);
const mth = (d: Uint8Array[]): Uint8Array =>
  d.length === 0 ? emptyRoot() : d.length === 1 ? d[0]! : nodeHash(mth(d.slice(0, largest(d.length))), mth(d.slice(largest(d.length))));
function path(m: number, d: Uint8Array[]): Uint8Array[] {
  if (d.length <= 1) return [];
  const k = largest(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}
function subproof(m: number, d: Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === d.length) return whole ? [] : [mth(d)];
  const k = largest(d.length);
  return m <= k ? [...subproof(m, d.slice(0, k), whole), mth(d.slice(k))] : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}

const MOST = 66;
const leaves = Array.from({ length: MOST }, (_, i) => leafHash(Buffer.from(`entry ${i}`)));
const roots = Array.from({ length: MOST + 1 }, (_, size) => mth(leaves.slice(0, size)));
const hashed = (ranges: Range[]): Uint8Array[] => ranges.map(({ lo, hi }) => mth(leaves.slice(lo, hi)));

type SigstoreVerify = (entry: object, checkpoint: object) => void;
const load = createRequire(import.meta.url);
const merkle = load(load.resolve('@sigstore/verify').replace(/index\.js$/, 'tlog/merkle.js')) as { verifyMerkleInclusion: SigstoreVerify };

describe('proofs of a Merkle tree', () => {
  it('has the published roots', () => {
    const hashes = CT_LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
    for (const [size, root] of CT_ROOTS.entries()) expect(hex(mth(hashes.slice(0, size)))).to.equal(root);
  });

  it('makes and verifies the inclusion proofs of the definition, for every place in every small tree', () => {
    for (let size = 1; size <= MOST; size++) {
      for (let index = 0; index < size; index++) {
        const proof = path(index, leaves.slice(0, size));
        expect(hashed(inclusionRanges(index, size)).map(hex)).to.deep.equal(proof.map(hex));
        expect(verifyInclusion(leaves[index]!, index, size, proof, roots[size]!)).to.equal(true);
      }
    }
  });

  it('makes and verifies the consistency proofs of the definition, for every pair of small trees', () => {
    for (let size = 1; size <= MOST; size++) {
      for (let old = 1; old <= size; old++) {
        const proof = subproof(old, leaves.slice(0, size), true);
        expect(hashed(consistencyRanges(old, size)).map(hex)).to.deep.equal(proof.map(hex));
        expect(verifyConsistency(old, size, proof, roots[old]!, roots[size]!), `${old} ${size}`).to.equal(true);
      }
    }
  });

  it('agrees with another verifier', () => {
    for (const [index, size] of [
      [0, 1],
      [0, 2],
      [5, 7],
      [63, 64],
      [64, 65],
      [40, 66],
    ] as const) {
      const entry = (body: string, at: number) => ({
        canonicalizedBody: Buffer.from(body),
        inclusionProof: {
          logIndex: String(at),
          treeSize: String(size),
          hashes: hashed(inclusionRanges(index, size)),
          rootHash: roots[size],
        },
      });
      const head = { logSize: BigInt(size), logHash: roots[size] };
      merkle.verifyMerkleInclusion(entry(`entry ${index}`, index), head);
      expect(() => merkle.verifyMerkleInclusion(entry('another', index), head)).to.throw();
    }
  });

  it('refuses inclusion proofs of anything else', () => {
    const wrong = createHash('sha256').update('x').digest();
    for (let size = 2; size <= 40; size++) {
      for (let index = 0; index < size; index++) {
        const proof = hashed(inclusionRanges(index, size));
        const holds = (leaf: Uint8Array, at: number, of: number, hashes: Uint8Array[], root: Uint8Array) =>
          verifyInclusion(leaf, at, of, hashes, root);
        expect(holds(wrong, index, size, proof, roots[size]!)).to.equal(false);
        expect(holds(leaves[(index + 1) % size]!, index, size, proof, roots[size]!)).to.equal(false);
        expect(holds(leaves[index]!, (index + 1) % size, size, proof, roots[size]!)).to.equal(false);
        expect(holds(leaves[index]!, index + size, size, proof, roots[size]!)).to.equal(false);
        expect(holds(leaves[index]!, index, size, proof, wrong)).to.equal(false);
        expect(holds(leaves[index]!, index, size, [...proof, wrong], roots[size]!)).to.equal(false);
        expect(holds(leaves[index]!, index, size, proof.slice(1), roots[size]!)).to.equal(false);
        expect(holds(leaves[index]!, index, size, proof.slice(0, -1), roots[size]!)).to.equal(false);
        for (let at = 0; at < proof.length; at++)
          expect(
            holds(
              leaves[index]!,
              index,
              size,
              proof.map((hash, i) => (i === at ? wrong : hash)),
              roots[size]!,
            ),
          ).to.equal(false);
      }
    }
  });

  it('refuses consistency proofs of anything else', () => {
    const wrong = createHash('sha256').update('x').digest();
    for (let size = 2; size <= 40; size++) {
      for (let old = 1; old < size; old++) {
        const proof = hashed(consistencyRanges(old, size));
        expect(verifyConsistency(old, size, proof, wrong, roots[size]!)).to.equal(false);
        expect(verifyConsistency(old, size, proof, roots[old]!, wrong)).to.equal(false);
        expect(verifyConsistency(old, size, proof, roots[old - 1]!, roots[size]!)).to.equal(false);
        expect(verifyConsistency(size, old, proof, roots[size]!, roots[old]!)).to.equal(false);
        expect(verifyConsistency(old, size, [...proof, wrong], roots[old]!, roots[size]!)).to.equal(false);
        expect(verifyConsistency(old, size, proof.slice(1), roots[old]!, roots[size]!)).to.equal(false);
        expect(verifyConsistency(old, size, [], roots[old]!, roots[size]!)).to.equal(false);
        for (let at = 0; at < proof.length; at++)
          expect(
            verifyConsistency(
              old,
              size,
              proof.map((hash, i) => (i === at ? wrong : hash)),
              roots[old]!,
              roots[size]!,
            ),
          ).to.equal(false);
      }
    }
    expect(verifyConsistency(3, 3, [], roots[3]!, roots[4]!)).to.equal(false);
    expect(verifyConsistency(3, 3, [wrong], roots[3]!, roots[3]!)).to.equal(false);
    expect(verifyConsistency(0, 3, [], emptyRoot(), roots[3]!)).to.equal(true);
    expect(verifyConsistency(0, 3, [wrong], emptyRoot(), roots[3]!)).to.equal(false);
  });

  it('refuses numbers that are no sizes', () => {
    for (const [index, size] of [
      [-1, 2],
      [0, 0],
      [0.5, 2],
      [0, 2 ** 53],
      [Number.NaN, 2],
    ] as const)
      expect(verifyInclusion(leaves[0]!, index, size, [leaves[1]!], roots[2]!), `${index} ${size}`).to.equal(false);
    expect(verifyConsistency(-1, 2, [], roots[1]!, roots[2]!)).to.equal(false);
  });

  it('names ranges of trees beyond 2^32', () => {
    const size = 2 ** 40 + 3;
    expect(inclusionRanges(size - 1, size)).to.deep.equal([
      { lo: size - 3, hi: size - 1 },
      { lo: 0, hi: size - 3 },
    ]);
    expect(consistencyRanges(2 ** 40, size)).to.deep.equal([{ lo: 2 ** 40, hi: size }]);
  });
});
