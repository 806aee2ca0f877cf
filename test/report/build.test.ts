// Digests of a report: each covers what it should, and nothing that may differ between equal runs.
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import { jcs } from '../../src/json/jcs.ts';
import { buildReport, reportDigest, reportText } from '../../src/report/build.ts';
import { json } from '../../src/report/json.ts';
import { evidence, issued, verdict } from './sample.ts';

const report = buildReport({ verdict, evidence, issued });

describe('buildReport', () => {
  it('digests the verdict alone', () => {
    expect(report.verdictDigest).to.equal(sha256(jcs(verdict)));
    const later = buildReport({ verdict, evidence, issued: { ...issued, at: '2027-01-01T00:00:00.000Z' } });
    expect(later.verdictDigest).to.equal(report.verdictDigest);
    expect(reportDigest(later)).to.not.equal(reportDigest(report));
  });

  it('digests every stored byte of the evidence, and not the digest itself', () => {
    expect(report.evidence.digest).to.equal(sha256(jcs(evidence)));
    expect(buildReport({ verdict, evidence: report.evidence, issued }).evidence.digest).to.equal(report.evidence.digest);
    const [exchange] = evidence.exchanges;
    const changed = { ...evidence, exchanges: [{ ...exchange!, answer: { ...exchange!.answer, body: { text: 'other' } } }] };
    expect(buildReport({ verdict, evidence: changed, issued }).evidence.digest).to.not.equal(report.evidence.digest);
    expect(evidence).to.not.have.property('digest');
  });

  it('leaves an attestation out of the report digest', () => {
    expect(reportDigest({ ...report, attestation: { payload: 'x' } } as typeof report)).to.equal(reportDigest(report));
  });

  it('stores exact canonical bytes', () => {
    expect(reportText(report)).to.equal(jcs(report));
    expect(jcs(JSON.parse(reportText(report)))).to.equal(reportText(report));
    expect(sha256(reportText(report))).to.equal(reportDigest(report));
  });

  it('prints JSON that reads back to the same report', () => {
    expect(json(report).endsWith('}\n')).to.equal(true);
    expect(JSON.parse(json(report))).to.deep.equal(JSON.parse(reportText(report)));
  });
});
