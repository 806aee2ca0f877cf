// axproof verify and spec-digest as published: every exit status, and that a digest which does not fit opens no connection.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { conditional, type Pages, pages, spec, type Target, target, writing } from '../gate/support.ts';
import type { Ran } from './io.ts';
import { type Packed, packed } from './packed.ts';

const OTHER = `sha256:${'0'.repeat(64)}`;
const GOOD: Pages = { '/doc.json': { links: [] } };

describe('axproof verify', function () {
  this.timeout(180_000);
  let cli: Packed;
  let dir: string;
  let site: Target;
  let has: Pages = GOOD;
  let hang = false;
  const at = (name: string): string => join(dir, name);

  before(async () => {
    cli = packed();
    dir = mkdtempSync(join(tmpdir(), 'axproof-verify-'));
    for (const [name, pack] of Object.entries({ spec, conditional, writing })) writeFileSync(at(`${name}.json`), jcs(pack.document));
    site = await target((request, response) => {
      if (!hang) pages(has)(request, response);
    });
  });
  beforeEach(() => {
    has = GOOD;
    hang = false;
    site.heard.length = 0;
    site.connections = 0;
  });
  after(async () => {
    await site?.close();
    cli?.remove();
    if (dir) rmSync(dir, { recursive: true });
  });

  /** Beside this process, whose server has to answer meanwhile. */
  function run(args: string[], more: { env?: NodeJS.ProcessEnv; interruptAfter?: () => Promise<void> } = {}): Promise<Ran> {
    const env = { PATH: process.env.PATH, NO_COLOR: '1', ...more.env };
    const child = spawn(process.execPath, [join(cli.folder, 'dist/axproof.js'), ...args], { cwd: dir, env, timeout: 60_000 });
    const ran: Ran = { status: -1, out: '', err: '' };
    child.stdout.on('data', (text) => {
      ran.out += text;
    });
    child.stderr.on('data', (text) => {
      ran.err += text;
    });
    void more.interruptAfter?.().then(() => child.kill('SIGINT'));
    return new Promise((resolve) => child.once('close', (status) => resolve({ ...ran, status: status ?? -1 })));
  }

  const verify = (...args: string[]): Promise<Ran> => run(['verify', site.origin, ...args]);
  const ratified = (name: string, pack: { digest: string }): string[] => ['--spec', at(`${name}.json`), '--expect-digest', pack.digest];

  interface Row {
    name: string;
    args: () => string[];
    pages?: Pages;
    status: number;
    says: RegExp;
    /** Nothing reached the target. */
    silent?: boolean;
  }
  const rows: Row[] = [
    { name: 'passed', args: () => ratified('spec', spec), status: 0, says: /^ {2}PASSED {3}ratified\n {2}sha256:/m },
    {
      name: 'a failing check',
      args: () => ratified('spec', spec),
      pages: { '/doc.json': { links: [{ href: '/gone' }] } },
      status: 1,
      says: /NOT PASSED {3}ratified[\s\S]*Failed: alpha\./,
    },
    { name: 'not ratified', args: () => ['--spec', at('spec.json')], status: 1, says: /NOT PASSED {3}not ratified/ },
    {
      name: 'nothing that applies',
      args: () => ratified('conditional', conditional),
      status: 1,
      says: /No check passes: nothing was proved/,
    },
    { name: 'neither spec nor digest', args: () => [], status: 2, says: /bad-usage/, silent: true },
    { name: 'a digest of another form', args: () => ['--expect-digest', 'sha256:abc'], status: 2, says: /bad-usage/, silent: true },
    { name: 'a spec that is not there', args: () => ['--spec', at('none.json')], status: 2, says: /bad-pack/, silent: true },
    { name: 'an unknown option', args: () => ['--no-such'], status: 2, says: /unknown option/, silent: true },
    {
      name: 'a seed of another form',
      args: () => [...ratified('spec', spec), '--seed', '1.5'],
      status: 2,
      says: /A seed is an integer/,
      silent: true,
    },
    {
      name: 'a secret on the command line',
      args: () => [...ratified('spec', spec), '--secret-env', 'A=b'],
      status: 2,
      says: /--secret-env takes a name/,
      silent: true,
    },
    {
      name: 'a variable that is not set',
      args: () => [...ratified('spec', spec), '--env', 'AXPROOF_NOT_SET'],
      status: 2,
      says: /has no variable AXPROOF_NOT_SET/,
      silent: true,
    },
    {
      name: 'not seen',
      args: () => ratified('spec', spec),
      pages: { '/doc.json': 503 },
      status: 3,
      says: /NOT PASSED[\s\S]*Could not be seen, so nothing is accepted: alpha/,
    },
    {
      name: 'another digest',
      args: () => ['--spec', at('spec.json'), '--expect-digest', OTHER],
      status: 4,
      says: /digest-mismatch/,
      silent: true,
    },
    { name: 'an unknown digest', args: () => ['--expect-digest', OTHER], status: 4, says: /unknown-digest/, silent: true },
    { name: 'no consent', args: () => ratified('writing', writing), status: 5, says: /consent-missing/ },
    { name: 'consent of the operator', args: () => [...ratified('writing', writing), '--allow-writes'], status: 0, says: /PASSED/ },
  ];
  for (const row of rows) {
    it(`ends with ${row.status}: ${row.name}`, async () => {
      has = row.pages ?? GOOD;
      const ran = await verify(...row.args());
      expect(ran.status, ran.err).to.equal(row.status);
      expect(ran.out + ran.err).to.match(row.says);
      if (row.silent) expect(site.connections).to.equal(0);
    });
  }

  it('ends with 3 where nobody listens', async () => {
    const gone = await target(pages({}));
    await gone.close();
    const ran = await run(['verify', gone.origin, ...ratified('spec', spec)]);
    expect([ran.status, /unreachable/.test(ran.err)]).to.deep.equal([3, true]);
  });

  it('ends with 130 when interrupted', async () => {
    hang = true;
    const heard = async (): Promise<void> => {
      while (site.heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    expect((await run(['verify', site.origin, ...ratified('spec', spec)], { interruptAfter: heard })).status).to.equal(130);
  });

  it('lets nobody allow writes to a target that is not loopback', async () => {
    const ran = await run(['verify', 'http://10.255.255.1', ...ratified('writing', writing), '--allow-writes']);
    expect([ran.status, /bad-usage/.test(ran.err)]).to.deep.equal([2, true]);
  });

  it('takes no spec that was edited by one character: both digests are named, and nothing connects', async () => {
    const text = readFileSync(at('spec.json'), 'utf8');
    writeFileSync(at('edited.json'), text.replace('"all is well"', '"all is wel1"'));
    const ran = await verify('--spec', at('edited.json'), '--expect-digest', spec.digest);
    const { out } = await run(['spec-digest', at('edited.json')]);
    expect(ran.status).to.equal(4);
    expect(ran.err).to.include('digest-mismatch').and.to.include(spec.digest).and.to.include(out.trim());
    expect(out.trim()).not.to.equal(spec.digest);
    expect(site.connections).to.equal(0);
  });

  it('prints the whole report as JSON, records a seed, and says that it is advisory', async () => {
    const ran = await verify(...ratified('spec', spec), '--seed', '5', '--json', '--record', at('report.json'));
    const report = JSON.parse(ran.out) as PinnedVerificationReport;
    expect([report.kind, report.passed, report.verdict.seed, report.issued.seedOrigin]).to.deep.equal([
      'PinnedVerificationReport',
      true,
      5,
      'caller',
    ]);
    expect(ran.err).to.include('advisory-local').and.to.include('the deployed verifier is the gate');
    expect(jcs(report)).to.equal(readFileSync(at('report.json'), 'utf8'));
    const again = await run(['replay', at('report.json'), '--pack', at('spec.json')]);
    expect(again.status, again.err).to.equal(0);
    expect(again.out).to.match(/^same verdict, byte for byte: PASSED at sha256:[0-9a-f]{64}, ratified,/);
  });

  it('judges the spec in a child as well', async () => {
    const ran = await verify(...ratified('spec', spec), '--contained');
    // A machine that cannot contain it refuses it, and never judges it here instead.
    if (ran.err.includes('no-isolation')) expect([ran.status, site.connections]).to.deep.equal([2, 0]);
    else expect(ran.status, ran.err).to.equal(0);
  });

  it('spec-digest compares', async () => {
    const digest = (await run(['spec-digest', at('spec.json')])).out.trim();
    expect(digest).to.equal(spec.digest);
    expect((await run(['spec-digest', at('spec.json'), '--check', digest])).status).to.equal(0);
    const other = await run(['spec-digest', at('spec.json'), '--check', OTHER]);
    expect(other.status).to.equal(4);
    expect(other.err).to.include(digest).and.to.include(OTHER);
    expect((await run(['spec-digest', at('spec.json'), '--check', 'abc'])).status).to.equal(2);
  });
});
