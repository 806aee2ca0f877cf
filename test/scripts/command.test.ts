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
});
