// verifies: signatures that bring a certificate along, whose chain nobody judges here, are neither verified nor forged.
import { expect } from 'chai';
import type { Json } from '../../../src/contract/json.ts';
import { verifies } from '../../../src/views/signed/verify.ts';
import { signed } from '../../../src/views/signed/view.ts';
import { value } from '../answer.ts';
import { bundle, certificate, compact, dsse, ecdsaDsse, es256, key, p256Key } from './signer.ts';

const CASES: [string, unknown, Json[], string][] = [
  ['a certificate of a key that is not at hand', compact({ a: 1 }, { kid: undefined, x5c: [certificate(key(2))] }, 2), [key()], 'foreign'],
  ['the same with a name of its key', compact({ a: 1 }, { kid: 'theirs', x5c: [certificate(key(2))] }, 2), [key()], 'foreign'],
  ['a certificate, and the name of a key of the site', compact({ a: 1 }, { x5c: [certificate(key(2))] }, 2), [key()], 'false'],
  ['a certificate of another key than signed', compact({ a: 1 }, { kid: undefined, x5c: [certificate(key(3))] }, 2), [key()], 'false'],
  ['a certificate of a key of the site', compact({ a: 1 }, { kid: undefined, x5c: [certificate(key(1))] }), [key()], 'true'],
  ['what is no certificate', compact({ a: 1 }, { kid: undefined, x5c: ['AAAA'] }, 2), [key()], 'false'],
  ['what is no list of certificates', compact({ a: 1 }, { kid: undefined, x5c: certificate(key(2)) }, 2), [key()], 'false'],
  ['a certificate of P-256', es256({ a: 1 }, { kid: undefined, x5c: [certificate(p256Key(2))] }, 2), [p256Key()], 'foreign'],
  ['a bundle of Sigstore', bundle(dsse('{"a":1}', 2, ''), certificate(key(2))), [key()], 'foreign'],
  ['a bundle with a chain', bundle(ecdsaDsse('{"a":1}', 2), certificate(p256Key(2)), true), [p256Key()], 'foreign'],
  ['a bundle of a key of the site', bundle(dsse('{"a":1}'), certificate(key(2))), [key()], 'true'],
  [
    'a bundle whose envelope was changed',
    bundle({ ...dsse('{"a":1}', 2, ''), payload: 'eyJhIjoyfQ==' }, certificate(key(2))),
    [key()],
    'false',
  ],
];

describe('a certificate beside a signature', () => {
  for (const [name, document, keys, expected] of CASES)
    it(`${name}: ${expected}`, () => {
      const { artefacts } = value(signed, { body: { json: [document] } });
      expect([artefacts.length, verifies(artefacts[0], keys).value]).to.deep.equal([1, expected]);
    });
});
