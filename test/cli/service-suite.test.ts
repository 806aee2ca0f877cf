// axproof suite --service against a stub that signs, and the whole way against a real service of this process: both as the command line sees them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { jcs } from '../../src/json/jcs.ts';
import { openPack } from '../../src/run/bundled.ts';
import type { RunningService } from '../../src/start/places.ts';
import { pages, spec, type Target, target } from '../gate/support.ts';
import { served } from '../service/built.ts';
import { axproof, cli, held, type Ran } from './io.ts';
import { graded, KID, pinned, problem, type Stub, signed, stubService, tells } from './stub-service.ts';
import { type Folder, folder, STATUS_PACK } from './suite-folder.ts';

interface Told {
  name: string;
  target: string;
  service?: string;
  report?: { kind: string };
  error?: { code: string };
}

describe('axproof suite --service', () => {
  let service: Stub;
  let dir: Folder;
  let standard: { name: string; version: string; digest: string };
  const suite = (...args: string[]): Promise<Ran> =>
    axproof('suite', dir.path('s.yaml'), '--service', service.origin, '--reporter', 'json', ...args);

  before(async () => {
    service = await stubService();
    const { document, digest } = await openPack(undefined);
    standard = { name: document.name, version: document.version, digest };
    dir = folder({
      ...STATUS_PACK,
      'spec.json': jcs(spec.document),
      's.yaml': `format: 1
name: test
targets: {shop: example.com, other: other.example.com}
packs: {status: ./status, bundled: ${document.name.split('/').at(-1)}}
specs: {gate: {pack: spec.json, digest: "${spec.digest}"}}
tests:
  - {target: shop, spec: gate}
  - {target: shop, pack: status}
  - {target: shop, pack: bundled, minGrade: A}
  - {target: other, spec: gate}
`,
    });
  });
  beforeEach(() => {
    service.heard.length = 0;
    service.answer = async (heard, response) => {
      const { target: host, expectedDigest } = heard.body === '' ? { target: '', expectedDigest: '' } : JSON.parse(heard.body);
      if (host === 'https://other.example.com') return problem(503, 'busy')(heard, response);
      if (heard.method === 'GET') return tells(() => signed(graded({ pack: standard })))(heard, response);
      const pack = { name: 'a/b', version: '1.0.0', digest: expectedDigest as string };
      return tells(() => signed(pinned({ pack })))(heard, response);
    };
  });
  after(async () => {
    await service.close();
    dir.remove();
  });

  it('posts every test, in suite order, and names the service', async () => {
    const ran = await suite('--trust', KID);
    expect(ran.status, ran.err).to.equal(3);
    const { results } = JSON.parse(ran.out) as { results: Told[] };
    expect(results.map((r) => r.report?.kind ?? r.error?.code)).to.deep.equal([
      'PinnedVerificationReport',
      'PinnedVerificationReport',
      'VerificationReport',
      'busy',
    ]);
    expect(new Set(results.map((r) => r.service))).to.deep.equal(new Set([service.origin]));
    expect(ran.err).to.equal(`axproof: attested-remote by ${KID} at ${service.origin}\n`);
    const posted = service.heard.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
    expect(posted.every((body) => body.spec !== undefined && body.expectedDigest !== undefined)).to.equal(true);
    expect(service.heard.filter(({ url }) => url === '/.well-known/jwks.json')).to.have.length(1);
  });

  it('ends with what is gravest: a forged report', async () => {
    const honest = service.answer;
    service.answer = (heard, response) =>
      heard.method === 'GET' ? tells(() => graded({ pack: standard }))(heard, response) : honest(heard, response);
    const ran = await suite('--trust', KID);
    expect(ran.status, ran.err).to.equal(4);
  });

  it('needs an anchor, and refuses what a service cannot be told', async () => {
    for (const args of [[], ['--trust', KID, '--allow-writes']]) expect((await suite(...args)).status).to.equal(2);
    dir.write({
      'rows.yaml': `format: 1
name: rows
targets: {shop: "https://{{ $.row.shop }}.example"}
packs: {status: ./status}
data: [{shop: a}]
tests: [{target: shop, pack: status, rows: true}]
`,
      'status/up.yaml': (STATUS_PACK['status/up.yaml'] as string).replace('$.status.json.state', '$.row.shop'),
    });
    const ran = await axproof('suite', dir.path('rows.yaml'), '--service', service.origin, '--trust', KID);
    dir.write(STATUS_PACK);
    expect([ran.status, /reads variables or rows/.test(ran.err), service.heard.length], ran.err).to.deep.equal([2, true, 0]);
  });
});

describe('the command line and a real service', function () {
  this.timeout(60_000);
  let dir: string;
  let site: Target;
  let service: RunningService;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-served-'));
    site = await target(pages({ '/doc.json': { links: [] } }));
    service = await served(dir, { AXPROOF_UNISOLATED_SPECS: 'true' });
    writeFileSync(join(dir, 'spec.json'), jcs(spec.document));
  });
  after(async () => {
    await service?.close();
    await site?.close();
    rmSync(dir, { recursive: true });
  });

  /** With the clock of the service. */
  async function now(...args: string[]): Promise<Ran> {
    const { io, ran } = held({ now: () => new Date().toISOString() });
    const status = await cli([...args, '--service', service.url], io);
    return { status, ...ran() };
  }
  const verify = (...args: string[]): Promise<Ran> =>
    now('verify', site.origin, '--spec', join(dir, 'spec.json'), '--expect-digest', spec.digest, ...args);

  it('hold a private target to a spec, unsigned and only when that is allowed', async () => {
    const taken = await verify('--allow-unsigned');
    expect(taken.status, taken.err + taken.out).to.equal(0);
    expect(taken.err).to.match(/advisory-local/);
    const asked = await (await fetch(`${service.url}/.well-known/jwks.json`)).json();
    const refused = await verify('--trust', (asked as { keys: { kid: string }[] }).keys[0]!.kid);
    expect([refused.status, /unsigned/.test(refused.err)], refused.err).to.deep.equal([4, true]);
  });

  it('grade the service itself, attested by its key', async () => {
    const keys = join(dir, 'jwks.json');
    writeFileSync(keys, await (await fetch(`${service.url}/.well-known/jwks.json`)).text());
    const ran = await now('grade', service.url, '--jwks', keys, '--record', join(dir, 'self.json'));
    expect(ran.err)
      .to.match(/attested-remote by /)
      .and.not.match(/was not checked/);
    expect([0, 1, 3]).to.include(ran.status);
    const again = await axproof('replay', join(dir, 'self.json'), '--jwks', keys);
    expect([again.status, /issued-in-future/.test(again.err)], again.err).to.satisfy(
      ([status, ahead]: [number, boolean]) => status === 0 || ahead,
    );
    expect(readFileSync(join(dir, 'self.json'), 'utf8')).to.match(/^\{"attestation"/);
  });

  it('say what the service refuses', async () => {
    const unknown = await now('verify', site.origin, '--expect-digest', `sha256:${'0'.repeat(64)}`, '--allow-unsigned');
    expect([unknown.status, /unknown-digest/.test(unknown.err)], unknown.err).to.deep.equal([4, true]);
    const pack = await now('grade', site.origin, '--pack', 'no-such-pack');
    expect([pack.status, /unknown-pack/.test(pack.err)], pack.err).to.deep.equal([4, true]);
  });
});
