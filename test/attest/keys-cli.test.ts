// axproof keys, through the command line.

import { createPublicKey } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { cli } from '../cli/io.ts';

describe('axproof keys', () => {
  let root: string;
  let now = '2026-11-21T00:00:00.000Z';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'axproof-keys-cli-'));
    now = '2026-11-21T00:00:00.000Z';
  });
  afterEach(() => rmSync(root, { recursive: true }));

  async function keys(...args: string[]): Promise<{ status: number; out: string; err: string }> {
    const said = { out: '', err: '' };
    const io = {
      out: (text: string) => {
        said.out += text;
      },
      err: (text: string) => {
        said.err += text;
      },
      outIsTerminal: false,
      errIsTerminal: false,
      color: false,
      columns: 80,
      now: () => now,
      freshSeed: () => 1,
      signal: new AbortController().signal,
    };
    const status = await cli(['keys', ...args, '--keys', join(root, 'keys')], io);
    return { status, ...said };
  }

  const kidOf = (out: string): string => /[A-Za-z0-9_-]{43}/.exec(out)![0];

  it('goes through the life of a key', async () => {
    const first = await keys('new');
    expect(first).to.deep.include({ status: 0, err: '' });
    expect(first.out).to.match(/^current {3}[\w-]{43} {2}2026-11-21T00:00:00Z to 2027-03-21T00:00:00Z {2}signs now\n$/);
    expect((await keys('new', '--ahead', '10', '--days', '100')).out).to.match(/^next .*2026-12-01T00:00:00Z to 2027-03-11T00:00:00Z\n$/);
    expect(await keys('rotate')).to.deep.include({ status: 2, out: '' });
    now = '2026-12-01T00:00:00.000Z';
    const turned = await keys('rotate');
    expect(turned.out).to.match(/^current .*signs now\n$/);
    expect((await keys('list')).out.split('\n').map((line) => line.split(' ')[0])).to.deep.equal(['historic', 'current', '']);
    expect((await keys('revoke', kidOf(turned.out), '--since', '2026-11-30T00:00:00Z')).out).to.match(/^revoked /);
    expect((await keys('export', '--format', 'pem')).status).to.equal(2);
    const set = trustedKeys((await keys('export')).out);
    expect(set.kids).to.deep.equal([kidOf(first.out), kidOf(turned.out)]);
    expect((await keys('list', '--json')).out).to.equal((await keys('export')).out);
    expect(set.find(kidOf(turned.out))).to.have.nested.property('jwk.revoked_at', Date.parse('2026-11-30T00:00:00Z') / 1000);
  });

  it('makes a key that seals secrets, and prints its name alone', async () => {
    await keys('new');
    for (const many of [1, 2]) {
      const { status, out } = await keys('seal');
      expect([status, /^seals {5}[\w-]{16}\n$/.test(out)]).to.deep.equal([0, true]);
      const { keys: all } = JSON.parse(readFileSync(join(root, 'keys', 'sealing.jwks'), 'utf8')) as { keys: { kid: string; k: string }[] };
      expect([all.length, out.includes(all[0]!.kid), out.includes(all[0]!.k)]).to.deep.equal([many, true, false]);
    }
  });

  it('exports a public key that stock tools read, and never a private one', async () => {
    const { out } = await keys('new');
    const file = join(root, 'public.pem');
    expect(await keys('export', '--format', 'pem', '--kid', kidOf(out), '--out', file)).to.deep.include({ status: 0, out: '' });
    const pem = readFileSync(file, 'utf8');
    expect(createPublicKey(pem).asymmetricKeyType).to.equal('ed25519');
    const secret = readFileSync(join(root, 'keys', readdirSync(join(root, 'keys')).find((name) => name.endsWith('.pem'))!), 'utf8').split(
      '\n',
    )[1]!;
    for (const args of [['list'], ['list', '--json'], ['export'], ['export', '--format', 'pem']]) {
      const said = await keys(...args);
      expect(said.status).to.equal(0);
      expect(said.out + said.err).to.not.include(secret.slice(-20));
    }
    expect(pem).to.equal((await keys('export', '--format', 'pem')).out);
  });

  it('exports nothing over the keys themselves', async () => {
    const kid = kidOf((await keys('new')).out);
    const folder = join(root, 'keys');
    symlinkSync(folder, join(root, 'link'));
    for (const place of [join(folder, 'ring.json'), join(folder, `key-${kid}.pem`), join(root, 'link', 'new.json')]) {
      const said = await keys('export', '--out', place);
      expect([said.status, said.err], place).to.satisfy(
        ([status, err]: [number, string]) => status === 2 && /lies among the keys/.test(err),
      );
    }
    expect((await keys('list')).out).to.include(kid);
  });

  it('begins no second ring beside keys whose own is gone', async () => {
    const kid = kidOf((await keys('new')).out);
    const folder = join(root, 'keys');
    renameSync(join(folder, 'ring.json'), join(root, 'ring.bak'));
    const said = await keys('new');
    expect([said.status, said.err.includes(`key-${kid}.pem`), existsSync(join(folder, 'ring.json'))]).to.deep.equal([2, true, false]);
    expect(said.err).to.match(/bad-keys: .*ring\.json is gone/);
    renameSync(join(root, 'ring.bak'), join(folder, 'ring.json'));
    expect((await keys('list')).out).to.include(kid);
  });

  const usage: [string, string[]][] = [
    ['no command', []],
    ['an unknown command', ['burn']],
    ['a week too short', ['new', '--ahead', '6']],
    ['days that are none', ['new', '--days', 'many']],
    ['a key that is not there', ['revoke', 'x']],
    ['no key', ['revoke']],
    ['a time that is none', ['revoke', 'x', '--since', 'yesterday']],
    ['an unknown form', ['export', '--format', 'der']],
    ['a kid for a set', ['export', '--kid', 'x']],
    ['a pem of a key that is not there', ['export', '--format', 'pem', '--kid', 'x']],
  ];
  for (const [name, args] of usage) {
    it(`${name} is bad usage`, async () => {
      await keys('new');
      const said = await keys(...args);
      expect(said.status, said.err).to.equal(2);
      expect(said.out).to.equal('');
    });
  }

  it('needs a folder', async () => {
    expect((await keys('list')).err).to.match(/^axproof: bad-file: /);
  });

  it('refuses a folder that others may write, and says what to do', async () => {
    await keys('new');
    chmodSync(join(root, 'keys'), 0o777);
    const said = await keys('list');
    expect(said).to.deep.include({ status: 2, out: '' });
    expect(said.err).to.match(/^axproof: exposed-key: .* has mode 0777\n/);
  });
});
