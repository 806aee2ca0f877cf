// What docs/ci.md promises: the action's script and the GitLab recipe, run as written, with the packed command line against a served target.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { VERSION } from '../../src/run/version.ts';
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

/** The first block of a language below a heading of docs/ci.md. */
const recipe = (heading: string, language: string): string =>
  new RegExp(`## ${heading}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read('docs/ci.md'))?.[1] ?? 'false';

/** The lines that the recipe gives GitLab's shell. */
const gitlabScript = (): string[] => (parse(recipe('GitLab', 'yaml')) as { axproof: { script: string[] } }).axproof.script;

const tarballOf = ({ folder }: Packed): string => readdirSync(join(folder, '..')).find((name) => name.endsWith('.tgz'))!;

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

  const act = (inputs: Record<string, string>, command = join(cli.folder, 'dist/axproof.js')): Promise<Ended> =>
    ran(process.execPath, [join(ROOT, 'scripts/action.mjs')], {
      AXPROOF_CLI: command,
      GITHUB_OUTPUT: file('output'),
      GITHUB_STEP_SUMMARY: file('summary.md'),
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, value])),
    });

  const outputs = (): Record<string, string> =>
    Object.fromEntries([...text('output').matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n?\2$/gm)].map(([, name, , value]) => [name!, value!]));

  /** The bundled pack as a spec, and its digest. */
  let spec: string;
  let specDigest: string;
  before(() => {
    cli = packed();
    spec = cli.axproof('pack', 'build', (JSON.parse(read('rules/bundle.json')) as { default: string }).default).out;
    writeFileSync(join(cli.folder, 'spec.json'), spec);
    specDigest = cli.axproof('spec-digest', join(cli.folder, 'spec.json')).out.trim();
  });
  after(() => cli?.remove());
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-ci-'));
  });
  afterEach(async () => {
    rmSync(dir, { recursive: true });
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** A project that holds the spec; the digest that it ratified. */
  function pinned(): string {
    mkdirSync(file('axproof'), { recursive: true });
    writeFileSync(file('axproof/spec.json'), spec);
    return specDigest;
  }

  describe('the action', () => {
    it('hands every input and output on, and puts none of them into a shell', () => {
      const [install, run] = action.runs.steps;
      const { package: _, ...inputs } = action.inputs;
      const wired = Object.fromEntries(
        Object.keys(inputs).map((name) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${name} }}`]),
      );
      // What was installed is what runs.
      expect(run?.env).to.deep.equal({ AXPROOF_CLI: `\${{ runner.temp }}/axproof/dist/axproof.js`, ...wired });
      expect(install?.env).to.deep.equal({ PACKAGE: `\${{ inputs.package }}` });
      for (const step of action.runs.steps) expect(step.run).not.to.include('${{');
      for (const [name, { value }] of Object.entries(action.outputs)) expect(value).to.equal(`\${{ steps.${run?.id}.outputs.${name} }}`);
      for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
        expect(read('docs/ci.md')).to.include(`\`${name}\``);
    });

    it('installs the packed build, its own or one that is given, and not the checkout', async () => {
      const [install] = action.runs.steps;
      const step = (PACKAGE: string): Promise<Ended> =>
        ran('bash', ['-c', install!.run], { GITHUB_ACTION_PATH: ROOT, RUNNER_TEMP: dir, npm_config_cache: file('npm'), PACKAGE });
      for (const given of ['', join(cli.folder, '..', tarballOf(cli))]) {
        rmSync(file('axproof'), { recursive: true, force: true });
        const ended = await step(given);
        expect([ended.status, ended.out.trim().split('\n').at(-1)], ended.out).to.deep.equal([0, VERSION]);
        expect(readdirSync(file('axproof')))
          .to.include.members(['dist', 'docs', 'rules'])
          .and.to.not.include('src');
      }
      for (const given of ['nowhere.tgz', 'http://example.com/axproof.tgz', '$(touch pwned)']) {
        const ended = await step(given);
        expect([ended.status, existsSync(file('pwned'))], ended.out).to.deep.equal([2, false]);
        expect(ended.out).to.include('is no file and no https URL');
      }
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
        // In the place of the command line: what it is called with.
        writeFileSync(
          file('called.mjs'),
          "import { writeFileSync } from 'node:fs'; writeFileSync('called.json', JSON.stringify(process.argv));",
        );
        const reporters = ['--reporter=github', '--reporter=json:axproof-report.json', '--'];
        const target = 'http://127.0.0.1:9';
        for (const [name, called] of Object.entries({
          target: ['grade', ...reporters, value],
          pack: ['grade', `--pack=${value}`, ...reporters, target],
          spec: ['verify', `--spec=${value}`, ...reporters, target],
          suite: ['suite', ...reporters, value],
          baseline: ['grade', `--baseline=${value}`, ...reporters, target],
        })) {
          await act({ ...(name === 'suite' ? {} : { target }), [name]: value }, file('called.mjs'));
          expect(JSON.parse(text('called.json')).slice(2), name).to.deep.equal(called);
        }
        const ended = await act({ target, pack: value });
        expect(ended.status, ended.out).to.be.greaterThan(0);
        // Commands that were not silenced: none of them is the one that the value holds.
        const heard = ended.out.replace(/^::stop-commands::(.+)\n[\s\S]*?^::\1::$/gm, '');
        expect(heard).not.to.match(/^::error::forged/m);
        expect(existsSync(file('pwned'))).to.equal(false);
      });
    }

    it('refuses inputs that the command does not take', async () => {
      for (const [first, rest] of Object.entries({ suite: 'spec expect-digest', spec: 'baseline', pack: 'env', target: 'data' })) {
        const { status, out } = await act(Object.fromEntries([first, ...rest.split(' ')].map((name) => [name, 'x'])));
        expect([status, / takes no (.+): leave/.exec(out)?.[1]], out).to.deep.equal([2, rest.replace(' ', ', ')]);
      }
    });
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

  describe('the recipe for any shell', () => {
    const run = async (target: string, digest: string): Promise<Ended> => {
      const AXPROOF = join(cli.folder, '..', tarballOf(cli));
      return ran('sh', ['-c', recipe('Any shell', 'sh')], { TARGET: target, AXPROOF_DIGEST: digest, AXPROOF });
    };

    it('accepts what was ratified, and says why nothing else is', async () => {
      const digest = pinned();
      const good = await run(await served('good'), digest);
      expect([good.status, good.out.trim().split('\n').at(-1)], good.out).to.deep.equal([0, 'accepted']);
      expect(text('axproof.xml')).to.match(/failures="0" errors="0"/);
      const failed = await run(await served('empty'), digest);
      expect([failed.status, failed.out.trim().split('\n').at(-1)]).to.deep.equal([1, 'not accepted']);
      const unseen = await run('http://127.0.0.1:9', digest);
      expect([unseen.status, unseen.out.trim().split('\n').at(-1)]).to.deep.equal([3, 'could not be seen: run the job again']);
    });
  });

  describe('the hooks before a commit', () => {
    /** A project with rules of its own and a spec that was ratified. */
    function project(): void {
      const digest = pinned();
      writeFileSync(file('axproof/ratified.txt'), `${digest}\n`);
      cpSync(join(ROOT, 'rules/auth'), file('axproof/rules'), { recursive: true });
      mkdirSync(file('node_modules/.bin'), { recursive: true });
      symlinkSync(join(cli.folder, 'dist/axproof.js'), file('node_modules/.bin/axproof'));
      writeFileSync(file('package.json'), '{"private": true}');
    }

    const hooks = parse(read('.pre-commit-hooks.yaml')) as { id: string; entry: string; pass_filenames: boolean; language: string }[];
    /** As pre-commit runs them: the entry, then the args. */
    const run = (id: string, args: readonly string[]): Promise<Ended> => {
      const entry = hooks.find((hook) => hook.id === id)!.entry.split(' ');
      return ran(join(dir, 'node_modules/.bin', entry[0]!), [...entry.slice(1), ...args], {});
    };

    it('are there for pre-commit, with the arguments that its recipe gives', async () => {
      project();
      const ratified = text('axproof/ratified.txt').trim();
      const { repos } = parse(recipe('Before a commit', 'yaml')) as { repos: { hooks: { id: string; args: string[] }[] }[] };
      const used = repos[0]!.hooks.map(({ id, args }) => [id, args.map((arg) => arg.replace('sha256:…', ratified))] as const);
      expect(used.map(([id]) => id)).to.deep.equal(hooks.map(({ id }) => id));
      for (const { language, pass_filenames } of hooks) expect([language, pass_filenames]).to.deep.equal(['node', false]);
      for (const [id, args] of used) expect((await run(id, args)).status, id).to.equal(0);
      writeFileSync(file('axproof/rules/pack.yaml'), 'name: [');
      writeFileSync(file('axproof/spec.json'), text('axproof/spec.json').replace('"points":1', '"points":2'));
      expect((await run(...used[0]!)).status).to.equal(2);
      expect((await run(...used[1]!)).status).to.equal(4);
    });

    it('stop a commit by git alone', async () => {
      project();
      const hook = (): Promise<Ended> => ran('sh', ['-c', recipe('Before a commit', 'sh')], { npm_config_update_notifier: 'false' });
      const good = await hook();
      expect(good.status, good.out).to.equal(0);
      writeFileSync(file('axproof/spec.json'), text('axproof/spec.json').replace('"points":1', '"points":2'));
      expect((await hook()).status).to.equal(4);
    });
  });
});
