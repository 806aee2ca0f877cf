// verifies: genuine signatures are told from forged ones, and what is not judged is called unclear.
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../../src/contract/digest.ts';
import type { Json } from '../../../src/contract/json.ts';
import { verifies } from '../../../src/views/signed/verify.ts';
import { signed } from '../../../src/views/signed/view.ts';
import { value } from '../answer.ts';
import {
  b64url,
  card,
  compact,
  countersigned,
  dsse,
  ecdsaDsse,
  es256,
  flattened,
  header,
  key,
  p256Key,
  p256Pair,
  signature,
} from './signer.ts';

const artefact = (document: unknown, at = 0): Json => value(signed, { body: { json: document } }).artefacts[at];
const CARD = {
  name: 'a',
  description: 'b',
  version: '1',
  skills: [],
  capabilities: { streaming: false },
  iconUrl: '',
  provider: { organization: 'o', url: 'https://t.example' },
};
const TRIMMED = {
  name: 'a',
  description: 'b',
  version: '1',
  skills: [],
  capabilities: {},
  provider: { organization: 'o', url: 'https://t.example' },
};
const BARE = { name: 'a', description: 'b', version: '1', provider: { organization: 'o', url: 'https://t.example' } };
/** As the Python SDK of A2A 1.0 writes a card: nothing empty at any depth, and all beyond ASCII by its number. */
const PYTHON = {
  name: 'Größe \u{1f600}\u007f',
  description: '',
  version: '1',
  capabilities: { streaming: false, extensions: [{ uri: 'x', params: {} }] },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }, {}],
  skills: [{ id: 's', examples: ['', 'e'], price: 0, note: null }],
};
const PYTHON_TEXT =
  '{"capabilities":{"extensions":[{"uri":"x"}],"streaming":false},"name":"Gr\\u00f6\\u00dfe \\ud83d\\ude00\\u007f",' +
  '"skills":[{"examples":["e"],"id":"s","price":0}],"version":"1"}';
/** As releases of the SDK for 0.3 write one: what the schema presumes is left out too. */
const PRESUMING = {
  name: 'a',
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: false },
  securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Key' }, r: 1 },
};
const presumed = (rest: string): string => `{${rest},"securitySchemes":{"k":{"in":"header","name":"X-Key"},"r":1}}`;
const thumb = Buffer.from(sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: key().x })).slice(7), 'hex').toString('base64url');
const point = p256Pair(1).jwk;
const p256Thumb = Buffer.from(sha256(JSON.stringify({ crv: 'P-256', kty: 'EC', x: point.x, y: point.y })).slice(7), 'hex').toString(
  'base64url',
);
const P256 = { kty: 'EC', crv: 'P-256', x: 'a', y: 'b', kid: 'k1' };
const envelope = dsse('{"a":1}');
const sig = envelope.signatures[0]!.sig;
const resigned = (text: string): object => ({ ...envelope, signatures: [{ sig: text }] });
/** The last character of a base64 text carries unused bits: another one decodes to the same bytes. */
const alias = (text: string): string =>
  text.replace(/(.)(=*)$/, (_, last: string, pad: string) => String.fromCharCode(last.charCodeAt(0) + 1) + pad);
const many = (n: number): Json[] => Array.from({ length: n }, (_, i) => key(i + 100, {}));

