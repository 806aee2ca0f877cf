// Keys: their files, their windows and their steps, on an injected clock.

import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeWhole } from '../../src/attest/keys/files.ts';
import { freshSeed, KeyFolder } from '../../src/attest/keys/folder.ts';
import { privatePem, readPrivatePem } from '../../src/attest/keys/pem.ts';
import { EMPTY_RING, keySetOf } from '../../src/attest/keys/ring.ts';
import { addKey, revoke, rotate, signingKey } from '../../src/attest/keys/steps.ts';
import { thumbprint } from '../../src/attest/public-key.ts';
import { publicKeyOf } from '../../src/attest/sign.ts';
import { AxproofError, type ErrorCode } from '../../src/contract/errors.ts';
import type { KeyRing, PublicKey } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { bytesOf, DAY, ISSUED, jwk, signedReport, TEST_SEED, unsigned, verify } from './signed.ts';

const DAYS = DAY * 1000;
const publicKey = (n: number): Uint8Array => publicKeyOf(new Uint8Array(32).fill(n));
const SECONDS = ISSUED / 1000;

function code(act: () => unknown): ErrorCode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof AxproofError) return error.code;
    throw error;
  }
}

const codeOf = (work: Promise<unknown>): Promise<ErrorCode | undefined> =>
  work.then(
    () => undefined,
    ({ code }: AxproofError) => code,
  );

const states = (ring: KeyRing): string => ring.keys.map((key) => key.status).join();

describe('the steps of a ring', () => {
  const first = addKey(EMPTY_RING, publicKey(1), ISSUED);
  const both = addKey(first.ring, publicKey(2), ISSUED + DAYS);

  it('begins with a key that may sign at once, and goes on with one that is published a week ahead', () => {
    expect(first.key).to.include({ status: 'current', nbf: SECONDS, exp: SECONDS + 120 * DAY });
    expect(both.key).to.include({ status: 'next', nbf: SECONDS + 8 * DAY, exp: SECONDS + 128 * DAY });
    expect(states(both.ring)).to.equal('current,next');
    expect(both.ring.keys[0]).to.deep.equal(first.key);
  });

  it('refuses a next key that would sign sooner, a second one, and one that is there', () => {
    expect(code(() => addKey(first.ring, publicKey(2), ISSUED, { aheadDays: 6.9 }))).to.equal('key-step-refused');
    expect(code(() => addKey(both.ring, publicKey(3), ISSUED + DAYS))).to.equal('key-step-refused');
    expect(code(() => addKey(first.ring, publicKey(1), ISSUED))).to.equal('key-step-refused');
    for (const validDays of [0, -1, Number.NaN, 1e9])
      expect(code(() => addKey(EMPTY_RING, publicKey(1), ISSUED, { validDays }))).to.equal('key-step-refused');
  });

  it('rotates once the next key may sign, and leaves the old one a day', () => {
    expect(code(() => rotate(first.ring, ISSUED))).to.equal('key-step-refused');
    expect(() => rotate(both.ring, ISSUED + 8 * DAYS - 1)).to.throw('may not sign before 2026-11-29T00:00:00Z');
    expect(() => rotate(both.ring, ISSUED + 128 * DAYS)).to.throw('may not sign after 2027-03-29T00:00:00Z');
    const turned = rotate(both.ring, ISSUED + 8 * DAYS);
    expect(states(turned.ring)).to.equal('historic,current');
    expect(turned.ring.keys[0]!.exp).to.equal(SECONDS + 9 * DAY);
    expect(turned.ring.keys[1]).to.deep.equal({ ...both.key, status: 'current' });
    expect(rotate(both.ring, ISSUED + 125 * DAYS).ring.keys[0]!.exp, 'never longer than it was').to.equal(SECONDS + 120 * DAY);
  });

  it('signs with the current key in its window, and with no other', () => {
    expect(signingKey(both.ring, ISSUED).kid).to.equal(first.key.kid);
    expect(signingKey(both.ring, ISSUED + 120 * DAYS - 1).kid).to.equal(first.key.kid);
    for (const at of [ISSUED - 1, ISSUED + 120 * DAYS, Number.NaN])
      expect(code(() => signingKey(both.ring, at))).to.equal('no-signing-key');
    expect(code(() => signingKey(EMPTY_RING, ISSUED))).to.equal('no-signing-key');
  });

  it('replaces an expired key at once', () => {
    const late = addKey(both.ring, publicKey(3), ISSUED + 121 * DAYS);
    expect(states(late.ring)).to.equal('historic,next,current');
    expect(signingKey(late.ring, ISSUED + 121 * DAYS).kid).to.equal(late.key.kid);
  });

  it('revokes any key once, from now or before, and can sign again with a new one at once', () => {
    const gone = revoke(both.ring, first.key.kid, ISSUED + 2 * DAYS, SECONDS + DAY);
    expect(gone.key).to.deep.equal({ ...first.key, status: 'revoked', revoked_at: SECONDS + DAY });
    expect(code(() => signingKey(gone.ring, ISSUED + 2 * DAYS))).to.equal('no-signing-key');
    expect(code(() => revoke(gone.ring, first.key.kid, ISSUED + 2 * DAYS))).to.equal('key-step-refused');
    expect(code(() => revoke(both.ring, 'x', ISSUED))).to.equal('key-step-refused');
    expect(code(() => revoke(both.ring, first.key.kid, ISSUED, SECONDS + 1))).to.equal('key-step-refused');
    expect(states(revoke(both.ring, both.key.kid, ISSUED).ring)).to.equal('current,revoked');
    const again = addKey(gone.ring, publicKey(3), ISSUED + 2 * DAYS);
    expect(states(again.ring)).to.equal('revoked,next,current');
    expect(states(rotate(again.ring, ISSUED + 8 * DAYS).ring)).to.equal('revoked,current,historic');
  });
});

