// A document with its bodies apart is the canonical form of the whole, whatever stands in it.
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../src/contract/digest.ts';
import { jcs } from '../../src/json/jcs.ts';
import { evidenceDigest, reportDigest, reportText, writtenEvidence } from '../../src/report/build.ts';
import { piecesOf, splitBodies } from '../../src/report/written.ts';
import { signedReport, unsigned } from '../attest/signed.ts';
import { withBodies } from '../store/sample.ts';

/** Texts that look like what stands in the place of a body. */
const likeMarks = fc.tuple(fc.constantFrom('', '"', 'x"', '\\'), fc.nat(3), fc.nat(3)).map(([lead, mark, i]) => `${lead}body ${mark} ${i}`);
const text = fc.oneof(likeMarks, fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }), fc.string());

describe('a document with its bodies apart', () => {
  it('is the canonical form of the whole', () => {
    const body = fc.oneof(fc.record({ text }), fc.record({ base64: text }));
    const beside = fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(fc.record({ body, beside }), { maxLength: 6 }), (values) => {
        const made = splitBodies((leave) => values.map((value) => ({ ...value, body: leave(value.body) })));
        expect([...piecesOf(made)].join('')).to.equal(jcs(values));
      }),
    );
  });

  it('is the same with a part of it that was written before', () => {
    const body = fc.record({ text });
    fc.assert(
      fc.property(fc.array(fc.oneof(body, text), { maxLength: 6 }), fc.array(body, { maxLength: 3 }), text, (inner, beside, name) => {
        const part = splitBodies((leave) => inner.map((value) => (typeof value === 'string' ? value : leave(value))));
        const made = splitBodies((leave, insert) => ({
          [name]: insert(part),
          beside: beside.map((value) => leave(value)),
          twice: [insert(part)],
        }));
        expect([...piecesOf(made)].join('')).to.equal(jcs({ [name]: inner, beside, twice: [inner] }));
      }),
    );
  });

  it('has the digests and the text of the whole report', async () => {
    const bodies = [
      { text: 'a "body" \u{1F600} of the target\n'.repeat(40) },
      { base64: Buffer.alloc(900, 7).toString('base64') },
      { text: 'short' },
    ];
    const report = await signedReport(unsigned({ evidence: withBodies(...bodies) }));
    const { attestation: _, ...bare } = report;
    const { digest, ...evidence } = report.evidence;
    expect(reportText(report)).to.equal(jcs(report));
    expect(reportDigest(report)).to.equal(sha256(jcs(bare)));
    expect(evidenceDigest(report.evidence))
      .to.equal(digest)
      .and.to.equal(sha256(jcs(evidence)));
    expect(writtenEvidence(report.evidence).bodies).to.have.length(2);
  });

  it('refuses a body that has no canonical form', () => {
    const lone = withBodies({ text: `\ud800${'x'.repeat(300)}` });
    expect(() => evidenceDigest(lone))
      .to.throw()
      .with.property('code', 'not-plain-json');
  });
});
