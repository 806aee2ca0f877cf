// The signed view: what it lists of artefacts, keys and the addresses of keys that these name, and what it leaves alone.
import { expect } from 'chai';
import fc from 'fast-check';
import { signed } from '../../../src/views/signed/view.ts';
import { sized } from '../../whole.ts';
import { code, type Loose, type Made, reading, value } from '../answer.ts';
import { b64, b64url, card, compact, dsse, flattened, key, p256Pair } from './signer.ts';

const json = (body: unknown): Made => ({ body: { json: body } });
const read = (body: unknown): Loose => value(signed, json(body));
const problems = (body: unknown): [string, string][] => read(body).problems.map((p: Loose) => [p.code, p.place]);
const deep = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : { a: deep(levels - 1, inner) });

describe('signed', () => {
  const ARTEFACTS: [string, unknown, object][] = [
    [
      'a DSSE envelope',
      dsse('{"a":1}'),
      { kind: 'dsse', kid: 'k1', payload: { a: 1 }, payloadType: 'application/vnd.in-toto+json', place: '/signatures/0' },
    ],
    ['one in a Sigstore bundle', { dsseEnvelope: dsse('{}') }, { kind: 'dsse', place: '/dsseEnvelope/signatures/0' }],
    ['a payload that is no JSON', dsse('hello world'), { message: b64url('DSSEv1 28 application/vnd.in-toto+json 11 hello world') }],
    ['a compact JWS', { a: [compact({ b: 2 })] }, { kind: 'jws', alg: 'EdDSA', kid: 'k1', payload: { b: 2 }, place: '/a/0' }],
    [
      'a flattened JWS',
      { proof: flattened({ b: 2 }, { jku: '/jwks.json' }) },
      { kind: 'jws', keyUrl: 'https://t.example/jwks.json', payload: { b: 2 }, place: '/proof' },
    ],
    [
      'a general JWS',
      { payload: b64url('{}'), signatures: [{ protected: b64url('{"alg":"EdDSA"}'), signature: 'AA', header: { kid: 'x' } }] },
      { kind: 'jws', kid: 'x', place: '/signatures/0' },
    ],
    ['a card', card({ name: 'a' }), { kind: 'a2a-card', alg: 'EdDSA', place: '/signatures/0' }],
    ['another algorithm', compact({}, { alg: 'ES256' }), { alg: 'ES256' }],
    ['one at the deepest level', deep(63, compact({})), { kind: 'jws' }],
  ];
  for (const [name, body, expected] of ARTEFACTS) {
    it(`lists ${name}`, () => {
      const found = read(body);
      expect(found.artefacts).to.have.length(1);
      expect(found.artefacts[0]).to.deep.include(expected);
      expect(found.problems).to.deep.equal([]);
    });
  }

  it('makes the pre-authentication encoding of the DSSE specification', () => {
    const { message } = read({ payload: b64('hello world'), payloadType: 'http://example.com/HelloWorld', signatures: [{ sig: 'AA==' }] })
      .artefacts[0];
    expect(Buffer.from(message, 'base64url').toString()).to.equal('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });

  it('reads a body that is one compact JWS', () => {
    expect(value(signed, { body: `${compact({ a: 1 })}\n` }).artefacts[0]).to.deep.include({ place: '', payload: { a: 1 } });
    expect(code(signed, { body: 'hello' })).to.equal('syntax');
    expect(code(signed, { body: 'ey.e30.AA' })).to.equal('syntax');
  });

  it('lists the key sets that signatures name, each once', () => {
    const found = read([flattened({}, { jku: '/k' }), flattened({ a: 1 }, { jku: 'https://t.example/k' })]);
    expect(found.keyUrls).to.deep.equal([{ href: 'https://t.example/k', place: '/0' }]);
  });

  it('lists keys with what is wrong with them', () => {
    const small = b64url(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]));
    const keys = [
      key(1),
      { kty: 'EC', crv: 'P-384', x: 'a', y: 'b', extra: 1 },
      key(2, { x: 'short' }),
      key(3, { x: small }),
      key(4, { d: 'secret' }),
      'x',
    ];
    expect(read({ keys }).keys.slice(0, 2)).to.deep.equal([
      { ...key(1), place: '/keys/0' },
      { kty: 'EC', crv: 'P-384', x: 'a', y: 'b', place: '/keys/1' },
    ]);
    expect(problems({ keys })).to.deep.equal([
      ['key-malformed', '/keys/2/x'],
      ['key-weak', '/keys/3/x'],
      ['key-private', '/keys/4'],
      ['key-malformed', '/keys/5'],
    ]);
    expect(JSON.stringify(read({ keys }))).to.not.include('secret');
  });

  it('lists a bare key, and keys of DID documents', () => {
    expect(read(key()).keys).to.have.length(1);
    expect(read({ verificationMethod: [{ id: '#1', publicKeyJwk: key() }] }).keys[0].place).to.equal('/verificationMethod/0/publicKeyJwk');
  });

  const p256 = p256Pair(1);
  const publicPem = p256.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const p256Jwk = { kty: 'EC', crv: 'P-256', x: p256.jwk.x, y: p256.jwk.y };
  const KEYS: [string, Made, object[]][] = [
    ['a body in PEM', { body: `# ours\n${publicPem}` }, [{ ...p256Jwk, form: 'pem', place: '' }]],
    ['PEM in a document', json({ owner: { publicKeyPem: publicPem } }), [{ ...p256Jwk, form: 'pem', place: '/owner/publicKeyPem' }]],
    [
      'PEM that cannot be read',
      { body: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' },
      [{ kty: 'unread', form: 'pem', place: '' }],
    ],
    [
      'a method of a DID document in JWK',
      json({ verificationMethod: [{ id: 'did:web:t.example#1', publicKeyJwk: key(1, {}) }] }),
      [{ ...key(1, {}), kid: 'did:web:t.example#1', place: '/verificationMethod/0/publicKeyJwk' }],
    ],
    [
      'a method in Multibase',
      json({ verificationMethod: [{ id: '#1', publicKeyMultibase: 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ2XJGTuDBy3Zw'.slice(0, 48) }] }),
      [{ kid: '#1', kty: 'OKP', crv: 'Ed25519', place: '/verificationMethod/0/publicKeyMultibase' }],
    ],
    [
      'a method in Multibase with a key of P-256',
      json({ verificationMethod: [{ id: '#1', publicKeyMultibase: 'zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv' }] }),
      [{ kid: '#1', kty: 'EC', crv: 'P-256', place: '/verificationMethod/0/publicKeyMultibase' }],
    ],
    [
      'a method in another base',
      json({ verificationMethod: [{ id: '#1', publicKeyMultibase: 'uAQID' }] }),
      [{ kid: '#1', kty: 'unread', place: '/verificationMethod/0/publicKeyMultibase' }],
    ],
    [
      'a method with a letter that base58 has not',
      json({ verificationMethod: [{ id: '#1', publicKeyMultibase: 'z6Mk0' }] }),
      [{ kid: '#1', kty: 'unread', place: '/verificationMethod/0/publicKeyMultibase' }],
    ],
    [
      'a method of another kind',
      json({ verificationMethod: [{ id: '#1', publicKeyMultibase: 'zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme' }] }),
      [{ kid: '#1', kty: 'unread', place: '/verificationMethod/0/publicKeyMultibase' }],
    ],
  ];
  for (const [name, made, expected] of KEYS) {
    it(`lists keys in ${name}`, () => {
      const { keys } = value(signed, made);
      expect(keys).to.have.length(expected.length);
      for (const [i, one] of expected.entries()) expect(keys[i]).to.deep.include(one);
    });
  }

  it('names private keys in PEM, and does not repeat them', () => {
    const pem = p256.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    expect(value(signed, { body: pem }).problems).to.deep.equal([
      { code: 'key-private', message: 'a private key is published here', place: '' },
    ]);
    expect(problems({ key: pem })).to.deep.equal([['key-private', '/key']]);
  });

  const FAULTS: [string, unknown, [string, string][]][] = [
    ['a P-256 key with a short coordinate', { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] }, [['key-malformed', '/keys/0']]],
    ['a P-256 key off the curve', { keys: [{ ...p256Jwk, y: p256.jwk.x }] }, [['key-malformed', '/keys/0']]],
    ['a header that is no JSON', { payload: 'e30', protected: 'AAAA', signature: 'AA' }, [['header-malformed', '']]],
    ['a signature that is no base64url', { ...flattened({}), signature: 'a+b=' }, [['signature-malformed', '']]],
    ['a payload that is no base64url', { ...flattened({}), payload: '{}' }, [['payload-malformed', '']]],
    ['a DSSE payload that is no base64', { ...dsse('{}'), payload: '{}' }, [['payload-malformed', '/payload']]],
    [
      'a DSSE signature that is none',
      { ...dsse('{}'), signatures: [{ sig: '@' }, {}] },
      [
        ['signature-malformed', '/signatures/0'],
        ['signature-malformed', '/signatures/1'],
      ],
    ],
    [
      'a card signature that is none',
      { name: 'a', signatures: [...(card({}) as Loose).signatures, 1] },
      [['signature-malformed', '/signatures/1']],
    ],
    ['an address of another scheme', flattened({}, { jku: 'javascript:alert(1)' }), [['url-malformed', '']]],
  ];
  for (const [name, body, expected] of FAULTS) it(`names ${name}`, () => expect(problems(body)).to.deep.equal(expected));

  const NONE: [string, unknown][] = [
    ['plain JSON', { a: 1 }],
    ['an empty key set', { keys: [] }],
    ['keys that are names', { keys: ['a', 'b'] }],
    ['addresses that a pack has to know', { jwks_uri: '/k', links: [{ rel: 'jwks', href: '/k' }], attestationLadder: [{ rung: 'a' }] }],
    ['keys as a word', { keys: 'abc' }],
    ['attestation in words', { attestation: ['soc2'] }],
    ['a ladder of numbers', { ladder: [1, 2] }],
    ['a token that is an example', { schema: { example: compact({}), default: compact({}), enum: [compact({})] } }],
    ['dotted text', { version: 'eyes.on.you', host: 'ey.example.com' }],
    ['members of the prototype', JSON.parse(`{"__proto__":{"keys":1}}`)],
  ];
  for (const [name, body] of NONE) it(`finds nothing in ${name}`, () => expect(code(signed, json(body))).to.equal('shape'));

  it('carries open places to what is made from them', () => {
    const body = { card: card({ name: 'a', contact: 'x@y.z', n: 1 }), jwks: { keys: [key(), key(2)] } };
    const places = [
      { path: ['card', 'contact'], why: 'redacted' as const },
      { path: ['jwks', 'keys', 1, 'x'], why: 'redacted' as const },
      { path: ['other'], why: 'inexact' as const },
    ];
    const found = reading(signed, { ...json(body), places });
    expect(found.ok && found.places).to.have.deep.members([
      { path: ['artefacts', 0], why: 'redacted' },
      { path: ['keys', 1], why: 'redacted' },
    ]);
  });

  it('marks a card whose numbers no double holds', () => {
    const text = JSON.stringify(card({ n: 7 })).replace('"n":7', '"n":12345678901234567890');
    const found = reading(signed, { body: text });
    expect(found.ok && found.places).to.deep.equal([{ path: ['artefacts', 0], why: 'inexact' }]);
  });

  const envelope = dsse('{}');
  const signedCard = card({ text: 'x'.repeat(4000) });
  const FLOODS: [string, unknown][] = [
    ['nested cards', Array.from({ length: 60 }).reduce<object>((inner) => ({ inner, ...signedCard }), {})],
    ['many envelopes', Array.from({ length: 20_000 }, () => envelope)],
    ['many tokens', Array.from({ length: 50_000 }, () => 'eyJhbGciOiJFZERTQSJ9.e30.AA')],
    ['many keys', { keys: Array.from({ length: 100_000 }, () => key()) }],
    ['a long token', `ey${'a'.repeat(4_000_000)}.${'a'.repeat(4_000_000)}`],
    ['a long relation', { rel: ' '.repeat(1_000_000), href: '/k', jwks: '/k' }],
  ];
  for (const [name, body] of FLOODS) {
    it(`is not slowed by ${name}`, () => {
      reading(signed, json(body));
    });
  }

  it('reads a payload that stands as it is (RFC 7797)', () => {
    const object = { payload: 'not base64', protected: b64url('{"alg":"EdDSA","b64":false,"crit":["b64"]}'), signature: 'AA' };
    expect(JSON.stringify(reading(signed, json(object))))
      .to.include('critical')
      .and.not.include('payload-malformed');
    const encoded = { ...object, protected: b64url('{"alg":"EdDSA"}') };
    expect(JSON.stringify(reading(signed, json(encoded)))).to.include('payload-malformed');
  });

  it('never throws', () => {
    const names = fc.constantFrom(
      'payload',
      'payloadType',
      'signatures',
      'sig',
      'protected',
      'signature',
      'keys',
      'jwks',
      'kty',
      'x',
      'rel',
      'href',
      'ladder',
      'rung',
      '__proto__',
    );
    const leaf = fc.constantFrom(
      'OKP',
      'Ed25519',
      b64url('{"alg":"EdDSA","jku":"http://["}'),
      compact({}),
      'http://[',
      '/k',
      '',
      1,
      null,
      true,
      '\ud800',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(names, tie('tree'), { maxKeys: 6 })),
    }));
    fc.assert(
      fc.property(tree, (body) => void reading(signed, json(body))),
      { numRuns: sized(400) },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (body) => void reading(signed, { body })));
  });
});