describe('private keys in PEM', () => {
  it('are those of openssl and of this house', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const seed = readPrivatePem(pem, 'x');
    expect(privatePem(seed)).to.equal(pem);
    expect(Buffer.from(publicKeyOf(seed)).toString('base64url')).to.equal(privateKey.export({ format: 'jwk' }).x);
  });

  const ed448 = generateKeyPairSync('ed448').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const sealed = generateKeyPairSync('ed25519').privateKey.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  }) as string;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'sec1' }) as string;
  const pem = privatePem(TEST_SEED);
  const cases: [string, string][] = [
    ['nothing', ''],
    ['no PEM', 'hello'],
    ['a public key', generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }) as string],
    ['another algorithm', ed448],
    ['another container', ec],
    ['a passphrase', sealed],
    ['two keys', pem + pem],
    ['a cut key', pem.replace(/[A-Za-z0-9+/]{8}\n-----END/, '\n-----END')],
  ];
  for (const [name, text] of cases) {
    it(`${name} is refused, and not quoted`, () => {
      expect(code(() => readPrivatePem(text, 'the file'))).to.equal('bad-keys');
      expect(() => readPrivatePem(text, 'the file')).to.throw(/^the file /);
      const inner = text.split('\n')[1];
      if (inner) expect(() => readPrivatePem(text, 'the file')).to.not.throw(inner);
    });
  }
});

const privateFile = (kid: string): string => `key-${kid}.pem`;

