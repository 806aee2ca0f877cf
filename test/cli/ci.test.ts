// What docs/ci.md promises: the action's script and the GitLab recipe, run as written, with the packed command line against a served target.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { ROOT } from '../sources.ts';
import { type Packed, packed } from './packed.ts';

interface Ended {
  status: number | null;
  out: string;
}

interface Action {
  inputs: Record<string, { description: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: { id?: string; run: string; env?: Record<string, string> }[] };
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const action = parse(read('action.yml')) as Action;

/** The lines that the recipe of docs/ci.md gives GitLab's shell. */
function gitlabScript(): string[] {
  const [, recipe = ''] = /## GitLab[\s\S]*?```yaml\n([\s\S]*?)```/.exec(read('docs/ci.md')) ?? [];
  return (parse(recipe) as { axproof: { script: string[] } }).axproof.script;
}

describe('CI', function () {
  this.timeout(120_000);
  let cli: Packed;
  let dir: string;
  const servers: FixtureServer[] = [];
  const file = (name: string): string => join(dir, name);
  const text = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');

  const served = async (name: string): Promise<string> => {
    const server = await serveFixture(loadFixture(join(ROOT, 'fixtures/targets', `${name}.yaml`)), { port: 0 });
    servers.push(server);
    return server.origin;
  };

  /** Asynchronous, because the target is served by this very process. */
  const ran = (command: string, args: readonly string[], env: Record<string, string>): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: dir, env: { PATH: process.env.PATH, HOME: dir, CI: 'true', ...env }, timeout: 60_000 });
      let out = '';
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
      child.on('error', reject).on('close', (status) => resolve({ status, out }));
    });

  const act = (inputs: Record<string, string>): Promise<Ended> =>
    ran(process.execPath, [join(cli.folder, 'scripts/action.mjs')], {
      GITHUB_OUTPUT: file('output'),
      GITHUB_STEP_SUMMARY: file('summary.md'),
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, value])),
    });

  const outputs = (): Record<string, string> =>
    Object.fromEntries([...text('output').matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)].map(([, name, , value]) => [name!, value!]));

  before(() => {
    cli = packed();
    mkdirSync(join(cli.folder, 'scripts'), { recursive: true });
    copyFileSync(join(ROOT, 'scripts/action.mjs'), join(cli.folder, 'scripts/action.mjs'));
  });
  after(() => cli?.remove());
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-ci-'));
  });
  afterEach(async () => {
    rmSync(dir, { recursive: true });
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** The bundled pack as a spec, and its digest. */
  function pinned(): string {
    const name = (JSON.parse(read('rules/bundle.json')) as { default: string }).default;
    mkdirSync(file('axproof'), { recursive: true });
    writeFileSync(file('axproof/spec.json'), cli.axproof('pack', 'build', name).out);
    return cli.axproof('spec-digest', file('axproof/spec.json')).out.trim();
  }

  describe('the action', () => {
    it('hands every input and output on, and puts none of them into a shell', () => {
      const [, run] = action.runs.steps;
      const wired = Object.fromEntries(
        Object.keys(action.inputs).map((name) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${name} }}`]),
      );
      expect(run?.env).to.deep.equal(wired);
      for (const step of action.runs.steps) expect(step.run).not.to.include('${{');
      for (const [name, { value }] of Object.entries(action.outputs)) expect(value).to.equal(`\${{ steps.${run?.id}.outputs.${name} }}`);
      for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
        expect(read('docs/ci.md')).to.include(`\`${name}\``);
    });

    it('grades: annotations, the step summary, outputs, and the status of the command', async () => {
      const ended = await act({ target: await served('empty'), reporter: 'junit:axproof.xml\n  tap:axproof.tap\n' });
      expect(ended.status, ended.out).to.equal(1);
      expect(ended.out).to.match(/^::error title=llms-txt%3A/m);
      expect(outputs()).to.include({ passed: '', grade: 'F', report: 'axproof-report.json', status: '1' });
      expect(text('summary.md')).to.match(/^# Grade F for/);
      expect(text('axproof.xml')).to.include('<failure ');
      expect(text('axproof.tap')).to.match(/^TAP version 14/);
      expect(JSON.parse(text('axproof-report.json')).kind).to.equal('VerificationReport');
    });

    it('passes a ratified spec, and nothing else', async () => {
      const digest = pinned();
      const target = await served('good');
      const good = await act({ target, spec: 'axproof/spec.json', 'expect-digest': digest });
      expect(good.status, good.out).to.equal(0);
      expect(outputs()).to.include({ passed: 'true', digest, status: '0' });
      expect(text('summary.md')).to.match(/^# PASSED/);
      rmSync(file('output'));
      const unratified = await act({ target, spec: 'axproof/spec.json' });
      expect([unratified.status, outputs().passed]).to.deep.equal([1, 'false']);
      rmSync(file('output'));
      const other = await act({ target, spec: 'axproof/spec.json', 'expect-digest': `sha256:${'0'.repeat(64)}` });
      expect([other.status, outputs().passed]).to.deep.equal([4, 'false']);
      expect(other.out).to.match(/^::error title=\(run\)/m);
    });

    const hostile = [
      '$(touch pwned)',
      '`touch pwned`',
      '; touch pwned',
      '--version',
      '--out=pwned',
      "'; touch pwned; '",
      'x\n::error::forged',
    ];
    for (const value of hostile) {
      it(`takes ${JSON.stringify(value)} for a value and nothing more`, async () => {
        for (const name of ['target', 'pack', 'spec', 'suite', 'baseline']) {
          const ended = await act({ target: 'http://127.0.0.1:9', [name]: value });
          expect(ended.status, `${name}: ${ended.out}`).to.be.greaterThan(0);
          // Commands that were not silenced: none of them is the one that the value holds.
          const heard = ended.out.replace(/^::stop-commands::(.+)\n[\s\S]*?^::\1::$/gm, '');
          expect(heard).not.to.match(/^::error::forged/m);
        }
        expect(existsSync(file('pwned'))).to.equal(false);
      });
    }

    it('says what is missing', async () => {
      const ended = await act({});
      expect([ended.status, ended.out]).to.deep.equal([2, '::error title=axproof::give the input target, or suite\n']);
    });
  });

  describe('the GitLab recipe', () => {
    const run = (target: string, digest: string): Promise<Ended> =>
      ran('sh', ['-ec', gitlabScript().join('\n')], { TARGET: target, AXPROOF_DIGEST: digest, npm_config_update_notifier: 'false' });

    beforeEach(() => {
      mkdirSync(file('node_modules/.bin'), { recursive: true });
      symlinkSync(cli.folder, file('node_modules/axproof'));
      symlinkSync('../axproof/dist/axproof.js', file('node_modules/.bin/axproof'));
      writeFileSync(file('package.json'), '{"private": true}');
    });

    it('passes what was ratified, and leaves the reports that it names', async () => {
      const digest = pinned();
      const ended = await run(await served('good'), digest);
      expect(ended.status, ended.out).to.equal(0);
      expect(ended.out)
        .to.include(digest)
        .and.to.match(/^ {2}PASSED/m);
      expect(text('axproof.xml')).to.match(/failures="0" errors="0"/);
      expect(JSON.parse(text('axproof.json')).passed).to.equal(true);
    });

    it('fails what does not hold, what is edited, and what nobody ratified', async () => {
      const digest = pinned();
      const failed = await run(await served('empty'), digest);
      expect(failed.status, failed.out).to.equal(1);
      expect(text('axproof.xml')).to.include('<failure ');
      const good = await served('good');
      expect((await run(good, `sha256:${'0'.repeat(64)}`)).status).to.equal(4);
      expect((await run(good, '')).status).to.equal(2);
    });
  });
});
