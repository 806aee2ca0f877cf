// The envelope: what is signed, in one spelling only.
import { expect } from 'chai';
import fc from 'fast-check';
import { open, PAYLOAD_TYPE, seal } from '../../src/attest/envelope.ts';
import { pae } from '../../src/contract/pae.ts';
import { fromBase64, fromBase64Url32, toBase64 } from '../../src/json/base64.ts';
import { jwk } from './signed.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

describe('pae', () => {
  it('is that of the DSSE specification', () => {
    expect(text(pae('http://example.com/HelloWorld', Buffer.from('hello world')))).to.equal(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
    expect(text(pae('', new Uint8Array()))).to.equal('DSSEv1 0  0 ');
  });

  it('counts bytes, not characters', () => expect(text(pae('é', Buffer.from('名')))).to.equal('DSSEv1 2 é 3 名'));

  it('is never the same for two inputs', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), fc.string(), fc.uint8Array(), (a, b, c, d) => {
        const same = a === c && Buffer.compare(b, d) === 0;
        expect(Buffer.compare(pae(a, b), pae(c, d)) === 0).to.equal(same);
      }),
    );
  });
});

describe('base64', () => {
  it('reads what it writes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void expect(Buffer.compare(fromBase64(toBase64(bytes))!, bytes)).to.equal(0)));
    fc.assert(
      fc.property(
        fc.uint8Array(),
        (bytes) => void expect(toBase64(bytes.subarray(1))).to.equal(Buffer.from(bytes).subarray(1).toString('base64')),
      ),
    );
  });

  for (const spelling of ['YQ', 'YQ=', 'YR==', 'Y Q==', 'YQ==\n', ' YQ==', 'YQ===', '-_8=', 'YQ==YQ==', '=', 'Y', 'é===']) {
    it(`refuses ${JSON.stringify(spelling)}`, () => expect(fromBase64(spelling)).to.equal(null));
  }

  it('reads 32 bytes of a JWK in one spelling', () => {
    const { x } = jwk();
    expect(fromBase64Url32(x)).to.have.length(32);
    for (const other of [
      `${x}=`,
      x.slice(1),
      `${x.slice(0, -1)}${x.endsWith('A') ? 'B' : String.fromCharCode(x.charCodeAt(42) + 1)}`,
      x.replace(/.$/, '+'),
    ])
      expect(fromBase64Url32(other), other).to.equal(null);
  });
});

describe('open', () => {
  it('gives back what was sealed', () => {
    const payload = Buffer.from('{}');
    const signature = Buffer.alloc(64, 3);
    const opened = open(seal(payload, jwk().kid, signature));
    expect(opened).to.deep.include({ ok: true, kid: jwk().kid });
    expect(seal(payload, jwk().kid, signature).payloadType).to.equal(PAYLOAD_TYPE);
  });

  it('is not upset by members that convert to nothing', () => {
    const alg = { toString: null, valueOf: null };
    expect(open({ alg })).to.include({ ok: false, code: 'wrong-algorithm' });
    expect(open({ signatures: [{ alg }] })).to.include({ ok: false, code: 'wrong-algorithm' });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(open(value).ok).to.equal(false)));
    fc.assert(
      fc.property(
        fc.anything(),
        (signatures) => void expect(open({ payload: '', payloadType: PAYLOAD_TYPE, signatures }).ok).to.equal(false),
      ),
    );
  });
});
