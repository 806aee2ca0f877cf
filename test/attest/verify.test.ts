// Every way in which a report cannot be believed has its own code, and none of them passes.
import { expect } from 'chai';
import { type Verification, verifyReport } from '../../src/attest/verify/verify-report.ts';
import { ERRORS, EXIT } from '../../src/contract/errors.ts';
import { jcs } from '../../src/json/jcs.ts';
import { AROUND, EDITS, type Edit, ENVELOPES, FILES, two } from './forgeries.ts';
import { bytesOf, ISSUED, jwk, signedReport, unsigned, verdict, verify } from './signed.ts';

const CHECKS = 'file form envelope key key-in-force signature statement agreement verdict evidence report window clock age'.split(' ');
type CheckName = Verification['checks'][number]['name'];

const outcome = (found: Verification, name: CheckName) => found.checks.find((one) => one.name === name)?.outcome;

describe('verifyReport', () => {
  let text: string;
  const judge = (edit: Edit): Verification => {
    const file = edit(text);
    return verify(typeof file === 'string' ? Buffer.from(file, 'utf8') : file);
  };
  before(async () => {
    text = jcs(await signedReport(unsigned({ evidence: two })));
  });

  it('believes a signed report, and lists every check', () => {
    const found = judge((t) => t);
    expect(found).to.include({ ok: true, signed: true, kid: jwk().kid });
    expect(found).to.not.have.any.keys('code', 'detail');
    expect(found.checks.map(({ name }) => name)).to.deep.equal(CHECKS);
    expect(found.checks.filter((c) => c.outcome !== 'ok').map((c) => c.name)).to.deep.equal(['age']);
    expect(found.report!.verdict).to.deep.equal(verdict);
  });

  for (const [group, table] of Object.entries({ file: FILES, report: EDITS, envelope: ENVELOPES, around: AROUND })) {
    for (const [name, edit, code] of table) {
      it(`${group}: ${name} is ${code}`, () => {
        const found = judge(edit);
        expect(found.checks.filter((c) => c.outcome === 'failed').map((c) => `${c.name}: ${c.code}: ${c.detail}`)).to.not.deep.equal([]);
        expect({ code: found.code, ok: found.ok }, found.detail).to.deep.equal({ code, ok: false });
        expect(ERRORS[code].exit).to.equal(EXIT.forged);
      });
    }
  }

  it('calls an edited report edited before it calls it unsigned', () => {
    const file = jcs({ ...unsigned(), verdict: { ...verdict, grade: 'A' } });
    const found = verify(Buffer.from(file));
    expect(found.code).to.equal('digest-mismatch-verdict');
    expect(found.checks.filter((c) => c.code).map((c) => c.code)).to.include('unsigned');
  });

  it('says of a reformatted report that only its form is wrong', () => {
    const found = verify(Buffer.from(`${text}\n`));
    expect(found.checks.filter((c) => c.outcome === 'failed').map((c) => c.code)).to.deep.equal(['not-canonical']);
  });

  it('judges digests without a key set', () => {
    const found = verifyReport(bytesOf(unsigned()), undefined, { now: ISSUED });
    expect(found).to.include({ ok: false, code: 'unsigned', signed: false });
    expect(['verdict', 'evidence', 'signature'].map((name) => outcome(found, name as CheckName))).to.deep.equal(['ok', 'ok', 'skipped']);
    expect(verifyReport(Buffer.from(text), undefined, { now: ISSUED }).code).to.equal('unknown-key');
  });
});
