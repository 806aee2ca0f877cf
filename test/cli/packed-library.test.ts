// The library as npm would publish it: the examples of docs/ run under their runners, its types hold for a stranger's TypeScript, and what it refuses has a code.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { ROOT } from '../sources.ts';
import type { Ran } from './io.ts';
import { type Packed, packed } from './packed.ts';
import { written } from './reports.ts';

const MODULES = join(ROOT, 'node_modules');
const MOCHA = join(MODULES, 'mocha/bin/mocha.js');

describe('the packed library', function () {
  this.timeout(120_000);
  let cli: Packed;
  let project: string;
  let server: FixtureServer;
  before(async () => {
    cli = packed();
    // What npm install would make: a project, and in it the package with its packages.
    project = join(cli.folder, '../project');
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    symlinkSync(MODULES, join(cli.folder, 'node_modules'));
    symlinkSync(cli.folder, join(project, 'node_modules/axproof'));
    cpSync(join(cli.folder, 'docs/examples'), project, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{"type":"module"}\n');
    server = await serveFixture(written('good'));
  });
  after(async () => {
    await server.close();
    cli.remove();
  });

  /** Beside this process, which serves the target; without the options of this run, which would take its output elsewhere. */
  const node = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
    new Promise((resolve) => {
      const options = { cwd: project, env: { ...process.env, NODE_OPTIONS: '', MOCHA_OPTIONS: '', ...env }, timeout: 60_000 };
      execFile(process.execPath, args, options, (error, out, err) => resolve({ status: error ? Number(error.code) : 0, out, err }));
    });

  const RUNNERS: [string, string[]][] = [
    ['node:test', ['--test', 'node-test.test.mjs']],
    ['mocha', [MOCHA, '--no-config', 'mocha.test.mjs']],
  ];
  for (const [name, args] of RUNNERS) {
    it(`its example runs under ${name}, and fails where the target does`, async () => {
      const places = { TARGET: join(ROOT, 'fixtures/targets/good.yaml'), SPEC: 'ax' };
      const good = await node(args, places);
      expect(good.status, good.out + good.err).to.equal(0);
      const bad = await node(args, { ...places, TARGET: join(ROOT, 'fixtures/targets/liar-schema.yaml') });
      const said = bad.out + bad.err;
      expect(bad.status).to.not.equal(0);
      expect(said)
        .to.include('liar-schema.example does not conform to axproof/ax')
        .and.to.match(/schema-conformance fails: /);
      // The report is at hand, and not in the log.
      expect(said).to.not.include('exchanges');
      expect(said.length).to.be.below(10_000);
    });
  }

  it('has an example for every runner that its page names', () => {
    expect(readdirSync(join(cli.folder, 'docs/examples')).sort()).to.deep.equal(['mocha.test.mjs', 'node-test.test.mjs', 'suite.yaml']);
  });

  it('grades over the network, is held to a digest, and refuses with a code', async () => {
    const program = `
      import { assertConforms, grade, NotConforming } from 'axproof';
      import schema from 'axproof/schemas/report/1.json' with { type: 'json' };
      const [target, gone] = process.argv.slice(2);
      const refused = (promise) => promise.then(() => 'nothing', (error) => error instanceof NotConforming ? error.report.kind : error.code);
      const { verdict, issued, kind } = await grade(target, { seed: 7 });
      console.log(JSON.stringify([
        [kind, verdict.target === target, verdict.grade, verdict.seed, issued.seedOrigin, issued.mode, schema.$id],
        (await assertConforms(target, { spec: 'ax' })).passed,
        (await assertConforms(target, { expectDigest: verdict.pack.digest })).passed,
        await refused(assertConforms(target, { spec: 'ax', expectDigest: 'sha256:' + '0'.repeat(64) })),
        await refused(assertConforms(target, { spec: 'auth', expectDigest: verdict.pack.digest })),
        await refused(assertConforms(gone, { spec: 'ax' })),
        await refused(assertConforms(target, {})),
        await refused(grade(target, { seed: -1 })),
        await refused(grade(target, { timeout: 61 })),
        await refused(grade(target, { pack: 'nowhere' })),
        await refused(grade('nowhere.yaml')),
        await refused(grade(target, { signal: AbortSignal.abort(Object.assign(new Error('no'), { code: 'mine' })) })),
      ]));`;
    writeFileSync(join(project, 'program.mjs'), program);
    const ran = await node(['--no-warnings', 'program.mjs', server.origin, 'http://127.0.0.1:9']);
    expect(ran.status, ran.err).to.equal(0);
    expect(JSON.parse(ran.out)).to.deep.equal([
      ['VerificationReport', true, 'A+', 7, 'caller', 'advisory-local', 'urn:axproof:schema:report:1'],
      false,
      true,
      'digest-mismatch',
      'digest-mismatch',
      'unreachable',
      'bad-usage',
      'bad-usage',
      'bad-usage',
      'bad-pack',
      'bad-file',
      'mine',
    ]);
    expect(ran.err).to.equal('');
  });

  it('brings its docs, and every link in them leads to something that is there', () => {
    const pages = [
      'README.md',
      ...readdirSync(join(cli.folder, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    ].filter((name) => name.endsWith('.md'));
    expect(pages).to.include.members(['docs/cli.md', 'docs/library.md', 'docs/adr/0001-records.md', 'docs/rules/ax.md']);
    const dead = pages.flatMap((page) =>
      [...readFileSync(join(cli.folder, page), 'utf8').matchAll(/\]\(([\w./-]*[./][\w./-]*)(?:#[^)]*)?\)/g)]
        .map(([, to]) => to as string)
        .filter((to) => !existsSync(join(cli.folder, page, '..', to)))
        .map((to) => `${page}: ${to}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('has types for a stranger', () => {
    const program = `import { assertConforms, grade, type GradeOptions, type Report } from 'axproof';
      import type { PinnedVerificationReport } from 'axproof';
      const options: GradeOptions = { pack: 'auth', seed: 7 };
      const graded: Report = await grade('example.com', options);
      const held: PinnedVerificationReport = await assertConforms('example.com', { spec: 'ax' });
      export const words: string[] = [graded.verdict.grade, graded.verdict.checks[0]!.reason.text, String(held.passed)];
      // @ts-expect-error: a seed is a number
      await grade('example.com', { seed: '7' });
      // @ts-expect-error: there is no such member
      export const past = held.past;\n`;
    writeFileSync(join(project, 'program.ts'), program);
    const how = ['--strict', '--skipLibCheck', '--module', 'NodeNext', '--target', 'ES2023', '--noEmit', '--types', 'node'];
    const tsc = [join(MODULES, 'typescript/bin/tsc6'), ...how, '--typeRoots', join(MODULES, '@types'), 'program.ts'];
    expect(spawnSync(process.execPath, tsc, { cwd: project, encoding: 'utf8' }).stdout).to.equal('');
  });
});
