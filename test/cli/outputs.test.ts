// Where a command writes to: two outputs have two places, and none of them is what the command reads.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, lstatSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { type Files, type Folder, fixtureOf, folder, STATUS_PACK, within } from './suite-folder.ts';

const target = (name: string): string => join(ROOT, 'fixtures/targets', `${name}.yaml`);

describe('outputs of the command line go over nothing that is read', function () {
  this.timeout(60_000);
  let dir: Folder;
  const file = (name: string): string => dir.path(name);
  beforeEach(() => {
    dir = folder();
  });
  afterEach(() => dir.remove());

  const rows: [string, () => string[]][] = [
    ['a target', () => ['grade', file('t.yaml'), '--out', file('t.yaml')]],
    ['a pack', () => ['grade', target('good'), '--pack', file('p.json'), '--out', file('p.json')]],
    ['a spec', () => ['verify', target('good'), '--spec', file('p.json'), '--reporter', `junit:${file('p.json')}`]],
    ['a report that is replayed', () => ['grade', '--replay', file('r.json'), '--out', file('r.json')]],
    ['the same by a reporter', () => ['grade', '--replay', file('r.json'), '--reporter', `json:${file('r.json')}`]],
    ['evidence, by its archive', () => ['evidence', file('r.json'), '--har', file('r.json')]],
    ['evidence, by its commands', () => ['evidence', file('r.json'), '--curl', file('r.json')]],
    ['a suite', () => ['suite', file('s.yaml'), '--reporter', `tap:${file('s.yaml')}`]],
    ['what a link leads to', () => ['grade', file('t.yaml'), '--out', file('link')]],
  ];
  for (const [name, args] of rows)
    it(name, async () => {
      const texts = { 't.yaml': 'a target', 'p.json': 'a pack', 'r.json': 'a report', 's.yaml': 'a suite' };
      dir.write(texts);
      symlinkSync(file('t.yaml'), file('link'));
      const ran = await axproof(...args());
      rmSync(file('link'));
      expect([ran.status, ran.out], ran.err).to.deep.equal([2, '']);
      expect(ran.err).to.match(/bad-usage: .* is read, and would be written over/);
      for (const [at, content] of Object.entries(texts)) expect(dir.read(at)).to.equal(content);
    });

  it('two outputs of which one is a link to the other', async () => {
    dir.write({ 'a.json': '' });
    symlinkSync(file('a.json'), file('link'));
    const ran = await axproof('grade', target('good'), '--out', file('link'), '--record', file('a.json'));
    rmSync(file('link'));
    expect([ran.status, ran.err]).to.satisfy(
      ([status, err]: [number, string]) => status === 2 && /two outputs would be written to/.test(err),
    );
  });
});

const DIGEST = `sha256:${'0'.repeat(64)}`;
const SUITE = `format: 1
name: s
targets: {up: up.yaml, more: "{{ $.row.name }}.yaml"}
packs: {status: ./status}
specs: {pinned: {pack: ./p.json, digest: "${DIGEST}"}}
data: rows.csv
tests: [{target: up, pack: status}, {target: up, spec: pinned}, {target: more, pack: status, rows: true}]
`;
const OLD = '{"passed": true}';

