// Asking again: a recording brings its seed, its pack and its target, and the line "Again" of a report is a command that gives the same verdict.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { again } from '../../src/report/again.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { forged, PACK, report, saved, written } from './reports.ts';

const GOOD = join(ROOT, 'fixtures/targets/good.yaml');

/** The words of a command as a shell reads them, without the first. */
const words = (command: string): string[] =>
  spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .stdout.trimEnd()
    .split('\n')
    .slice(1);

describe('asking again', function () {
  this.timeout(60_000);
  let dir: string;
  let server: FixtureServer;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-again-'));
    server = await serveFixture(written('good'));
  });
  after(async () => {
    await server.close();
    rmSync(dir, { recursive: true });
  });

  const digest = async (...args: string[]): Promise<string> => {
    const ran = await axproof(...args, '--json', '--quiet');
    expect(ran.err).to.equal('');
    return JSON.parse(ran.out).verdictDigest;
  };

  const RECORDED: [string, string[]][] = [
    ['a seed', ['--seed', '7']],
    ['another pack', ['--seed', '7', '--pack', 'auth']],
    ['another User-Agent', ['--seed', '7', '--user-agent', "Wid'get/1.0"]],
  ];
  for (const [name, options] of RECORDED) {
    it(`grade --replay needs nothing but the file: ${name}`, async () => {
      const file = join(dir, 'recorded.json');
      const first = await digest('grade', server.origin, ...options, '--record', file);
      expect(await digest('grade', server.origin, '--replay', file)).to.equal(first);
      expect(await digest('grade', '--replay', file)).to.equal(first);
      expect(await digest('grade', '--replay', file, '--seed', '8')).to.not.equal(first);
    });

    it(`the line Again gives the same verdict: ${name}`, async () => {
      const file = join(dir, 'first.json');
      const { out } = await axproof('grade', server.origin, ...options, '--record', file, '--quiet');
      const line = /^Again +(.+)$/m.exec(out)?.[1] ?? '';
      expect(await digest(...words(line))).to.equal(JSON.parse(readFileSync(file, 'utf8')).verdictDigest);
    });
  }

  it('the line Again names a fixture, a pack and a recording by their files', async () => {
    const { out } = await axproof('grade', GOOD, '--pack', PACK, '--timeout', '30', '--format', 'markdown');
    expect(out).to.include(`\`axproof grade ${GOOD} --pack ${PACK} --seed 99 --timeout 30\``);
    const file = saved(join(dir, 'of a target.json'), await report(written('good')));
    const replayed = (await axproof('grade', '--replay', file)).out;
    expect(words(/^Again +(.+)$/m.exec(replayed)?.[1] ?? '')).to.include.members(['--replay', file]);
  });

  it('the line Again of verify holds the spec, its digest, and what it was given', async () => {
    const pinned = join(ROOT, 'rules/auth');
    const expected = (await axproof('spec-digest', pinned)).out.trim();
    const { out } = await axproof('verify', server.origin, '--spec', pinned, '--expect-digest', expected, '--env', 'WHO=me and you');
    const line = /^Again +(.+)$/m.exec(out)?.[1] ?? '';
    expect(words(line).slice(0, 8)).to.deep.equal([
      'verify',
      server.origin,
      '--spec',
      pinned,
      '--expect-digest',
      expected,
      '--env',
      'WHO=me and you',
    ]);
  });

  it('the line Again of a spec that nobody ratified does not ratify it', async () => {
    const pinned = join(ROOT, 'rules/auth');
    const { out } = await axproof('verify', server.origin, '--spec', pinned, '--seed', '7');
    const line = words(/^Again +(.+)$/m.exec(out)?.[1] ?? '');
    expect(line).to.deep.equal(['verify', server.origin, '--spec', pinned, '--seed', '7']);
    expect((await axproof(...line)).out).to.include('not ratified');
  });

  it('the line Again of verify by a digest alone leaves the spec out', async () => {
    const expected = (await axproof('spec-digest', 'auth')).out.trim();
    const { out } = await axproof('verify', server.origin, '--expect-digest', expected, '--seed', '7');
    const line = words(/^Again +(.+)$/m.exec(out)?.[1] ?? '');
    expect(line).to.deep.equal(['verify', server.origin, '--expect-digest', expected, '--seed', '7']);
    expect(await digest(...line)).to.equal(await digest('verify', server.origin, '--expect-digest', expected, '--seed', '7'));
  });

  it('the line Again of a service says whose signature counts', async () => {
    const trust = { jwks: 'keys.json', trust: ['a', 'b'], maxAge: 60, allowUnsigned: true };
    const words = ' --service https://s.example --jwks keys.json --trust a --trust b --max-age 60 --allow-unsigned --timeout 90';
    const one = await report(written('good'));
    expect(again(one, { service: 'https://s.example', ...trust, timeout: 90 }).endsWith(words)).to.equal(true);
    expect(again(one, trust)).to.equal(again(one));
  });

  it('a secret is named and never shown, and an operator allows writes again', async () => {
    const placeholder = `secret-${'0'.repeat(32)}`;
    const gate = await report(written('good'));
    const pinned = {
      ...gate,
      kind: 'PinnedVerificationReport' as const,
      passed: true,
      verdict: { ...gate.verdict, ratified: true },
    } as never;
    const evidence = { ...gate.evidence, env: { TOKEN: placeholder }, consent: { by: 'operator' as const } };
    expect(again({ ...(pinned as typeof gate), evidence })).to.match(
      / --spec SPEC --expect-digest sha256:[0-9a-f]{64} --secret-env TOKEN --allow-writes --seed 7$/,
    );
  });

  it('refuses a target that the recording is not about', async () => {
    const file = saved(join(dir, 'good.json'), await report(written('good')));
    for (const other of ['example.com', join(ROOT, 'fixtures/targets/empty.yaml')]) {
      const ran = await axproof('grade', other, '--replay', file);
      expect([ran.status, ran.out]).to.deep.equal([2, '']);
      expect(ran.err).to.match(/^axproof: other-target: .*good\.json is about https:\/\/widgets\.example, and not about https:\S+\n/);
    }
    for (const same of ['https://widgets.example', 'widgets.example', GOOD])
      expect((await axproof('grade', same, '--replay', file)).status).to.equal(0);
  });

  it('refuses a recording of a pack that is not at hand, or that says no seed', async () => {
    const whole = await report(written('good'));
    const theirs = forged(whole, (r) => Object.assign(r.verdict.pack, { name: 'their/pack' }));
    const ran = await axproof('grade', '--replay', saved(join(dir, 'theirs.json'), theirs));
    expect([ran.status, ran.err.split(': ')[1]]).to.deep.equal([4, 'unknown-pack']);
    const bad = join(dir, 'bad.json');
    for (const seed of [-1, 1.5, '7', null]) {
      writeFileSync(bad, JSON.stringify({ ...whole, verdict: { ...whole.verdict, seed } }));
      expect((await axproof('grade', '--replay', bad)).err).to.match(/^axproof: bad-report: /);
    }
    for (const text of ['null', '1', '{"evidence":{"exchanges":1,"target":"x"}}']) {
      writeFileSync(bad, text);
      expect((await axproof('grade', '--replay', bad)).err).to.match(/^axproof: bad-report: /);
    }
  });

  it('wants a target or a recording', async () => {
    const ran = await axproof('grade');
    expect([ran.status, /^axproof: bad-usage: a target is wanted/.test(ran.err)]).to.deep.equal([2, true]);
  });
});
