// axproof log from outside: a log begun, extended and checked, and the exit status of every fault.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { axproof } from './io.ts';

describe('axproof log', function () {
  this.timeout(30_000);
  let dir: string;
  let vkey: string;
  const at = (name: string): string => join(dir, name);
  const log = (...args: string[]) => axproof('log', ...args);

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-log-cli-'));
    for (const target of ['good', 'empty'])
      await axproof('grade', `fixtures/targets/${target}.yaml`, '--record', at(`${target}.json`), '--quiet', '--seed', '7');
    const begun = await log('new', at('log'), '--origin', 'log.example/r', '--key', at('log.pem'));
    expect([begun.status, begun.err]).to.deep.equal([0, '']);
    vkey = begun.out.trim();
  });
  after(() => rmSync(dir, { recursive: true }));

  it('begins a log with a key of its own', async () => {
    expect(vkey).to.match(/^log\.example\/r\+[0-9a-f]{8}\+[\w+/]{44}$/);
    expect(statSync(at('log.pem')).mode & 0o777).to.equal(0o600);
    expect((await log('check', at('log'), '--vkey', vkey)).out).to.match(/^log\.example\/r: 0 entries/);
  });

  it('appends a report, writes its proof, and checks both', async () => {
    writeFileSync(at('old'), readFileSync(at('log/checkpoint')));
    const digest = `sha256:${createHash('sha256')
      .update(readFileSync(at('good.json')))
      .digest('hex')}`;
    expect((await log('add', at('log'), at('good.json'), '--key', at('log.pem'))).out).to.equal(
      `${digest} is entry 0 of 1 in log.example/r\n`,
    );
    expect((await log('verify', at('good.json'), '--vkey', vkey)).out).to.equal(`${digest} is entry 0 of 1 in log.example/r\n`);
    writeFileSync(at('old'), readFileSync(at('log/checkpoint')));
    expect((await log('add', at('log'), at('empty.json'), '--key', at('log.pem'), '--out', at('proof'))).status).to.equal(0);
    expect((await log('verify', at('empty.json'), '--vkey', vkey, '--proof', at('proof'))).status).to.equal(0);
    const checked = await log('check', at('log'), '--vkey', vkey, '--old', at('old'));
    expect([checked.status, checked.out]).to.deep.equal([0, checked.out]);
    expect(checked.out).to.match(/^log\.example\/r: 2 entries, root \S{44}: all there, and its first 1 are those of /);
  });

  it('takes the checkpoint that a proof holds for an older one, and says which forgery a false one is', async () => {
    const older = await log('check', at('log'), '--vkey', vkey, '--old', at('good.json.tlog-proof'));
    expect([older.status, older.err]).to.deep.equal([0, '']);
    expect(older.out).to.match(/ and its first 1 are those of /);
    writeFileSync(at('cut'), readFileSync(at('proof'), 'utf8').split('\n\n')[0]!);
    expect((await log('check', at('log'), '--vkey', vkey, '--old', at('cut'))).err).to.match(/bad-log-proof/);
  });

  it('is checked by hand as the docs say', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
    const page = readFileSync('docs/log.md', 'utf8');
    const block = (language: string): string => page.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!;
    const hand = at('hand');
    mkdirSync(hand);
    cpSync(at('log/checkpoint'), join(hand, 'checkpoint'));
    const openssl = () => spawnSync('/bin/sh', ['-c', block('sh')], { cwd: hand, env: { ...process.env, VKEY: vkey }, encoding: 'utf8' });
    expect(openssl().stdout).to.match(/Signature Verified Successfully/);
    writeFileSync(join(hand, 'checkpoint'), readFileSync(at('log/checkpoint'), 'utf8').replace('\n2\n', '\n3\n'));
    expect(openssl().status).to.not.equal(0);
    writeFileSync(join(hand, 'check.py'), block('python'));
    const digest = (name: string): string =>
      `sha256:${createHash('sha256')
        .update(readFileSync(at(name)))
        .digest('hex')}`;
    const python = (name: string, proof: string) => {
      const taken = spawnSync('sed', ['1,/^$/d', at(proof)]).stdout;
      writeFileSync(join(hand, 'checkpoint'), taken);
      expect(openssl().status, 'the checkpoint is signed').to.equal(0);
      return spawnSync('python3', [join(hand, 'check.py'), digest(name), at(proof), join(hand, 'checkpoint')], {
        env: { ...process.env, PYTHONOPTIMIZE: '1' },
        encoding: 'utf8',
      });
    };
    expect(python('empty.json', 'proof').stdout).to.equal('in the log\n');
    expect(python('good.json', 'good.json.tlog-proof').stdout).to.equal('in the log\n');
    expect(python('good.json', 'proof').status).to.equal(1);
    // A checkpoint of the forger's, behind an end of line that one tool knows and the other does not.
    const root = createHash('sha256')
      .update(`\0${digest('good.json')}`)
      .digest('base64');
    const signed = readFileSync(at('log/checkpoint'), 'utf8');
    for (const end of ['\r\r', '\r\n\r\n', '\n\r']) {
      writeFileSync(at('forged'), `c2sp.org/tlog-proof@v1\nindex 0${end}log.example/r\n1\n${root}\n\n${signed}`);
      expect(python('good.json', 'forged').status, JSON.stringify(end)).to.equal(1);
    }
  });

  it('names what is wrong, and leaves with 4', async () => {
    const other = (await log('new', at('other'), '--origin', 'log.example/r', '--key', at('other.pem'))).out.trim();
    await log('add', at('other'), at('empty.json'), '--key', at('other.pem'), '--out', at('other-proof'));
    const faults: [string[], RegExp][] = [
      [['check', at('log'), '--vkey', other], /bad-checkpoint/],
      [['check', dir, '--vkey', vkey], /bad-checkpoint/],
      [['check', at('log'), '--vkey', vkey, '--old', at('good.json')], /bad-checkpoint/],
      [['verify', at('good.json'), '--vkey', vkey, '--proof', at('proof')], /bad-log-proof/],
      [['verify', at('empty.json'), '--vkey', vkey, '--proof', at('other-proof')], /bad-checkpoint/],
      [['verify', at('proof'), '--vkey', vkey], /not-a-report/],
    ];
    for (const [args, err] of faults) {
      const ran = await log(...args);
      expect([ran.status, ran.out], args.join(' ')).to.deep.equal([4, '']);
      expect(ran.err).to.match(err);
    }
    truncateSync(at('other/tile/0/000.p/1'), 20);
    const cut = await log('check', at('other'), '--vkey', other);
    expect([cut.status, /log-damaged/.test(cut.err)]).to.deep.equal([4, true]);
  });

  it('leaves with 2 when it is used wrongly', async () => {
    chmodSync(at('other.pem'), 0o644);
    const wrong: [string[], RegExp][] = [
      [['check', at('log'), '--vkey', 'x'], /bad-usage/],
      [['check', at('log')], /--vkey/],
      [['new', at('log'), '--origin', 'a', '--key', at('x.pem')], /holds a log already/],
      [['new', at('third'), '--origin', 'a b', '--key', at('x.pem')], /bad-usage/],
      [['new', at('third'), '--origin', 'a', '--key', at('log.pem')], /a key of its own/],
      [['new', dir, '--origin', 'a', '--key', at('x.pem')], /exposed-key/],
      [['add', at('other'), at('good.json'), '--key', at('other.pem')], /exposed-key/],
      [['verify', at('good.json'), '--vkey', vkey, '--proof', at('nowhere')], /bad-file/],
    ];
    for (const [args, err] of wrong) {
      const ran = await log(...args);
      expect([ran.status, ran.out], args.join(' ')).to.deep.equal([2, '']);
      expect(ran.err).to.match(err);
    }
  });
});