const CASES: [string, unknown, Json[], string][] = [
  ['a compact JWS', compact({ a: 1 }), [key()], 'true'],
  ['a key without a name that signed', compact({ a: 1 }, { kid: 'other' }), [key(1, {})], 'true'],
  ['alg Ed25519 (RFC 9864)', compact({ a: 1 }, { alg: 'Ed25519' }), [key()], 'true'],
  ['a flattened JWS', flattened({ a: 1 }), [key()], 'true'],
  [
    'a general JWS',
    { payload: flattened({ a: 1 }).payload, signatures: [flattened({ a: 1 })].map(({ payload: _, ...rest }) => rest) },
    [key()],
    'true',
  ],
  ['a kid in the open header', { ...flattened({ a: 1 }, { kid: undefined }), header: { kid: 'k1' } }, [key(2), key()], 'true'],
  ['a DSSE envelope', envelope, [key()], 'true'],
  [
    'a DSSE envelope in base64url',
    { ...envelope, payload: b64url('{"a":1}'), signatures: [{ sig: b64url(Buffer.from(sig, 'base64')) }] },
    [key()],
    'true',
  ],
  ['a DSSE envelope with a keyid that nobody publishes', dsse('{"a":1}', 1, 'other'), [key()], 'true'],
  ['a card', card(CARD), [key()], 'true'],
  ['a card signed without its default members', card(CARD, TRIMMED), [key()], 'true'],
  ['a card signed without required ones too', card(CARD, BARE), [key()], 'true'],
  ['a card signed by the Python SDK', card(PYTHON, PYTHON_TEXT), [key()], 'true'],
  ['a card signed by the same after JCS', card(PYTHON, JSON.parse(PYTHON_TEXT)), [key()], 'true'],
  [
    'a card of 0.3 signed by the Python SDK',
    card(PRESUMING, presumed('"capabilities":{"streaming":false},"name":"a","protocolVersion":"0.3.0"')),
    [key()],
    'true',
  ],
  ['a card of 0.3 signed by its first releases', card(PRESUMING, presumed('"name":"a"')), [key()], 'true'],
  ['a card of the Python SDK that was changed', { ...card(PYTHON, PYTHON_TEXT), version: '2' }, [key()], 'false'],
  [
    'a card of 0.3 whose transport was changed',
    { ...card(PRESUMING, presumed('"name":"a"')), preferredTransport: 'GRPC' },
    [key()],
    'false',
  ],
  ['a card of 0.3 whose version was changed', { ...card(PRESUMING, presumed('"name":"a"')), protocolVersion: '0.2.0' }, [key()], 'false'],
  ['an envelope under ECDSA', ecdsaDsse('{"a":1}'), [p256Key()], 'true'],
  ['an envelope under ECDSA as r and s', ecdsaDsse('{"a":1}', 1, 'ieee-p1363'), [key(), p256Key()], 'true'],
  ['an envelope under ECDSA of another key', ecdsaDsse('{"a":1}'), [key(), p256Key(2)], 'false'],
  ['an envelope under ECDSA, changed', { ...ecdsaDsse('{"a":1}'), payload: b64url('{"a":2}') }, [p256Key()], 'false'],
  ['an envelope and a key that is no point', dsse('{"a":1}', 2), [P256], 'false'],
  ['a token of another issuer', compact({ iss: 'https://issuer.example/' }, { kid: 'theirs' }, 2), [key()], 'foreign'],
  ['a token of another issuer under the name of a key that is here', compact({ iss: 'https://issuer.example/' }, {}, 2), [key()], 'false'],
  ['a token of another issuer without a kid', compact({ iss: 'https://issuer.example' }, { kid: undefined }, 2), [key()], 'foreign'],
  [
    'a token of another issuer under a key of the site',
    compact({ iss: 'did:web:a.example' }, { kid: 'did:web:t.example#1' }, 2),
    [key()],
    'false',
  ],
  ['a token of the site itself', compact({ iss: 'https://t.example' }, {}, 2), [key()], 'false'],
  ['a token whose issuer is a word', compact({ iss: 'me' }, {}, 2), [key()], 'false'],

  ['a key set', compact({ a: 1 }), [{ keys: [key(2), key()] }], 'true'],
  ['a key among others without a kid', compact({ a: 1 }, { kid: undefined }), [key(2), P256, key()], 'true'],
  ['a kid that is the thumbprint', compact({ a: 1 }, { kid: thumb }), [key(1, {})], 'true'],
  ['two keys of one kid', compact({ a: 1 }), [key(2, { kid: 'k1' }), key()], 'true'],

  ['ES256', es256({ a: 1 }), [p256Key()], 'true'],
  ['ES256 by the thumbprint', es256({ a: 1 }, { kid: p256Thumb }), [p256Key(1, {})], 'true'],
  ['ES256 with keys of other kinds', es256({ a: 1 }, { kid: undefined }), [key(), p256Key(2), p256Key()], 'true'],
  ['a key that has no name because it is in PEM', compact({ a: 1 }), [key(1, { form: 'pem' })], 'true'],
  ['the id of a method without its document', compact({ a: 1 }, { kid: 'did:web:t.example#1' }), [key(1, { kid: '#1' })], 'true'],

  ['ES256 under another key', es256({ a: 1 }, { kid: 'p2' }, 1), [p256Key(2)], 'false'],
  ['ES256 as DER', es256({ a: 1 }, {}, 1, 'der'), [p256Key()], 'false'],
  ['ES256 of another payload', es256({ a: 1 }).replace(/\.[^.]*\./, `.${b64url('{"a":2}')}.`), [p256Key()], 'false'],
  ['ES256 of zeros', es256({ a: 1 }).replace(/[^.]*$/, b64url(Buffer.alloc(64))), [p256Key()], 'false'],
  ['ES256 with a key for encryption', es256({ a: 1 }), [p256Key(1, { kid: 'p1', use: 'enc' })], 'false'],
  ['ES256 with a key that is no point', es256({ a: 1 }, { kid: 'k1' }), [P256], 'false'],
  ['ES256 with keys for EdDSA alone', es256({ a: 1 }, { kid: 'k1' }), [key()], 'false'],
  ['EdDSA with keys for ES256 alone', compact({ a: 1 }, { kid: 'p1' }), [p256Key()], 'false'],
  ['another PEM key', compact({ a: 1 }), [key(2, { form: 'pem' })], 'false'],
  [
    'the id of a method of another document',
    compact({ a: 1 }, { kid: 'did:web:a.example#1' }),
    [key(1, { kid: 'did:web:b.example#1' })],
    'foreign',
  ],
  ['a DID of somebody else', compact({ a: 1 }, { kid: 'did:key:z6Mk' }, 2), [key()], 'foreign'],
  ['an address of somebody else', compact({ a: 1 }, { kid: 'https://a.example/keys#1' }, 2), [key()], 'foreign'],
  ['keys on another site', compact({ a: 1 }, { jku: 'https://a.example/jwks.json' }, 2), [key()], 'foreign'],
  ['keys on another site, and the key is here', compact({ a: 1 }, { jku: 'https://a.example/jwks.json' }), [key()], 'true'],
  ['keys of its own site', compact({ a: 1 }, { jku: '/jwks.json' }, 2), [key()], 'false'],
  ['a DID of somebody else in DSSE', dsse('{"a":1}', 2, 'did:web:a.example#1'), [key()], 'foreign'],
  ['a DID of somebody else, and a key in PEM', compact({ a: 1 }, { kid: 'did:web:a.example' }), [key(2, { form: 'pem' })], 'foreign'],
  ['a DID of somebody else whose key is there', compact({ a: 1 }, { kid: 'did:key:a#1' }), [key(1, { kid: 'did:key:a#1' })], 'true'],
  ['a DID whose other keys are there', compact({ a: 1 }, { kid: 'did:key:a#1' }), [key(1, { kid: 'did:key:a#2' })], 'false'],
  ['a DID whose key is there and did not sign', compact({ a: 1 }, { kid: 'did:key:a#1' }), [key(2, { kid: 'did:key:a#1' })], 'false'],
  ['a DID of the site', compact({ a: 1 }, { kid: 'did:web:T.example#1' }, 2), [key()], 'false'],
  ['a DID of another host of the site', compact({ a: 1 }, { kid: 'did:web:keys.t.example:a#1' }, 2), [key()], 'false'],
  ['an address of the site', compact({ a: 1 }, { kid: 'https://t.example/keys#1' }, 2), [key()], 'false'],
  ['a word that begins like a DID', compact({ a: 1 }, { kid: 'did:' }, 2), [key()], 'false'],

  ['no key', compact({ a: 1 }), [], 'false'],
  ['another key', compact({ a: 1 }, {}, 2), [key()], 'false'],
  ['another kid', compact({ a: 1 }), [key(1, { kid: 'k2' })], 'false'],
  ['a kid for another key', compact({ a: 1 }), [key(2, { kid: 'k1' }), key(1, { kid: 'k2' })], 'false'],
  ['a changed payload', { ...flattened({ a: 1 }), payload: b64url('{"a":2}') }, [key()], 'false'],
  ['a changed header', { ...flattened({ a: 1 }), protected: header({ extra: 1 }) }, [key()], 'false'],
  ['a changed card', { ...card(CARD), name: 'evil' }, [key()], 'false'],
  ['a card with a member more', { ...card(CARD), evil: true }, [key()], 'false'],
  ['another payload type', { ...envelope, payloadType: 'text/plain' }, [key()], 'false'],
  ['a signature over the payload alone', resigned(Buffer.from(signature('{"a":1}'), 'base64url').toString('base64')), [key()], 'false'],
  ['alg none', compact({ a: 1 }, { alg: 'none' }), [key()], 'false'],
  ['alg None', compact({ a: 1 }, { alg: 'nOnE' }), [key()], 'false'],
  ['no alg', flattened({ a: 1 }, { alg: undefined }), [key()], 'false'],
  ['a key for encryption', compact({ a: 1 }), [key(1, { kid: 'k1', use: 'enc' })], 'false'],
  ['a key for another algorithm', compact({ a: 1 }), [key(1, { kid: 'k1', alg: 'ES256' })], 'false'],
  ['a key that may only sign', compact({ a: 1 }), [key(1, { kid: 'k1', key_ops: ['sign'] })], 'false'],
  ['a key that the signature brings', compact({ a: 1 }, { jwk: key(2) }, 2), [key()], 'false'],
  ['an alias of the signature', { ...flattened({ a: 1 }), signature: alias(flattened({ a: 1 }).signature) }, [key()], 'false'],
  ['a padded JWS signature', { ...flattened({ a: 1 }), signature: `${flattened({ a: 1 }).signature}==` }, [key()], 'false'],
  ['a JWS signature in plain base64', { ...flattened({ a: 1 }), signature: sig }, [key()], 'false'],
  ['an alias of a DSSE signature', resigned(alias(sig)), [key()], 'false'],
  ['a DSSE signature with blanks', resigned(`${sig.slice(0, 10)} ${sig.slice(10)}`), [key()], 'false'],
  ['an alias of the key', compact({ a: 1 }), [key(1, { kid: 'k1', x: alias(String(key().x)) })], 'false'],
  ['a key of 31 bytes', compact({ a: 1 }), [key(1, { kid: 'k1', x: b64url(Buffer.alloc(31, 7)) })], 'false'],
  ['a signature of 63 bytes', resigned(Buffer.from(sig, 'base64').subarray(1).toString('base64')), [key()], 'false'],
  [
    'the identity key',
    resigned(Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64')),
    [key(1, { x: b64url(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])) })],
    'false',
  ],
  ['two keys without a name, one of which signed', compact({ a: 1 }, { kid: 'other' }), [key(1, {}), key(2, {})], 'false'],
  ['a key without a name that did not sign', compact({ a: 1 }, { kid: 'k1' }), [key(2, {})], 'false'],
  ['a DSSE payload that is no base64', { ...envelope, payload: '{"a":1}' }, [key()], 'false'],
  ['more keys than are tried, none of them named', compact({ a: 1 }, { kid: 'k1' }), many(20), 'false'],

  ['ES384', compact({ a: 1 }, { alg: 'ES384' }), [P256], 'unclear'],
  ['a key in a form that is not read', es256({ a: 1 }), [{ kty: 'unread', kid: 'p1' }], 'unclear'],
  ['a key without a name in a form that is not read', es256({ a: 1 }), [{ kty: 'unread', form: 'pem' }, key()], 'unclear'],
  ['a kid that nobody but an unread key could have', compact({ a: 1 }), [{ kty: 'unread', kid: 'k9' }], 'unclear'],
  ['HS256', compact({ a: 1 }, { alg: 'HS256' }), [key()], 'unclear'],
  ['EdDSA with Ed448', compact({ a: 1 }, {}, 2), [{ kty: 'OKP', crv: 'Ed448', x: 'a', kid: 'k1' }], 'unclear'],
  ['DSSE with a key of another kind', dsse('{"a":1}', 2), [{ kty: 'EC', crv: 'P-384', x: 'a', y: 'b' }], 'unclear'],
  ['a critical extension', compact({ a: 1 }, { crit: ['b64'], b64: false }), [key()], 'unclear'],
  ['a detached payload', compact({ a: 1 }).replace(/\..*\./, '..'), [key()], 'unclear'],
  ['more keys than are tried', compact({ a: 1 }, { kid: undefined }), many(9), 'unclear'],
];

