// Pinned reports are signed, read and refused like any other, and what they say twice agrees.
import { expect } from 'chai';
import { attest } from '../../src/attest/issue.ts';
import { readStatement } from '../../src/attest/verify/agreement.ts';
import { readReport } from '../../src/attest/verify/read-report.ts';
import type { AxproofError } from '../../src/contract/errors.ts';
import type { PinnedVerificationReport, Statement } from '../../src/contract/generated/types.ts';
import { reportText } from '../../src/report/build.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { verdict } from '../report/sample.ts';
import { bytesOf, ISSUED, signer, verify } from './signed.ts';
import { accepted, good, pinned, TORN } from './torn.ts';

const payloadOf = (report: PinnedVerificationReport): Statement =>
  readStatement(Buffer.from(report.attestation?.payload ?? '', 'base64')) as Statement;

describe('pinned reports', () => {
  it('pass here, so that the tests below begin with one that does', () => expect(accepted.passed).to.equal(true));

  it('are signed with passed instead of a grade, and verify', async () => {
    const { report: signed } = await attest(accepted, signer(), ISSUED);
    const found = verify(Buffer.from(reportText(signed)));
    expect([found.code, found.ok]).to.deep.equal([undefined, true]);
    expect(found.report).to.deep.include({ kind: 'PinnedVerificationReport', passed: true });
    const { predicate } = payloadOf(signed);
    expect(predicate).to.deep.include({ passed: true, pack: verdict.pack });
    expect(predicate).not.to.have.property('grade');
  });

  it('are not turned from refused to accepted, nor into a grade, under a signature', async () => {
    const { report: refused } = await attest(pinned(pinnedVerdict(good, false)), signer(), ISSUED);
    const ratified = pinned({ ...refused.verdict, ratified: true, passed: true });
    expect(verify(bytesOf({ ...ratified, attestation: refused.attestation })).code).to.equal('grade-mismatch');
    const { passed: _, ...rest } = refused;
    expect(verify(bytesOf({ ...rest, kind: 'VerificationReport' })).ok).to.equal(false);
  });

  for (const [name, report] of TORN) {
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