describe('what is read with what a command names', function () {
  this.timeout(60_000);
  let dir: Folder;
  const texts: Files = {
    ...STATUS_PACK,
    'over/pack.yaml': 'extends: {pack: ../status}\nname: test/over\nversion: 1.0.0\ntitle: Over it\n',
    'keys/ring.json': '{}',
    'log/checkpoint': 'l\n1\n',
    'log/tile/entries/000.p/1': 'an entry',
    'p.json': '{}',
    'up.yaml': fixtureOf('up'),
    'more.yaml': `${fixtureOf('up')}  /doc: {bodyFile: body.txt}\nextends: base\n`,
    'base.yaml': fixtureOf('down'),
    'body.txt': 'a body',
    'rows.csv': 'name\nmore\n',
    's.yaml': SUITE,
    'broken.yaml': `${SUITE}more: 1\n`,
  };
  beforeEach(() => {
    dir = folder(texts);
  });
  afterEach(() => dir.remove());

  const rows: [string, string[]][] = [
    ['pack.yaml of a spec', ['verify', 'up.yaml', '--spec', 'status', '--expect-digest', DIGEST, '--record', 'status/pack.yaml']],
    ['a rule of a pack', ['grade', 'up.yaml', '--pack', 'status', '--reporter', 'json:status/up.yaml']],
    ['a new file among rules', ['grade', 'up.yaml', '--pack', 'status', '--out', 'status/new.yaml']],
    ['a pack that another extends', ['grade', 'up.yaml', '--pack', 'over', '--out', 'status/up.yaml']],
    ['the base of a target', ['grade', 'more.yaml', '--out', 'base.yaml']],
    ['a body of a target', ['grade', 'more.yaml', '--record', 'body.txt']],
    ['a spec of a suite', ['suite', 's.yaml', '--reporter', 'json:p.json']],
    ['a pack of a suite', ['suite', 's.yaml', '--reporter', 'json:status/up.yaml']],
    ['a target of a suite', ['suite', 's.yaml', '--reporter', 'json:up.yaml']],
    ['a target that a row of a suite names', ['suite', 's.yaml', '--reporter', 'junit:body.txt']],
    ['the rows of a suite', ['suite', 's.yaml', '--reporter', 'json:rows.csv']],
    ['a side of contract-diff', ['contract-diff', 'p.json', 'up.yaml', '--reporter', 'sarif:p.json']],
    ['a document', ['pack', 'build', '--from', 'p.json', '--out', 'p.json']],
    ['a pack that is built', ['pack', 'build', 'status', '--out', 'status/up.yaml']],
    ['a pack that is signed', ['pack', 'sign', 'p.json', '--keys', 'keys', '--out', 'p.json']],
    ['keys', ['pack', 'sign', 'status', '--keys', 'keys', '--out', 'keys/ring.json']],
    ['a pack that is carried over', ['pack', 'migrate', 'p.json', '--out', 'p.json']],
    ['a report that is recorded', ['record', 'p.json', '--out', 'p.json']],
    ['a document that is imported', ['import', 'p.json', '--out', 'p.json']],
    ['a report whose proof it would be', ['log', 'add', 'log', 'p.json', '--key', 'k', '--out', 'p.json']],
    ['the checkpoint of a log', ['log', 'add', 'log', 'p.json', '--key', 'k', '--out', 'log/checkpoint']],
    ['an entry of a log', ['log', 'add', 'log', 'p.json', '--key', 'k', '--out', 'log/tile/entries/000.p/1']],
  ];
  for (const [name, args] of rows)
    it(`is written over by no output: ${name}`, async () => {
      const ran = await within(dir.path('.'), () => axproof(...args));
      expect([ran.status, ran.out], ran.err).to.deep.equal([2, '']);
      expect(ran.err).to.match(/bad-usage: .* is read, and would be written over/);
      for (const [at, content] of Object.entries(texts)) expect(dir.read(at)).to.equal(content);
      expect(existsSync(dir.path('status/new.yaml'))).to.equal(false);
    });

  it('stays where a suite that does not load may name it, and other outputs go', async () => {
    dir.write({ 'old.json': OLD });
    const args = ['suite', 'broken.yaml', '--reporter', 'json:p.json', '--reporter', 'tap:old.json'];
    const ran = await within(dir.path('.'), () => axproof(...args));
    expect([ran.status, dir.read('p.json'), existsSync(dir.path('old.json'))], ran.err).to.deep.equal([2, '{}', false]);
  });
});

describe('what an earlier run left', function () {
  this.timeout(60_000);
  let dir: Folder;
  beforeEach(() => {
    dir = folder({ ...STATUS_PACK, 'up.yaml': fixtureOf('up'), 'old.json': OLD, 'old.xml': OLD, 'old.txt': OLD });
  });
  afterEach(() => dir.remove());
  const verify = (...args: string[]) => within(dir.path('.'), () => axproof('verify', 'up.yaml', '--spec', 'status', ...args));
  const outputs = ['--record', 'old.json', '--reporter', 'junit:old.xml', '--out=old.txt'];

  const mistakes: [string, string[]][] = [
    ['an empty digest', ['--expect-digest', '', ...outputs]],
    ['an empty digest, behind them', [...outputs, '--expect-digest', '']],
    ['no digest at all', ['--expect-digest', ...outputs]],
    ['an option that there is not', ['--exept-digest', DIGEST, ...outputs]],
    ['a seed that is none', [...outputs, '--seed', 'x']],
    ['help', [...outputs, '--help']],
  ];
  for (const [name, args] of mistakes)
    it(`is taken away where the words do not parse: ${name}`, async () => {
      expect((await verify(...args)).status).to.equal(2);
      for (const old of ['old.json', 'old.xml', 'old.txt']) expect(existsSync(dir.path(old)), old).to.equal(false);
    });

  for (const [name, leadsTo] of [
    ['a report', 'old.json'],
    ['nothing', 'none.json'],
  ] as const)
    it(`is taken away where it is a link to ${name}, and what that leads to stays`, async () => {
      for (const option of ['--record', '--out']) {
        symlinkSync(leadsTo, dir.path('link.json'));
        expect((await verify('--expect-digest', DIGEST, option, 'link.json')).status).to.equal(4);
        expect(lstatSync(dir.path('link.json'), { throwIfNoEntry: false })).to.equal(undefined);
      }
      expect(dir.read('old.json')).to.equal(OLD);
      expect(existsSync(dir.path('none.json'))).to.equal(false);
    });

  it('is no device and none of the streams of the process, also behind a link', async function () {
    if (process.platform === 'win32') return this.skip();
    symlinkSync('/dev/null', dir.path('null'));
    expect((await verify('--expect-digest', DIGEST, '--record', 'null')).status).to.equal(4);
    expect(lstatSync(dir.path('null')).isSymbolicLink()).to.equal(true);
    // As /dev/stdout is, where stdout goes to a file.
    symlinkSync('old.txt', dir.path('stdout'));
    const stdout = openSync(dir.path('old.txt'), 'r+');
    const script = `(await import(${JSON.stringify(join(ROOT, 'src/mounts/cli/files.ts'))})).removeOld('stdout')`;
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script];
    const { status } = spawnSync(process.execPath, args, { cwd: dir.path('.'), stdio: ['ignore', stdout, 'inherit'] });
    closeSync(stdout);
    expect([status, lstatSync(dir.path('stdout')).isSymbolicLink()]).to.deep.equal([0, true]);
  });
});
