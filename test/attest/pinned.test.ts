// Pinned reports are signed, read and refused like any other, and what they say twice agrees.
import { expect } from 'chai';
import { attest } from '../../src/attest/issue.ts';
import { readStatement } from '../../src/attest/verify/agreement.ts';
import { readReport } from '../../src/attest/verify/read-report.ts';
import type { AxproofError } from '../../src/contract/errors.ts';
import type { PinnedVerdict, PinnedVerificationReport, Statement } from '../../src/contract/generated/types.ts';
import { pinnedVerdict } from '../../src/engine/pinned.ts';
import { buildPinnedReport, reportText } from '../../src/report/build.ts';
import { evidence, issued, verdict } from '../report/sample.ts';
import { bytesOf, ISSUED, signer, verify } from './signed.ts';

/** The sample without what fails or was not seen. */
const good = {
  ...verdict,
  conclusive: true,
  caps: [],
  checks: verdict.checks.map((check) => ({ ...check, verdict: 'pass' as const })),
};

const pinned = (of: PinnedVerdict): PinnedVerificationReport =>
  buildPinnedReport({ verdict: of, evidence, issued: { ...issued, mode: 'attested-remote' } });
const accepted = pinned(pinnedVerdict(good, true));

const payloadOf = (report: PinnedVerificationReport): Statement =>
  readStatement(Buffer.from(report.attestation?.payload ?? '', 'base64')) as Statement;

describe('pinned reports', () => {
  it('pass here, so that the tests below begin with one that does', () => expect(accepted.passed).to.equal(true));

  it('are signed with passed instead of a grade, and verify', async () => {
    const signed = await attest(accepted, signer(), ISSUED);
    const found = verify(Buffer.from(reportText(signed)));
    expect([found.code, found.ok]).to.deep.equal([undefined, true]);
    expect(found.report).to.deep.include({ kind: 'PinnedVerificationReport', passed: true });
    const { predicate } = payloadOf(signed);
    expect(predicate).to.deep.include({ passed: true, pack: verdict.pack });
    expect(predicate).not.to.have.property('grade');
  });

  it('are not turned from refused to accepted, nor into a grade, under a signature', async () => {
    const refused = await attest(pinned(pinnedVerdict(good, false)), signer(), ISSUED);
    const ratified = pinned({ ...refused.verdict, ratified: true, passed: true });
    expect(verify(bytesOf({ ...ratified, attestation: refused.attestation })).code).to.equal('grade-mismatch');
    const { passed: _, ...rest } = refused;
    expect(verify(bytesOf({ ...rest, kind: 'VerificationReport' })).ok).to.equal(false);
  });

  const torn: [name: string, report: PinnedVerificationReport][] = [
    ['passed above and not below', { ...accepted, passed: false }],
    ['passed below and not above', { ...pinned({ ...accepted.verdict, passed: false }), passed: true }],
    ['another spec than pack', pinned({ ...accepted.verdict, spec: { ...verdict.pack, version: '9.9.9' } })],
    ['passed without being ratified', pinned({ ...accepted.verdict, ratified: false })],
    ['passed without being conclusive', pinned({ ...accepted.verdict, conclusive: false })],
    ['passed with a check that fails', pinned({ ...accepted.verdict, checks: [{ ...good.checks[0]!, verdict: 'fail' }, ...good.checks] })],
    ['passed with nothing that passes', pinned({ ...accepted.verdict, checks: [{ ...good.checks[0]!, verdict: 'not-applicable' }] })],
    ['not passed where everything does', pinned({ ...accepted.verdict, passed: false })],
  ];
  for (const [name, report] of torn) {
    it(`are neither read nor signed when they say ${name}`, async () => {
      expect(readReport(Buffer.from(reportText(report))).form?.code).to.equal('not-a-report');
      try {
        await attest(report, signer(), ISSUED);
        expect.fail('it was signed');
      } catch (error) {
        expect((error as AxproofError).code).to.equal('not-signable');
      }
    });
  }
});
