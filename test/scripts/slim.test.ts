// The built command line starts without what scripts/build/slim.ts takes out, and says the same with and without its code cache.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'fixtures/targets/good.yaml');
const grade = (bin: string): { status: number | null; text: string; err: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'grade', target, '--seed', '3', '--json', '--quiet'], {
    encoding: 'utf8',
  });
  return { status, text: stdout.replace(/"(at|startedAt|total)": ("[^"]*"|\d+)/g, '"$1": null'), err: stderr };
};

describe('the built command line', () => {
  before(function () {
    if (!existsSync(join(root, 'dist/axproof.js'))) this.skip();
  });

  it('gives the same report without its code cache', () => {
    const copy = mkdtempSync(join(tmpdir(), 'axproof-dist-'));
    try {
      cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
      for (const name of ['rules', 'fixtures', 'schemas']) symlinkSync(join(root, name), join(copy, name));
      for (const name of readdirSync(join(copy, 'dist'))) if (name.endsWith('.cache')) rmSync(join(copy, 'dist', name));
      const [built, bare] = [grade(join(root, 'dist/axproof.js')), grade(join(copy, 'dist/axproof.js'))];
      expect(built.err).to.equal('');
      expect(built.status).to.equal(0);
      expect(bare).to.deep.equal(built);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
