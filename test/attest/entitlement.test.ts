// A token that somebody shows: believed under a key that is trusted and in force, in its time, and in one spelling. What was used of it is looked at elsewhere.
import { expect } from 'chai';
import { type Entitlement, entitlementToken } from '../../src/attest/entitlement.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { type EntitlementCheck, verifyEntitlement } from '../../src/attest/verify/verify-entitlement.ts';
import type { PublicKey } from '../../src/contract/generated/types.ts';
import { DAY, ISSUED, jwk, keySet, signer, TEST_SEED, WINDOW } from './signed.ts';

const SECONDS = ISSUED / 1000;
const CLAIMS: Entitlement = {
  jti: 'e1',
  sub: 'somebody',
  scope: 'monitors',
  targets: ['example.com'],
  ceiling: 5,
  iat: SECONDS,
  exp: SECONDS + 30 * DAY,
};

describe('an entitlement that is shown', () => {
  const shown = async (more: Partial<Entitlement> = {}, key: Partial<PublicKey> = {}, now = ISSUED): Promise<EntitlementCheck> =>
    verifyEntitlement(await entitlementToken({ ...CLAIMS, ...more }, signer()), trustedKeys(keySet(jwk(TEST_SEED, key))), now);

  it('is believed with all that it says, to its last millisecond', async () => {
    expect(await shown()).to.deep.equal({ ok: true, entitlement: CLAIMS });
    expect((await shown({}, {}, CLAIMS.exp * 1000 - 1)).ok).to.equal(true);
  });

  it('outlives the window of its key, in which it was issued', async () => {
    expect((await shown({ exp: WINDOW.exp + 30 * DAY }, { status: 'historic' }, (WINDOW.exp + DAY) * 1000)).ok).to.equal(true);
  });

  const refused: [name: string, claims: Partial<Entitlement>, key: Partial<PublicKey>, now: number, detail: string][] = [
    ['whose time is over', {}, {}, CLAIMS.exp * 1000, 'its time is over'],
    ['that was issued before its key', { iat: WINDOW.nbf - 1 }, {}, ISSUED, 'it was issued outside of the window of its key'],
    [
      'that was issued when its key had ended',
      { iat: SECONDS },
      { exp: SECONDS },
      ISSUED,
      'it was issued outside of the window of its key',
    ],
    ['under a key that was revoked', {}, { status: 'revoked', revoked_at: SECONDS + DAY }, ISSUED, 'the key that signed it was revoked'],
  ];
  for (const [name, claims, key, now, detail] of refused)
    it(`is refused ${name}`, async () => expect(await shown(claims, key, now)).to.deep.equal({ ok: false, detail }));

  it('is refused under another key than was trusted, and where a signature of it stands under other claims', async () => {
    const token = await entitlementToken(CLAIMS, signer());
    const other = new Uint8Array(32).fill(9);
    const trust = trustedKeys(keySet(jwk()));
    expect(verifyEntitlement(token, trustedKeys(keySet(jwk(other))), ISSUED)).to.deep.equal({
      ok: false,
      detail: 'it names a key that is not of this service',
    });
    const [header = '', , tail = ''] = token.split('.');
    const [, claims = ''] = (await entitlementToken({ ...CLAIMS, ceiling: 6 }, signer(other))).split('.');
    expect(verifyEntitlement(`${header}.${claims}.${tail}`, trust, ISSUED)).to.deep.equal({
      ok: false,
      detail: 'its signature does not fit',
    });
    for (const spelled of [`${token}.`, `${token}=`, ` ${token}`, token.replace('.', '..')])
      expect(verifyEntitlement(spelled, trust, ISSUED).ok, spelled).to.equal(false);
  });
});