describe('verifies', () => {
  for (const [name, document, keys, expected] of CASES) {
    it(`calls ${name} ${expected}`, () => {
      const found = verifies(artefact(document), keys);
      expect(found.value).to.equal(expected);
      expect(found.why === undefined).to.equal(expected === 'true');
    });
  }

  const twice = (more: object, seed: number): object => countersigned(CARD, card(CARD), card(CARD, CARD, more, seed));
  const BESIDE: [string, object, string][] = [
    ['its second signer, whose key is elsewhere, foreign', twice({ kid: 'registry' }, 2), 'foreign'],
    ['a second signature under its own key true', twice({}, 1), 'true'],
    ['a second signature that its own key did not make false', twice({}, 2), 'false'],
    ['a second signature that names no key false', twice({ kid: undefined }, 2), 'false'],
  ];
  for (const [name, document, expected] of BESIDE)
    it(`calls ${name}`, () => expect(verifies(artefact(document, 1), [key()]).value).to.equal(expected));
  it('calls the first signer of two false, whatever the second is', () =>
    expect(verifies(artefact(countersigned(CARD, card(CARD, CARD, { kid: 'x' }, 2), card(CARD))), [key()]).value).to.equal('false'));

  const NO: [string, Json][] = [
    ['null', null],
    ['a text', 'x'],
    ['an object', {}],
    ['a signature alone', { signature: 'AA' }],
    ['an unknown reason', { kind: 'dsse', signature: 'AA', unjudged: 'toString' }],
    ['a message that is no base64url', { kind: 'dsse', signature: 'AA', message: '=' }],
    ['a list of messages', { kind: 'dsse', signature: 'AA', message: [] }],
  ];
  for (const [name, node] of NO) it(`is false for ${name}`, () => expect(verifies(node, [key()]).value).to.equal('false'));

  it('says unclear of a document too large to canonicalise', () => {
    const large = { ...card({ name: 'a', notes: 'x'.repeat(2 * 1024 * 1024) }) };
    expect(verifies(artefact(large), [key()]).value).to.equal('unclear');
  });

  it('bounds its work, whatever is published', () => {
    const crowd = many(40);
    const entry = (card(CARD) as { signatures: object[] }).signatures[0]!;
    const found = value(signed, { body: { json: { ...CARD, signatures: Array.from({ length: 500 }, () => entry) } } });
    expect([found.artefacts.length, found.more]).to.deep.equal([8, 492]);
    for (const one of found.artefacts) expect(verifies({ ...one, kid: undefined, foreign: undefined }, crowd).value).to.equal('unclear');
  });

  it('never throws', () => {
    const names = fc.constantFrom(
      'kind',
      'alg',
      'kid',
      'signature',
      'message',
      'messages',
      'unjudged',
      'kty',
      'crv',
      'x',
      'keys',
      'use',
      '__proto__',
    );
    const leaf = fc.constantFrom('dsse', 'jws', 'EdDSA', 'OKP', 'Ed25519', 'k1', sig, b64url('a'), 1, null, true, '');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(names, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree as fc.Arbitrary<Json>, fc.array(tree as fc.Arbitrary<Json>, { maxLength: 3 }), (node, keys) => {
        expect(verifies(node, keys).value).to.not.equal('true');
      }),
    );
  });
});
