// One flipped bit anywhere in a signed report, its attestation included, is always detected.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { type TrustedKeys, trustedKeys } from '../../src/attest/verify/trust.ts';
import { verifyReport } from '../../src/attest/verify/verify-report.ts';
import { ERRORS, EXIT } from '../../src/contract/errors.ts';
import { sized } from '../whole.ts';
import { bytesOf, ISSUED, jwk, keySet, signedReport } from './signed.ts';

const FLIPS = sized(2_400);

/** The same keys, which ask the real ones once for each message and signature: most flips leave both as they are. */
function remembering(keys: TrustedKeys): TrustedKeys {
  const known = new Map<string, boolean>();
  return {
    kids: keys.kids,
    find(kid) {
      const key = keys.find(kid);
      if (key === undefined || key === 'other') return key;
      return {
        jwk: key.jwk,
        verifies(message, signature) {
          const name = createHash('sha256').update(message).update('|').update(signature).digest('hex');
          if (!known.has(name)) known.set(name, key.verifies(message, signature));
          return known.get(name)!;
        },
      };
    },
  };
}

/** Every top-level member of the file, and the members of the envelope, by where they begin. */
function parts(text: string): Map<string, [number, number]> {
  const names = [
    '"keyid":',
    '"sig":',
    '"payload":',
    '"payloadType":',
    '"evidence":',
    '"issued":',
    '"kind":',
    '"format":1,"issued"',
    '"verdict":',
    '"verdictDigest":',
  ];
  const starts = names.map((name): [string, number] => [name, text.indexOf(name)]).sort((a, b) => a[1] - b[1]);
  expect(starts.every(([, at]) => at > 0)).to.equal(true);
  return new Map(starts.map(([name, at], i) => [name, [at, starts[i + 1]?.[1] ?? text.length]]));
}

describe('a flipped bit in a signed report', function () {
  this.timeout(240_000);
  let bytes: Buffer;
  const keys = remembering(trustedKeys(keySet(jwk(), jwk(new Uint8Array(32).fill(8)))));
  const judge = (file: Uint8Array) => verifyReport(file, keys, { now: ISSUED });

  before(async () => {
    bytes = bytesOf(await signedReport());
    expect(judge(bytes).ok).to.equal(true);
  });

  function flip(at: number, bit: number): void {
    const copy = Buffer.from(bytes);
    copy[at] = copy[at]! ^ (1 << bit);
    const { ok, code } = judge(copy);
    expect(ok, `byte ${at}, bit ${bit}`).to.equal(false);
    expect(ERRORS[code!].exit, `byte ${at}, bit ${bit}: ${code}`).to.equal(EXIT.forged);
  }

  it(`is detected at ${FLIPS} random places`, () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => flip(at, bit)),
      { numRuns: FLIPS, endOnFailure: true },
    );
  });

  it('is detected in each part', () => {
    for (const [from, to] of parts(bytes.toString('utf8')).values())
      for (let i = 0; i < 12; i += 1) flip(Math.min(from + Math.floor(((to - from) * i) / 12), to - 1), i % 8);
  });

  it('is detected at the first and last bytes, in every bit', () => {
    for (const at of [0, 1, bytes.length - 2, bytes.length - 1]) for (let bit = 0; bit < 8; bit += 1) flip(at, bit);
  });

  it('is detected when a byte is added or taken away', () => {
    for (const file of [
      Buffer.concat([bytes, Buffer.from('\n')]),
      Buffer.concat([Buffer.from(' '), bytes]),
      bytes.subarray(1),
      bytes.subarray(0, -1),
    ]) {
      expect(judge(file).ok).to.equal(false);
    }
  });
});
