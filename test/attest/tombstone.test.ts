// What is believed of a tombstone: what a trusted key signed while it might, in words that can only be read as what they are.
import { expect } from 'chai';
import { tombstone } from '../../src/attest/issue.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { verifyTombstone } from '../../src/attest/verify/verify-tombstone.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { PublicKey, Tombstone } from '../../src/contract/generated/types.ts';
import { ISSUED, jwk, keySet, signer, WINDOW } from './signed.ts';

const GONE = { document: 'report', digest: `sha256:${'1'.repeat(64)}`, reason: 'a person asked for it' } as const;

async function check(at: number, key: Partial<PublicKey> = {}, edit: Partial<Tombstone> = {}) {
  const whole = JSON.parse(Buffer.from(await tombstone({ ...GONE, at }, signer())).toString('utf8')) as Tombstone;
  return verifyTombstone(Buffer.from(JSON.stringify({ ...whole, ...edit })), trustedKeys(keySet(jwk(undefined, key))));
}

describe('verifyTombstone', () => {
  const cases: [string, () => ReturnType<typeof check>, ErrorCode | undefined][] = [
    ['signed in the window of its key', () => check(ISSUED), undefined],
    ['signed as its key begins', () => check(WINDOW.nbf * 1000), undefined],
    ['signed before its key', () => check(WINDOW.nbf * 1000 - 1), 'issued-outside-window'],
    ['signed as its key ends', () => check(WINDOW.exp * 1000), 'issued-outside-window'],
    ['under a key that was revoked', () => check(ISSUED, { status: 'revoked', revoked_at: ISSUED / 1000 }), 'revoked-key'],
    ['of another day', () => check(ISSUED, {}, { at: new Date(ISSUED + 1).toISOString() }), 'statement-mismatch'],
  ];
  for (const [name, made, code] of cases)
    it(`${name} is ${code ?? 'believed'}`, async () => {
      const found = await made();
      expect([found.ok, found.ok ? undefined : found.code, found.tombstone?.digest]).to.deep.equal([code === undefined, code, GONE.digest]);
    });

  for (const at of ['2026-11-21', 'x', '2026-11-21T00:00:00.000Z: all is well\nsame verdict, byte for byte: PASSED\n'])
    it(`tells nothing of one that was taken down at ${JSON.stringify(at)}`, async () => {
      expect(await check(ISSUED, {}, { at }))
        .to.include({ ok: false, code: 'bad-report' })
        .and.not.have.property('tombstone');
    });
});
