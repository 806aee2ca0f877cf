// Commands through the packed command line: the bundle must run what the sources run, in every command.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Packed, packed } from './packed.ts';
import { ROOT } from './reports.ts';

describe('the packed command line', function () {
  this.timeout(120_000);
  let cli: Packed;
  let dir: string;
  before(() => {
    cli = packed();
    dir = mkdtempSync(join(tmpdir(), 'axproof-commands-'));
  });
  after(() => {
    cli.remove();
    rmSync(dir, { recursive: true });
  });

  const pack = join(ROOT, 'rules/auth');
  const rows: [string, () => string[], RegExp][] = [
    ['pack lint', () => ['pack', 'lint', pack], /^$/],
    ['pack test', () => ['pack', 'test', pack, '--cases', join(ROOT, 'fixtures/cases/auth')], /cases passed, 0 problems/],
    ['pack build', () => ['pack', 'build', pack], /^\{"bands":/],
    ['spec-digest', () => ['spec-digest', pack], /^sha256:[0-9a-f]{64}\n$/],
    ['grade --plan', () => ['grade', join(ROOT, 'fixtures/targets/good.yaml'), '--plan', '--pack', pack], /robots\.txt/],
    ['keys new', () => ['keys', 'new', '--keys', join(dir, 'keys')], /current/],
  ];
  for (const [name, args, out] of rows) {
    it(`${name} works`, () => {
      const ran = cli.axproof(...args());
      expect(ran.status, ran.err).to.equal(0);
      expect(ran.out).to.match(out);
    });
  }
});
