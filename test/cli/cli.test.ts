// The command line from outside: what it prints where, and the exit status of every ending (docs/cli.md).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import { jcs } from '../../src/json/jcs.ts';
import { VERSION } from '../../src/run/version.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { axproof, cli, held, type Ran } from './io.ts';
import { within } from './suite-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = (name: string): string => join(root, 'fixtures/targets', `${name}.yaml`);
const packName = (JSON.parse(readFileSync(join(root, 'rules/bundle.json'), 'utf8')) as { default: string }).default;

describe('cli', function () {
  this.timeout(60_000);
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-cli-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  const statuses: [string, string[], number, RegExp?][] = [
    ['a target that passes everything', ['grade', target('good'), '--seed', '7'], 0],
    ['a target that fails', ['grade', target('empty')], 1],
    ['a target that could not be seen', ['grade', target('blocked')], 3],
    ['no command', [], 2, /bad-usage: axproof needs a command/],
    ['an unknown command', ['grad'], 2, /unknown command/],
    ['an unknown option', ['grade', target('good'), '--sed', '7'], 2, /unknown option/],
    ['a seed that is none', ['grade', target('good'), '--seed', '-1'], 2, /0 to 9007199254740991/],
    ['a seed that is too large', ['grade', target('good'), '--seed', '9007199254740992'], 2, /0 to 9007199254740991/],
    ['a format that is none', ['grade', target('good'), '--format', 'pdf'], 2],
    ['no target', ['grade'], 2],
    ['a target with a path', ['grade', 'https://example.com/x'], 2, /bad-target/],
    ['a target with user info', ['grade', 'https://u:p@example.com'], 2, /bad-target/],
    ['a scheme that is not http', ['grade', 'ftp://example.com'], 2, /bad-target/],
    ['a pack that is not there', ['grade', target('good'), '--pack', 'nowhere'], 2, /bad-pack.*\n.*bundled packs/],
    ['a recording that is not there', ['grade', 'x', '--replay', '/nowhere.json'], 2, /bad-file/],
    ['a port where nothing listens', ['grade', 'http://127.0.0.1:9'], 3, /unreachable/],
    ['help', ['--help'], 0],
    ['the version', ['--version'], 0],
  ];
  for (const [name, args, status, err] of statuses) {
    it(`${name}: exit ${status}`, async () => {
      const ran = await axproof(...args);
      expect(ran.status, ran.err).to.equal(status);
      if (err) expect(ran.err).to.match(err);
    });
  }

  it('prints the version alone', async () => expect((await axproof('--version')).out).to.equal(`${VERSION}\n`));

  it('--json prints the report and nothing else on stdout, and says on stderr that it is advisory', async () => {
    const ran = await axproof('grade', target('good'), '--json', '--seed', '7');
    const report = JSON.parse(ran.out);
    expect([report.kind, report.verdict.grade, report.issued.mode, report.issued.seedOrigin]).to.deep.equal([
      'VerificationReport',
      'A+',
      'advisory-local',
      'caller',
    ]);
    expect(ran.err).to.match(/advisory-local/);
    expect((await axproof('grade', target('good'), '--json', '--quiet')).err).to.equal('');
  });

  it('draws a fresh seed and records it', async () => {
    const { verdict, issued } = JSON.parse((await axproof('grade', target('good'), '--json')).out);
    expect([verdict.seed, issued.seedOrigin]).to.deep.equal([99, 'fresh']);
  });

  it('--out writes the report to a file', async () => {
    const file = join(dir, 'report.md');
    const ran = await axproof('grade', target('good'), '--format', 'markdown', '--out', file);
    expect(ran.out).to.equal('');
    expect(readFileSync(file, 'utf8')).to.match(/^# /);
  });

  it('--format prompt gives all fixes as one text, filled with the target', async () => {
    const { out, status } = await axproof('grade', target('empty'), '--format', 'prompt', '--quiet');
    expect(status).to.equal(1);
    expect(out).to.match(/^# Mend `https:\/\/empty\.example` for software agents\n/);
    expect(out)
      .to.include('(https://empty.example/openapi.json)')
      .and.match(/axproof grade \S+empty\.yaml .*--seed \d+/);
    expect(out).to.not.include('https://example.com');
    expect((await axproof('grade', target('good'), '--format', 'prompt', '--quiet')).out).to.include('Nothing has to be mended.');
  });

  it('--record and --replay give the same verdict', async () => {
    const file = join(dir, 'recorded.json');
    const first = JSON.parse((await axproof('grade', target('good'), '--json', '--seed', '7', '--record', file)).out);
    const again = JSON.parse((await axproof('grade', '--replay', file, '--json')).out);
    expect(again.verdictDigest).to.equal(first.verdictDigest);
    expect(again.evidence.digest).to.equal(first.evidence.digest);
  });

  it('--plan takes no reporter, since it makes no report', async () => {
    const ran = await axproof('grade', 'example.com', '--plan', '--reporter', 'tap');
    expect([ran.status, ran.out]).to.deep.equal([2, '']);
    expect(ran.err).to.match(/bad-usage: --plan makes no report/);
  });

  it('--plan prints requests and the bound, and sends nothing', async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits++;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const ran = await axproof('grade', `http://127.0.0.1:${(server.address() as AddressInfo).port}`, '--plan');
      expect(ran.status).to.equal(0);
      expect(ran.out).to.match(/GET .*\/robots\.txt/);
      expect(hits).to.equal(0);
    } finally {
      server.close();
    }
  });

  it('leaves with 130 when interrupted', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { io, ran, stop } = held();
    const status = cli(['grade', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`], io);
    setTimeout(stop, 200);
    expect([await status, /interrupted/.test(ran().err)]).to.deep.equal([130, true]);
    silent.closeAllConnections();
    silent.close();
  });

  it('--timeout ends a run that would hang, with a verdict that says so', async () => {
    const server = await serveFixture(loadFixture(target('good')), { port: 0, wait: 400 });
    try {
      const ran = await axproof('grade', server.origin, '--timeout', '1', '--json');
      const { verdict } = JSON.parse(ran.out);
      expect(verdict.conclusive).to.equal(false);
      expect([1, 3]).to.include(ran.status);
    } finally {
      await server.close();
    }
  });

  it('pack lint says every mistake with file, line and column', async () => {
    const file = join(dir, 'pack.json');
    writeFileSync(file, '{"format": 1,\n "nam": "x"}');
    const ran = await axproof('pack', 'lint', file);
    expect(ran.status).to.equal(2);
    for (const line of ran.out
      .trim()
      .split('\n')
      .filter((one) => !one.startsWith('  ')))
      expect(line).to.match(/^.+:\d+:\d+: [a-z-]+ .+/);
    expect(ran.out).to.match(/^ {2} "nam": "x"\}\n {3}\^$/m);
    expect(ran.out).to.match(/pack\.json:2:\d+: .*nam/);
  });

  it('shows nothing of what lies in a pack folder and is no part of the pack, and waits for no pipe', async () => {
    const folder = join(dir, 'stray');
    mkdirSync(folder);
    writeFileSync(join(folder, '.env'), 'STRIPE_KEY=sk_live_1\n');
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
    const ran = await axproof('pack', 'lint', folder);
    expect(ran.status).to.equal(2);
    expect(ran.out).to.match(/\.env:1:1: unexpected-file/);
    expect(ran.out + ran.err).not.to.include('sk_live');
  });

  it('follows no link out of a pack folder; the folder may be one, and so may its files within', async () => {
    const folder = join(dir, 'linked');
    await axproof('pack', 'init', folder);
    writeFileSync(join(dir, 'secret.txt'), 'sk_live_1: 2\n');
    renameSync(join(folder, 'status.yaml'), join(folder, 'state.yaml'));
    symlinkSync('state.yaml', join(folder, 'status.yaml'));
    symlinkSync(folder, join(dir, 'link'));
    const lint = async (): Promise<Ran> => axproof('pack', 'lint', join(dir, 'link'));
    // Two files have one rule by now; both were read.
    expect((await lint()).out)
      .to.match(/state\.yaml:\d+:\d+: file-name/)
      .and.not.to.match(/unexpected-file/);
    rmSync(join(folder, 'status.yaml'));
    renameSync(join(folder, 'state.yaml'), join(folder, 'status.yaml'));
    expect((await lint()).status).to.equal(0);
    for (const name of ['zz.yaml', 'pack.yaml']) {
      rmSync(join(folder, name), { force: true });
      symlinkSync('../secret.txt', join(folder, name));
      const ran = await lint();
      expect(ran.status).to.equal(2);
      expect(ran.out).to.match(new RegExp(`${name}:1:1: unexpected-file the link leads out`));
      expect(ran.out + ran.err).not.to.include('sk_live');
    }
  });

  it('pack lint says what is no file of a pack, and what has none', async () => {
    mkdirSync(join(dir, 'no-pack/sub'), { recursive: true });
    const ran = await axproof('pack', 'lint', join(dir, 'no-pack'));
    expect(ran.status).to.equal(2);
    expect(ran.out)
      .to.match(/sub:1:1: unexpected-file /)
      .and.match(/pack\.yaml:1:1: unreadable /);
  });

  it('spec-digest names the digest of a pack of an older engine, which it refuses', async () => {
    const older = { ...JSON.parse((await axproof('pack', 'build', 'auth')).out), engine: '1' };
    const file = join(dir, 'older.json');
    writeFileSync(file, JSON.stringify(older));
    const ran = await axproof('spec-digest', file);
    expect([ran.status, ran.out]).to.deep.equal([4, '']);
    expect(ran.err).to.match(/^axproof: engine-mismatch: /);
    expect(ran.err).to.include(`its digest is ${sha256(jcs(older))}`);
  });

  it('pack lint, test, build and spec-digest work on the bundled pack', async () => {
    expect((await axproof('pack', 'lint', packName)).status).to.equal(0);
    // The smallest one: the cases of all packs have a test of their own (rules.test.ts).
    const tested = await axproof('pack', 'test', 'auth');
    expect(tested.status, tested.out).to.equal(0);
    const file = join(dir, 'built.json');
    expect((await axproof('pack', 'build', packName, '--out', file)).status).to.equal(0);
    const digest = (await axproof('spec-digest', packName)).out;
    expect(digest).to.match(/^sha256:[0-9a-f]{64}\n$/);
    expect((await axproof('spec-digest', file)).out).to.equal(digest);
  });

  it('a folder or file takes the place of no bundled pack and of no release, and is named by a path', async () => {
    const bundled = (await axproof('spec-digest', 'auth')).out.trim();
    const planted = join(dir, 'planted');
    mkdirSync(planted);
    await within(planted, async () => {
      expect((await axproof('pack', 'init', 'auth')).err).to.include('axproof pack lint ./auth,');
      const own = (await axproof('spec-digest', './auth')).out.trim();
      expect(own)
        .to.match(/^sha256:/)
        .and.not.to.equal(bundled);
      expect((await axproof('spec-digest', 'auth')).out.trim()).to.equal(bundled);
      for (const pack of ['auth', 'axproof/auth']) {
        const { verdict } = JSON.parse((await axproof('grade', target('good'), '--pack', pack, '--json')).out);
        expect(verdict.pack.digest, pack).to.equal(bundled);
      }
      expect((await axproof('verify', target('good'), '--spec', 'auth', '--expect-digest', own)).status).to.equal(4);
      expect((await axproof('pack', 'diff', 'auth', './auth')).status).to.equal(1);
      mkdirSync('axproof');
      writeFileSync('axproof/auth@1.0.0', 'no pack');
      expect((await axproof('pack', 'migrate', 'axproof/auth@1.0.0')).out).to.match(/^axproof\/auth 1\.0\.0: engine 1 -> /);
    });
  });

  it('fixture serve serves until it is interrupted', async () => {
    const { io, ran, stop } = held();
    const status = cli(['fixture', 'serve', target('good')], io);
    while (ran().out === '') await new Promise((resolve) => setTimeout(resolve, 10));
    const answer = await fetch(`${ran().out.trim()}/llms.txt`);
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'text/markdown']);
    stop();
    expect(await status).to.equal(0);
  });
});
