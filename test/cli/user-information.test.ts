// A target with a password in it is refused, and what is written of that names the host alone: files of results are kept, uploaded and shown to others.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';

const SPEC = join(ROOT, 'rules/ax');
const TARGETS = ['https://user:hunter2@host.example', 'user:hunter2@host.example', 'https://user:hun/hunter2@host.example/a.yaml'];

describe('user information in a target', function () {
  this.timeout(120_000);
  let dir: string;
  const file = (name: string): string => join(dir, name);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-user-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const reporters = (): string[] =>
    ['cli', 'json', 'junit', 'sarif', 'tap', 'markdown'].flatMap((kind) => ['--reporter', `${kind}:${file(`out.${kind}`)}`]);

  /** All that a command wrote, and where. */
  async function written(args: string[]): Promise<[string, string][]> {
    const ran = await axproof(...args, ...reporters());
    expect(ran.status, ran.err).to.equal(2);
    const files = readdirSync(dir).filter((name) => name.startsWith('out.'));
    expect(files).to.have.length(6);
    return [['stdout', ran.out], ['stderr', ran.err], ...files.map((name): [string, string] => [name, readFileSync(file(name), 'utf8')])];
  }

  const commands: [string, (target: string) => string[]][] = [
    ['verify', (target) => ['verify', target, '--spec', SPEC]],
    ['verify --service', (target) => ['verify', target, '--spec', SPEC, '--service', 'http://127.0.0.1:9']],
    ['suite', () => ['suite', file('suite.yaml')]],
    ['suite --bail', () => ['suite', file('suite.yaml'), '--bail', '--jobs', '1']],
  ];
  for (const [name, args] of commands)
    for (const target of TARGETS)
      it(`of ${name} is told to nobody: ${target}`, async () => {
        const tests = ['one', 'two'].map((called) => ({ name: called, target: 'it', pack: 'ax' }));
        writeFileSync(file('suite.yaml'), JSON.stringify({ format: 1, name: 'All', targets: { it: target }, packs: { ax: 'ax' }, tests }));
        const all = await written(args(target));
        for (const [where, text] of all) expect(text, where).not.to.include('hunter2');
        for (const [where, text] of all.filter(([where]) => where === 'out.junit')) expect(text, where).to.include('@host.example');
      });

  it('is no name of a file: an @ in the path of a fixture is told as it stands', async () => {
    writeFileSync(file('a@b.yaml'), 'routes: 1\n');
    const all = await written(['verify', file('a@b.yaml'), '--spec', SPEC]);
    expect(new Map(all).get('out.junit')).to.include(file('a@b.yaml'));
  });

  it('of --service is told to nobody', async () => {
    const ran = await axproof('verify', 'example.com', '--spec', SPEC, '--service', 'https://user:hunter2@service.example');
    expect([ran.status, ran.err.includes('hunter2')], ran.err).to.deep.equal([2, false]);
  });
});
