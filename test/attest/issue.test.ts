// Signing: what is signed is what a reader would believe, and nothing of the report changes.
import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { expect } from 'chai';
import { attest } from '../../src/attest/issue.ts';
import { AxproofError } from '../../src/contract/errors.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { pae } from '../../src/contract/pae.ts';
import { jcs } from '../../src/json/jcs.ts';
import { reportDigest } from '../../src/report/build.ts';
import { DAY, ISSUED, jwk, signedReport, signer, unsigned, WINDOW } from './signed.ts';

async function refusal(report: VerificationReport, by = signer(), now = ISSUED): Promise<string> {
  try {
    await attest(report, by, now);
  } catch (error) {
    if (error instanceof AxproofError) return error.code;
    throw error;
  }
  return 'signed';
}

describe('attest', () => {
  it('adds the attestation and sets nothing else', async () => {
    const report = unsigned();
    const before = jcs(report);
    const { attestation, ...rest } = await signedReport(report);
    expect(jcs(rest)).to.equal(before);
    expect(jcs(report)).to.equal(before);
    expect(attestation!.signatures).to.have.length(1);
    expect((await attest(report, signer(), ISSUED)).digest).to.equal(reportDigest(report));
    expect(reportDigest({ ...report, attestation })).to.equal(reportDigest(report));
  });

  it('signs the PAE of a canonical statement, as Node sees it too', async () => {
    const { attestation } = await signedReport();
    const payload = Buffer.from(attestation!.payload, 'base64');
    const statement = JSON.parse(payload.toString('utf8')) as { _type: string; subject: { name: string }[] };
    expect(jcs(statement)).to.equal(payload.toString('utf8'));
    expect(statement._type).to.equal('https://in-toto.io/Statement/v1');
    expect(statement.subject.map(({ name }) => name)).to.deep.equal(
      ['report', 'verdict', 'evidence'].map((part) => `https://example.com/${part}`),
    );
    const key = createPublicKey({ key: { ...jwk() }, format: 'jwk' });
    const signature = Buffer.from(attestation!.signatures[0]!.sig, 'base64');
    expect(nodeVerify(null, pae(attestation!.payloadType, payload), key, signature)).to.equal(true);
  });

  it('signs the same report with the same bytes', async () => expect(jcs(await signedReport())).to.equal(jcs(await signedReport())));

  const at = (offset: number): VerificationReport => unsigned({ issued: { at: new Date(ISSUED + offset).toISOString() } });
  const cases: [string, () => VerificationReport | Promise<VerificationReport>, string, number?][] = [
    ['a local report', () => unsigned({ issued: { mode: 'advisory-local' } }), 'not-signable'],
    ['a signed report', () => signedReport(), 'not-signable'],
    ['a report with a wrong verdict digest', () => ({ ...unsigned(), verdictDigest: `sha256:${'0'.repeat(64)}` }), 'not-signable'],
    [
      'a report with a wrong evidence digest',
      () => ({ ...unsigned(), evidence: { ...unsigned().evidence, digest: `sha256:${'0'.repeat(64)}` } }),
      'not-signable',
    ],
    ['a report about two targets', () => unsigned({ evidence: { ...unsigned().evidence, target: 'https://b.example' } }), 'not-signable'],
    ['no report', () => ({ kind: 'VerificationReport' }) as VerificationReport, 'not-signable'],
    ['a report without a time', () => unsigned({ issued: { at: 'yesterday' } }), 'not-signable'],
    ['a report from just ahead', () => at(300_000), 'signed'],
    ['a report from the future', () => at(300_001), 'not-signable'],
    ['a report from before the key', () => at(-11 * DAY * 1000), 'no-signing-key'],
    ['a key that has not begun', () => at(-11 * DAY * 1000), 'no-signing-key', (WINDOW.nbf - 1) * 1000],
    ['a key that has ended', () => unsigned(), 'no-signing-key', WINDOW.exp * 1000],
    ['a clock that is none', () => unsigned(), 'no-signing-key', Number.NaN],
  ];
  for (const [name, report, expected, now] of cases)
    it(`${name}: ${expected}`, async () => expect(await refusal(await report(), signer(), now)).to.equal(expected));

  it('does not pass on what is no signature', async () => {
    expect(await refusal(unsigned(), { ...signer(), sign: async () => new Uint8Array(63) })).to.equal('not-signable');
  });
});