describe('a key folder', () => {
  let root: string;
  let path: string;
  let folder: KeyFolder;
  const pem = (key: PublicKey): string => join(path, privateFile(key.kid));
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'axproof-keys-'));
    path = join(root, 'keys');
    folder = new KeyFolder(path);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('holds the ring in canonical form and each private key by itself, for nobody else', async () => {
    const key = await folder.add(ISSUED);
    const files = [privateFile(key.kid), 'ring.json'].sort();
    expect(readdirSync(path).sort()).to.deep.equal(['.lock', ...files]);
    expect(readFileSync(join(path, 'ring.json'), 'utf8')).to.equal(jcs({ format: 1, kind: 'KeyRing', keys: [key] }));
    expect(statSync(path).mode & 0o777).to.equal(0o700);
    for (const name of files) expect(statSync(join(path, name)).mode & 0o777, name).to.equal(0o600);
    expect(readFileSync(join(path, 'ring.json'), 'utf8')).to.not.include(
      Buffer.from(readPrivatePem(readFileSync(pem(key), 'utf8'), '')).toString('base64url'),
    );
  });

  it('keeps the mode of a file under any umask', () => {
    const before = process.umask(0o777);
    try {
      writeWhole(join(root, 'key'), 'text');
    } finally {
      process.umask(before);
    }
    expect(statSync(join(root, 'key')).mode & 0o777).to.equal(0o600);
  });

  it('signs reports that its key set verifies, through a rotation', async () => {
    const at = (days: number) => ISSUED + days * DAYS;
    const issued = (days: number) => unsigned({ issued: { at: new Date(at(days)).toISOString() } });
    await folder.add(at(0));
    const old = await signedReport(issued(0), folder.signer(at(0)), at(0));
    await folder.add(at(80));
    const late = folder.signer(at(88));
    await folder.rotate(at(88));
    const after = await signedReport(issued(88), folder.signer(at(88)), at(88));
    const overlapping = await signedReport(issued(88.5), late, at(88.5));
    const keys = JSON.stringify(keySetOf(folder.ring()));
    for (const report of [old, after, overlapping]) expect(verify(bytesOf(report), { keys, now: at(400) }).code).to.equal(undefined);
    expect(after.attestation!.signatures[0]!.keyid).to.not.equal(old.attestation!.signatures[0]!.keyid);
    await folder.revoke(old.attestation!.signatures[0]!.keyid, at(100));
    const revoked = JSON.stringify(keySetOf(folder.ring()));
    expect(verify(bytesOf(old), { keys: revoked, now: at(400) }).code).to.equal('revoked-key');
    expect(verify(bytesOf(after), { keys: revoked, now: at(400) }).ok).to.equal(true);
  });

  for (const mode of [0o644, 0o640, 0o604, 0o660, 0o602, 0o610, 0o700, 0o666]) {
    it(`refuses a private key of mode 0${mode.toString(8)}`, async () => {
      chmodSync(pem(await folder.add(ISSUED)), mode);
      expect(code(() => folder.signer(ISSUED))).to.equal('exposed-key');
    });
  }

  it('reads a private key that is read-only, also through a link', async () => {
    const key = await folder.add(ISSUED);
    const elsewhere = join(root, 'mounted.pem');
    writeFileSync(elsewhere, readFileSync(pem(key)), { mode: 0o400 });
    rmSync(pem(key));
    symlinkSync(elsewhere, pem(key));
    expect(folder.signer(ISSUED).kid).to.equal(key.kid);
    chmodSync(elsewhere, 0o440);
    expect(code(() => folder.signer(ISSUED))).to.equal('exposed-key');
  });

  it('refuses a folder or a ring that others may write', async () => {
    await folder.add(ISSUED);
    chmodSync(path, 0o770);
    expect(code(() => folder.ring())).to.equal('exposed-key');
    chmodSync(path, 0o700);
    chmodSync(join(path, 'ring.json'), 0o664);
    expect(code(() => folder.signer(ISSUED))).to.equal('exposed-key');
  });

  it('refuses to lie in the store, also through a link', async () => {
    const store = join(root, 'store');
    mkdirSync(store);
    symlinkSync(store, join(root, 'link'));
    for (const inner of [store, join(store, 'keys'), join(root, 'link')])
      expect(await codeOf(new KeyFolder(inner, { store }).add(ISSUED)), inner).to.equal('exposed-key');
    expect(existsSync(join(store, 'keys'))).to.equal(false);
    expect(await codeOf(new KeyFolder(`${store}-keys`, { store }).add(ISSUED))).to.equal(undefined);
  });

  it('refuses a ring that does not hold together', async () => {
    const key = await folder.add(ISSUED);
    const ring = folder.ring();
    const other = jwk();
    const broken: unknown[] = [
      'x',
      { ...ring, format: 2 },
      { ...ring, kind: 'KeySet' },
      { ...ring, keys: [key, key] },
      { ...ring, keys: [key, other] },
      { ...ring, keys: [{ ...key, kid: other.kid }] },
      { ...ring, keys: [{ ...key, exp: key.nbf }] },
      { ...ring, keys: [{ ...key, d: key.x }] },
    ];
    for (const value of broken) {
      writeFileSync(join(path, 'ring.json'), typeof value === 'string' ? value : jcs(value));
      expect(
        code(() => folder.signer(ISSUED)),
        JSON.stringify(value),
      ).to.equal('bad-keys');
    }
  });

  it('refuses a private key that is another one, or missing', async () => {
    const key = await folder.add(ISSUED);
    writeFileSync(pem(key), privatePem(TEST_SEED));
    expect(code(() => folder.signer(ISSUED))).to.equal('bad-keys');
    rmSync(pem(key));
    expect(code(() => folder.signer(ISSUED))).to.equal('bad-file');
  });

  it('changes one step at a time, and leaves nothing behind', async () => {
    await Promise.all([folder.add(ISSUED), folder.add(ISSUED)]);
    expect(states(folder.ring())).to.equal('current,next');
    const before = readFileSync(join(path, 'ring.json'), 'utf8');
    expect(await codeOf(folder.rotate(ISSUED))).to.equal('key-step-refused');
    expect(readFileSync(join(path, 'ring.json'), 'utf8')).to.equal(before);
    expect(readdirSync(path)).to.have.length(4).and.include('.lock');
  });

  it('says so where there is no folder', async () => {
    for (const act of [() => folder.ring(), () => folder.signer(ISSUED)]) expect(code(act)).to.equal('bad-file');
    expect(await codeOf(folder.rotate(ISSUED))).to.equal('bad-file');
    writeFileSync(path, '');
    expect(code(() => folder.ring())).to.equal('bad-keys');
    expect(await codeOf(folder.add(ISSUED))).to.equal('bad-file');
  });

  it('never makes a kid that looks like an option', () => {
    // The key of this seed has a kid that begins with a hyphen.
    const odd = Buffer.from('0000000b'.padEnd(64, '0'), 'hex');
    expect(thumbprint(Buffer.from(publicKeyOf(odd)).toString('base64url'))).to.match(/^-/);
    const drawn = [odd, odd, TEST_SEED];
    expect(freshSeed(() => drawn.shift()!)).to.equal(TEST_SEED);
  });
});
