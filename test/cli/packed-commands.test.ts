// Commands through the packed command line: the bundle must run what the sources run, in every command.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { type Packed, packed } from './packed.ts';

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
  const mine = (): string => join(dir, 'mine');
  const rows: [string, () => string[], RegExp][] = [
    ['pack lint', () => ['pack', 'lint', pack], /^$/],
    ['pack test', () => ['pack', 'test', pack, '--cases', join(ROOT, 'fixtures/cases/auth')], /cases passed, 0 problems/],
    ['pack init', () => ['pack', 'init', mine()], /mine\.cases\/targets\/good\.yaml\n\S+mine\.cases\/waivers\.yaml\n$/],
    ['pack test of a first pack', () => ['pack', 'test', mine()], /^\d+ cases passed, 0 problems\n$/],
    ['pack test of a bundled pack', () => ['pack', 'test', 'auth', '--rule', 'public-answers'], /^\d+ cases passed, 0 problems\n$/],
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

  it('takes a file of a bundled pack as it is, and checks one that was edited', () => {
    const file = join(dir, 'auth.json');
    const text = cli.axproof('pack', 'build', 'auth').out;
    writeFileSync(file, text);
    expect(cli.axproof('spec-digest', file)).to.deep.include({ status: 0, out: cli.axproof('spec-digest', 'auth').out });
    writeFileSync(file, text.replace(/"select":"\$\./, '"select":"$.no-probe-of-it.'));
    const edited = cli.axproof('spec-digest', file);
    expect([edited.status, edited.out]).to.deep.equal([2, '']);
    expect(edited.err)
      .to.match(/^axproof: bad-pack: /)
      .and.match(/no-probe-of-it/);
  });

  it('serve ends with a code and 2 on a taken port, as the build of the service says it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    // The service needs its packages, which are not packed: it is run where it was built.
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/axproof.js'), 'serve', '--port', String(port)], {
      env: { ...process.env, AXPROOF_DATA: join(dir, 'data'), AXPROOF_KEYS: join(dir, 'service-keys') },
      encoding: 'utf8',
      timeout: 60_000,
    });
    await new Promise((resolve) => other.close(resolve));
    expect(status, stderr).to.equal(2);
    expect(stderr).to.match(
      /^axproof: bad-config: the service cannot listen on 127\.0\.0\.1:\d+: something else listens there; 0 picks a free port \(EADDRINUSE\)\n/,
    );
    expect(stderr).not.to.match(/internal|^ +at /m);
  });
});
