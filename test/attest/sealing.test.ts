// Sealed secrets: they open for what they were sealed for, under the key that they name, and for nothing else.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { addSealingKey, hasSealingKeys, sealingKeys } from '../../src/attest/keys/sealing-keys.ts';
import { seal, unseal } from '../../src/attest/sealing.ts';

const key = (kid: string) => ({ kid, key: Buffer.alloc(32, kid) });
const about = { monitor: 'm1', name: 'token' };
/** Of any characters; lone surrogates are no text. */
const secrets = fc.string({ unit: 'binary', maxLength: 300 });

describe('sealed secrets', () => {
  it('open to what they were, and show nothing of it', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const sealed = seal(key('a'), about, secret);
        expect(sealed).to.match(/^[\w-]+\.\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/);
        expect(unseal([key('b'), key('a')], about, sealed)).to.equal(secret);
        expect(seal(key('a'), about, secret)).to.not.equal(sealed);
      }),
    );
  });

  it('are told by stock tools: a JWE whose header names cipher, key, monitor and secret', async () => {
    const { compactDecrypt } = await import('jose');
    const { plaintext, protectedHeader } = await compactDecrypt(seal(key('a'), about, 'a ✓ secret'), key('a').key);
    expect(Buffer.from(plaintext).toString('utf8')).to.equal('a ✓ secret');
    expect(protectedHeader).to.deep.equal({ alg: 'dir', enc: 'A256GCM', kid: 'a', ...about });
  });

  it('open for no other monitor, name or key, and in no other spelling', () => {
    const sealed = seal(key('a'), about, 'a secret');
    const parts = sealed.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const [keys, of, text] of [
      [[key('a')], { ...about, monitor: 'm2' }, sealed],
      [[key('a')], { ...about, name: 'other' }, sealed],
      [[key('b')], about, sealed],
      [[{ kid: 'a', key: key('b').key }], about, sealed],
      [[], about, sealed],
      [[key('a')], about, [none, ...parts.slice(1)].join('.')],
      [[key('a')], about, `${sealed}.`],
      [[key('a')], about, parts.slice(0, 4).join('.')],
      [[key('a')], about, ''],
    ] as const)
      expect(unseal(keys, of, text), JSON.stringify([of, text])).to.equal(undefined);
    for (let at = 0; at < sealed.length; at++) {
      const flipped = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(unseal([key('a')], about, flipped), String(at)).to.equal(undefined);
    }
  });
});

describe('sealing keys', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'axproof-sealing-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are one private file, whose first key seals and whose others still open', async () => {
    expect(hasSealingKeys(folder)).to.equal(false);
    const first = await addSealingKey(folder);
    expect((await addSealingKey(folder, { first: true })).kid).to.equal(first.kid);
    const sealed = seal(sealingKeys(folder)[0], about, 'a secret');
    const second = await addSealingKey(folder);
    expect(sealingKeys(folder).map(({ kid }) => kid)).to.deep.equal([second.kid, first.kid]);
    expect(unseal(sealingKeys(folder), about, sealed)).to.equal('a secret');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'sealing.jwks')).mode & 0o777).to.equal(0o600);
  });

  it('are refused where the file is anything else, without a word of it', async () => {
    await addSealingKey(folder);
    const file = join(folder, 'sealing.jwks');
    const good = readFileSync(file, 'utf8');
    for (const text of [
      '',
      'hidden',
      '{}',
      '{"keys":[]}',
      '{"keys":["hidden"]}',
      good.replace('"oct"', '"hidden"'),
      good.replace(/"k": ".{9}/, '"k": "'),
    ]) {
      writeFileSync(file, text);
      expect(() => sealingKeys(folder), text)
        .to.throw(/no JSON Web Key Set/)
        .with.property('message')
        .that.does.not.match(/hidden/);
    }
  });
});
