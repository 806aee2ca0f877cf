// Whom a reader believes: keys, clocks, and what even a holder of a trusted key may not say.
import { expect } from 'chai';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { jcs } from '../../src/json/jcs.ts';
import { bytesOf, DAY, forged, ISSUED, jwk, keySet, signedReport, signer, unsigned, verify, WINDOW } from './signed.ts';
import { STATEMENTS } from './statements.ts';

const OTHER = new Uint8Array(32).fill(9);

describe('verifyReport, the key', () => {
  it('does not know a key that is not in the set', async () => {
    expect(verify(bytesOf(await signedReport(unsigned(), signer(OTHER)))).code).to.equal('unknown-key');
  });

  it('does not take the signature of another key under the kid of a trusted one', async () => {
    const stolen = { ...signer(OTHER), kid: jwk().kid };
    const found = verify(bytesOf(await signedReport(unsigned(), stolen)), { keys: keySet(jwk(), jwk(OTHER)) });
    expect(found.code).to.equal('bad-signature');
  });

  it('does not use a key of another algorithm', async () => {
    const bytes = bytesOf(await signedReport());
    for (const key of [
      { kty: 'RSA', kid: jwk().kid, n: 'AQAB', e: 'AQAB' },
      { ...jwk(), alg: 'ES256' },
      { ...jwk(), crv: 'X25519' },
    ])
      expect(verify(bytes, { keys: keySet(key) }).code, JSON.stringify(key)).to.equal('wrong-algorithm');
  });

  it('believes nothing of a revoked key, unless a log saw the report before', async () => {
    const report = await signedReport();
    const keys = keySet(jwk(undefined, { status: 'revoked', revoked_at: ISSUED / 1000 + 60 }));
    expect(verify(bytesOf(report), { keys }).code).to.equal('revoked-key');
    const asked: string[] = [];
    const loggedAt = (seconds: number) => (digest: string) => {
      asked.push(digest);
      return seconds;
    };
    expect(verify(bytesOf(report), { keys, loggedAt: loggedAt(ISSUED / 1000 + 59) }).ok).to.equal(true);
    expect(verify(bytesOf(report), { keys, loggedAt: loggedAt(ISSUED / 1000 + 60) }).code).to.equal('revoked-key');
    expect(verify(bytesOf(report), { keys, loggedAt: () => undefined }).code).to.equal('revoked-key');
    expect(asked[0]).to.equal(verify(bytesOf(report)).digests!.report);
  });

  it('believes a historic key in its window', async () => {
    const bytes = bytesOf(await signedReport());
    expect(verify(bytes, { keys: keySet(jwk(undefined, { status: 'historic' })), now: ISSUED + 3650 * DAY * 1000 }).ok).to.equal(true);
  });
});

describe('verifyReport, the clock', () => {
  const seconds = ISSUED / 1000;
  const cases: [string, Parameters<typeof verify>[1], ErrorCode | undefined][] = [
    ['issued before its key', { keys: keySet(jwk(undefined, { nbf: seconds + 1 })) }, 'issued-outside-window'],
    ['issued as its key begins', { keys: keySet(jwk(undefined, { nbf: seconds })) }, undefined],
    ['issued as its key ends', { keys: keySet(jwk(undefined, { exp: seconds })) }, 'issued-outside-window'],
    ['issued just before its key ends', { keys: keySet(jwk(undefined, { exp: seconds + 1 })) }, undefined],
    ['issued five minutes ahead', { now: ISSUED - 300_000 }, undefined],
    ['issued further ahead', { now: ISSUED - 300_001 }, 'issued-in-future'],
    ['read by a clock that is none', { now: Number.NaN }, 'issued-in-future'],
    ['as old as may be', { now: ISSUED + 60_000, maxAge: 60 }, undefined],
    ['older', { now: ISSUED + 60_001, maxAge: 60 }, 'too-old'],
    ['older than a limit that is none', { maxAge: Number.NaN }, 'too-old'],
    ['as old as can be, with no limit', { now: ISSUED + 1e14 }, undefined],
  ];
  for (const [name, options, code] of cases) {
    it(`${name} is ${code ?? 'believed'}`, async () => {
      const found = verify(bytesOf(await signedReport()), options);
      expect(found.code, found.detail).to.equal(code);
      expect(found.ok).to.equal(code === undefined);
    });
  }

  for (const at of ['2026-11-21', '2026-02-30T00:00:00.000Z', '2026-11-21T00:00:00.000+01:00', 'now']) {
    it(`does not read ${at} as a time`, async () => {
      const found = verify(bytesOf(await forged(unsigned({ issued: { at } }), (s) => s)));
      expect(found.code).to.equal('issued-outside-window');
    });

    it(`calls an unsigned report of ${at} too old for any limit`, () => {
      const { checks } = verify(bytesOf(unsigned({ issued: { at, mode: 'advisory-local' } })), { maxAge: 1e9 });
      expect(checks.flatMap(({ code }) => code ?? [])).to.deep.equal(['unsigned', 'too-old']);
    });
  }
});

describe('verifyReport, what a holder of a trusted key may say', () => {
  for (const [name, change, code] of STATEMENTS) {
    it(`${name} is ${code}`, async () => {
      const found = verify(bytesOf(await forged(unsigned(), (s) => JSON.parse(JSON.stringify(change(s))))));
      expect(found.code, found.detail).to.equal(code);
      expect(found.checks.find((one) => one.name === 'signature')?.outcome).to.equal('ok');
    });
  }

  it('a statement in another spelling is bad-statement', async () => {
    for (const spell of [
      (value: unknown) => JSON.stringify(value, null, 1),
      (value: unknown) => `${jcs(value)}\n`,
      () => '{"a":1,"a":1}',
      () => '\ufeff{}',
    ])
      expect(verify(bytesOf(await forged(unsigned(), (s) => s, spell))).code).to.equal('bad-statement');
  });

  it('an advisory report that somebody signed is no signed report', async () => {
    expect(verify(bytesOf(await forged(unsigned({ issued: { mode: 'advisory-local' } }), (s) => s))).code).to.equal('statement-mismatch');
  });

  it('has a window that reaches over the sample', () => expect(ISSUED / 1000).to.be.within(WINDOW.nbf, WINDOW.exp));
});
