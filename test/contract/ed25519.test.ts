// Ed25519: every published case behaves as marked, and keys that verify anything are refused.
import { readFileSync } from 'node:fs';
import { generateKeyPairFromSeed, sign, verify } from '@stablelib/ed25519';
import { expect } from 'chai';
import fc from 'fast-check';
import { soundPoint, verifyEd25519 } from '../../src/contract/ed25519.ts';
import { WEAK_POINTS } from './weak-points.ts';

interface Suite {
  testGroups: { publicKey: { pk: string }; tests: { tcId: number; comment: string; msg: string; sig: string; result: string }[] }[];
}
const suite = JSON.parse(readFileSync(new URL('../../fixtures/vectors/ed25519/ed25519_test.json', import.meta.url), 'utf8')) as Suite;
const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

describe('verifyEd25519', () => {
  let cases = 0;
  for (const group of suite.testGroups) {
    for (const test of group.tests) {
      cases += 1;
      it(`wycheproof ${test.tcId} ${test.comment} is ${test.result}`, () => {
        expect(verifyEd25519(hex(group.publicKey.pk), hex(test.msg), hex(test.sig))).to.equal(test.result === 'valid');
      });
    }
  }
  it('ran all 151 cases', () => expect(cases).to.equal(151));

  for (const point of WEAK_POINTS) {
    it(`refuses the point ${point.slice(0, 4)}…${point.slice(-2)} as key and as R`, () => {
      expect(soundPoint(hex(point))).to.equal(false);
      const pair = generateKeyPairFromSeed(new Uint8Array(32).fill(7));
      expect(verifyEd25519(pair.publicKey, hex(''), Buffer.concat([hex(point), new Uint8Array(32)]))).to.equal(false);
    });
  }

  it('refuses the identity key under which one signature fits every message', () => {
    const key = hex(WEAK_POINTS[0]!);
    const signature = Buffer.concat([key, new Uint8Array(32)]);
    for (const message of ['a', 'b'].map((text) => Buffer.from(text))) {
      expect(verify(key, message, signature), 'the bare library accepts it').to.equal(true);
      expect(verifyEd25519(key, message, signature)).to.equal(false);
    }
  });

  it('accepts what it should and never throws', () => {
    const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
    fc.assert(
      fc.property(bytes(32), fc.uint8Array(), fc.nat(511), (seed, message, bit) => {
        const pair = generateKeyPairFromSeed(seed);
        const signature = sign(pair.secretKey, message);
        expect(verifyEd25519(pair.publicKey, message, signature)).to.equal(true);
        signature[bit >> 3] = signature[bit >> 3]! ^ (1 << (bit & 7));
        expect(verifyEd25519(pair.publicKey, message, signature)).to.equal(false);
      }),
      { numRuns: 20 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.uint8Array(), fc.uint8Array({ maxLength: 70 }), (key, message, signature) => {
        expect(verifyEd25519(key, message, signature)).to.equal(false);
      }),
      { numRuns: 200 },
    );
  });
});
