// axproof grade --service, and verify --service as it is published.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { jcs } from '../../src/json/jcs.ts';
import { openPack } from '../../src/run/bundled.ts';
import { spec } from '../gate/support.ts';
import { axproof, type Ran } from './io.ts';
import { type Packed, packed } from './packed.ts';
import { OTHER } from './service-answers.ts';
import { graded, KID, keysAt, pinned, problem, type Stub, signed, stubService, TARGET, tells } from './stub-service.ts';

describe('axproof grade --service', () => {
  let service: Stub;
  before(async () => {
    service = await stubService();
  });
  beforeEach(() => {
    service.heard.length = 0;
  });
  after(() => service.close());
  const grade = (...args: string[]): Promise<Ran> => axproof('grade', 'example.com', '--service', service.origin, ...args);

  it('posts the target alone, and says that the key comes from the same place', async () => {
    const { document, digest } = await openPack(undefined);
    const pack = { name: document.name, version: document.version, digest };
    service.answer = tells(() => signed(graded({ pack })));
    const ran = await grade();
    expect(ran.status, ran.err).to.equal(0);
    expect(ran.err).to.match(/attested-remote by .*was not checked/);
    expect(JSON.parse(service.heard.find(({ method }) => method === 'POST')?.body ?? '')).to.deep.equal({ target: TARGET });
    expect((await grade('--trust', KID)).err)
      .to.match(/attested-remote by /)
      .and.not.match(/was not checked/);
  });

  it('asks for another pack by its name, and takes no other', async () => {
    service.answer = tells(() =>
      signed(graded({ pack: { name: 'somebody/extra', version: '1.0.0', digest: OTHER }, seed: 7, seedOrigin: 'caller' })),
    );
    expect((await grade('--pack', 'extra', '--seed', '7')).status).to.equal(0);
    expect(service.heard.some(({ method, url }) => method === 'GET' && url === '/example.com?pack=extra&format=json&seed=7')).to.equal(
      true,
    );
    const ran = await grade('--seed', '7');
    expect([ran.status, /other-answer[\s\S]*its pack/.test(ran.err)]).to.deep.equal([4, true]);
  });

  it('refuses packs of this machine and fixtures', async () => {
    for (const args of [['--pack', './mine'], ['--replay', 'x'], ['--plan']]) expect((await grade(...args)).status).to.equal(2);
    expect((await axproof('grade', 'fixtures/targets/good.yaml', '--service', service.origin)).status).to.equal(2);
    expect(service.heard).to.deep.equal([]);
  });
});

describe('axproof verify --service, as published', function () {
  this.timeout(120_000);
  let package_: Packed;
  let service: Stub;
  let dir: string;
  before(async () => {
    package_ = packed();
    service = await stubService();
    dir = mkdtempSync(join(tmpdir(), 'axproof-service-'));
    writeFileSync(join(dir, 'spec.json'), jcs(spec.document));
  });
  after(async () => {
    await service?.close();
    package_?.remove();
    if (dir) rmSync(dir, { recursive: true });
  });

  /** Beside this process, which has to answer meanwhile; by the clock of this machine. */
  const verify = (...args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const given = [
        'verify',
        TARGET,
        '--service',
        service.origin,
        '--spec',
        join(dir, 'spec.json'),
        '--expect-digest',
        spec.digest,
        ...args,
      ];
      const env = { PATH: process.env.PATH, NO_COLOR: '1' };
      const child = spawn(process.execPath, [join(package_.folder, 'dist/axproof.js'), ...given], { cwd: dir, env, timeout: 60_000 });
      const ran: Ran = { status: -1, out: '', err: '' };
      child.stdout.on('data', (chunk) => {
        ran.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        ran.err += chunk;
      });
      child.once('close', (status) => resolve({ ...ran, status: status ?? -1 }));
    });

  it('accepts what the trusted key signed now, and nothing that another one did', async () => {
    const at = new Date().toISOString();
    service.keys = keysAt(at);
    service.answer = tells(() => signed(pinned({ at })));
    const passed = await verify('--trust', KID);
    expect([passed.status, /PASSED/.test(passed.out)], passed.err).to.deep.equal([0, true]);
    service.answer = tells(() => signed(pinned({ at }), new Uint8Array(32).fill(7)));
    const other = await verify('--trust', KID);
    expect([other.status, /unknown-key/.test(other.err), other.out], other.err).to.deep.equal([4, true, '']);
  });

  it('tells a problem by its code', async () => {
    service.keys = keysAt(new Date().toISOString());
    service.answer = problem(503, 'busy');
    const ran = await verify('--trust', KID);
    expect([ran.status, /axproof: busy:/.test(ran.err)], ran.err).to.deep.equal([3, true]);
  });
});
