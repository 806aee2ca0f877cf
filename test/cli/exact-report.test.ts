// A service's older report: the notice comes off, and the report is what it was, to the byte.
import { expect } from 'chai';
import { exactReport } from '../../src/mounts/cli/remote/remote.ts';
import { staleJson } from '../../src/mounts/http/report-responder.ts';
import { allBytes, whole } from '../../src/report/written.ts';

const report = Buffer.from('{"evidence":{"text":"a \\",\\"stale\\":{\\" b"},"kind":"VerificationReport"}');
const notice = {
  issuedAt: '2026-01-01T00:00:00.000Z',
  age: 90,
  code: 'too-many-runs',
  reason: 'too many',
  retryAfter: 360,
  report: 'https://verifier.example/reports/sha256:0',
};

describe('an older report of a service', () => {
  it('is read without its notice, which is told', () => {
    const { bytes, stale } = exactReport(allBytes(staleJson(whole(report), notice)));
    expect(Buffer.from(bytes).equals(report)).to.equal(true);
    expect(stale).to.match(/made at 2026-01-01.*too-many-runs.*360 seconds/);
  });

  it('that has none stays as it is', () => {
    expect(exactReport(report)).to.deep.equal({ bytes: report });
  });
});
