// The built command line: its code cache fits, changes no byte of a report, and is never written by a run.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const target = join(root, 'fixtures/targets/good.yaml');
const grade = (bin: string): { status: number | null; text: string; err: string } => {
  const args = [bin, 'grade', target, '--seed', '3', '--json', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, text: stdout.replace(/"(at|startedAt|total)": ("[^"]*"|\d+)/g, '"$1": null'), err: stderr };
};

describe('the built command line', () => {
  let copy: string;
  before(function () {
    if (!existsSync(join(dist, 'axproof.js'))) this.skip();
    copy = mkdtempSync(join(tmpdir(), 'axproof-dist-'));
    cpSync(dist, join(copy, 'dist'), { recursive: true });
    for (const name of ['rules', 'fixtures', 'schemas']) symlinkSync(join(root, name), join(copy, name));
    rmSync(join(copy, 'dist/cli.cache'));
  });
  after(() => copy && rmSync(copy, { recursive: true }));

  it('has a code cache that this Node accepts', () => {
    const text = readFileSync(join(dist, 'cli.cjs'), 'latin1');
    const cachedData = readFileSync(join(dist, 'cli.cache'));
    expect(new Script(text, { cachedData }).cachedDataRejected).to.equal(false);
  });

  it('opens each bundled pack as the build opened it', () => {
    const text = readFileSync(join(dist, 'cli.cjs'), 'latin1');
    for (const name of readdirSync(join(dist, 'packs'))) expect(text, name).to.include(sha256(readFileSync(join(dist, 'packs', name))));
  });

  it('gives the same report without its code cache', () => {
    const [built, bare] = [grade(join(dist, 'axproof.js')), grade(join(copy, 'dist/axproof.js'))];
    expect(built.err).to.equal('');
    expect(built.status).to.equal(0);
    expect(bare).to.deep.equal(built);
  });

  it('writes nothing beside itself', () => {
    const before = readdirSync(join(copy, 'dist'));
    grade(join(copy, 'dist/axproof.js'));
    expect(readdirSync(join(copy, 'dist'))).to.deep.equal(before);
  });

  it('is ASCII throughout: what is not, every thread keeps in twice the memory', () => {
    const files = [
      join(dist, 'cli.cjs'),
      join(dist, 'contained.cjs'),
      ...readdirSync(join(dist, 'service')).map((name) => join(dist, 'service', name)),
    ];
    const others = files.filter((file) => /\.c?js$/.test(file) && /[\u0080-\uffff]/.test(readFileSync(file, 'utf8')));
    expect(others).to.deep.equal([]);
  });

  // Last: the copy is of no use afterwards.
  it('serves and works without the modules of the other commands', () => {
    rmSync(join(copy, 'dist/cli.cjs'));
    const help = (dist: string, command: string): string =>
      spawnSync(process.execPath, [join(dist, 'axproof.js'), command, '--help'], { encoding: 'utf8' }).stdout;
    for (const command of ['serve', 'worker']) {
      expect(help(join(copy, 'dist'), command), command).to.include(`Usage: axproof ${command}`);
      expect(help(join(copy, 'dist'), command)).to.equal(help(dist, command));
    }
    expect(help(join(copy, 'dist'), 'grade')).to.equal('');
  });
});
