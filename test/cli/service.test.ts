// axproof verify --service: every way in which a service can lie, fail or be stood in for, each with its code and exit status.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { jcs } from '../../src/json/jcs.ts';
import { reportText } from '../../src/report/build.ts';
import { jwk } from '../attest/signed.ts';
import { spec } from '../gate/support.ts';
import { axproof, cli, held, type Ran } from './io.ts';
import { answers, honest, OTHER } from './service-answers.ts';
import { KID, pinned, problem, type Stub, stubService, TARGET, tells } from './stub-service.ts';

describe('axproof verify --service', () => {
  let service: Stub;
  let dir: string;
  const at = (name: string): string => join(dir, name);
  const verify = (...args: string[]): Promise<Ran> =>
    axproof('verify', TARGET, '--service', service.origin, '--spec', at('spec.json'), '--expect-digest', spec.digest, ...args);

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-service-'));
    service = await stubService();
    writeFileSync(at('spec.json'), jcs(spec.document));
    writeFileSync(at('jwks.json'), service.keys);
  });
  beforeEach(() => {
    service.heard.length = 0;
    service.answer = tells(honest);
  });
  after(async () => {
    await service.close();
    rmSync(dir, { recursive: true });
  });

  for (const row of answers) {
    it(`ends with ${row.status}: ${row.name}`, async () => {
      service.answer = row.answer;
      const ran = await verify('--trust', KID, ...(row.args ?? []));
      expect(ran.status, ran.out + ran.err).to.equal(row.status);
      expect(ran.out + ran.err).to.match(row.says);
      if (row.status > 1) expect(ran.out).not.to.match(/^ {2}PASSED/m);
    });
  }

  it('sends target, spec and digest, and no seed of its own', async () => {
    await verify('--trust', KID);
    const posted = service.heard.find(({ method }) => method === 'POST');
    expect(posted?.url).to.equal('/verify');
    expect(JSON.parse(posted?.body ?? '')).to.deep.equal({ target: TARGET, spec: spec.document, expectedDigest: spec.digest });
  });

  it('the line Again asks the same service with the same trust', async () => {
    const { out } = await verify('--jwks', at('jwks.json'), '--trust', KID, '--max-age', '900000000');
    const line = /^Again +(.+)$/m.exec(out)?.[1] ?? '';
    expect(line).to.include(` --service ${service.origin} --jwks ${at('jwks.json')} --trust ${KID} --max-age 900000000`);
  });

  it('writes the exact bytes that were signed', async () => {
    await verify('--jwks', at('jwks.json'), '--record', at('recorded.json'));
    expect(readFileSync(at('recorded.json'), 'utf8')).to.equal(reportText(await honest()));
    expect(service.heard.map(({ url }) => url)).not.to.include('/.well-known/jwks.json');
  });

  const silent: [name: string, args: () => string[], says: RegExp][] = [
    ['no anchor', () => [], /say whose signature counts.*vouches for nothing/],
    ['a key set of the service itself', () => ['--jwks', `${service.origin}/.well-known/jwks.json`], /vouches for nothing/],
    ['variables', () => ['--trust', KID, '--env', 'A=b'], /--env is for runs here/],
    ['containment here', () => ['--trust', KID, '--contained'], /--contained is for runs here/],
    ['a path', () => ['--trust', KID, '--service', `${service.origin}/verify`], /give the origin alone/],
    ['plain http elsewhere', () => ['--trust', KID, '--service', 'http://verifier.example.com'], /plain http is for loopback only/],
    ['another scheme', () => ['--trust', KID, '--service', 'file:///etc'], /reached over https/],
    ['user information', () => ['--trust', KID, '--service', 'https://a:b@verifier.example.com'], /user information/],
    ['too long a wait', () => ['--trust', KID, '--timeout', '601'], /Seconds are above 0/],
  ];
  for (const [name, args, says] of silent) {
    it(`asks nobody and ends with 2: ${name}`, async () => {
      const ran = await verify(...args());
      expect([ran.status, service.heard.length], ran.err).to.deep.equal([2, 0]);
      expect(ran.err).to.match(says);
    });
  }

  it('compares the digest here first', async () => {
    const ran = await axproof(
      'verify',
      TARGET,
      '--service',
      service.origin,
      '--trust',
      KID,
      '--spec',
      at('spec.json'),
      '--expect-digest',
      OTHER,
    );
    expect([ran.status, /digest-mismatch/.test(ran.err), service.heard.length]).to.deep.equal([4, true, 0]);
  });

  it('refuses options of trust without a service, and long waits here', async () => {
    for (const args of [['--trust', KID], ['--jwks', 'x'], ['--max-age', '1'], ['--allow-unsigned'], ['--timeout', '61']])
      expect((await axproof('verify', TARGET, '--spec', at('spec.json'), ...args)).status, args.join(' ')).to.equal(2);
  });

  it('takes a key only by its thumbprint, wherever the set comes from', async () => {
    const before = service.keys;
    const { x } = jwk(new Uint8Array(32).fill(7));
    service.keys = JSON.stringify({ keys: [{ ...jwk(), x }] });
    const ran = await verify('--trust', KID);
    service.keys = before;
    expect([ran.status, ran.err.startsWith(`axproof: bad-key-set: ${service.origin}/.well-known/jwks.json: keys[0]`)]).to.deep.equal([
      4,
      true,
    ]);
  });

  it('takes unsigned reports of private targets only when told, and says so', async () => {
    const target = 'http://127.0.0.1:9';
    service.answer = tells(() => pinned({ target, mode: 'advisory-local' }));
    const asked = (...more: string[]): Promise<Ran> =>
      axproof('verify', target, '--service', service.origin, '--spec', at('spec.json'), '--expect-digest', spec.digest, ...more);
    const without = await asked('--trust', KID);
    expect([without.status, /unsigned[\s\S]*--allow-unsigned takes/.test(without.err)]).to.deep.equal([4, true]);
    for (const more of [[], ['--trust', KID]]) {
      const taken = await asked('--allow-unsigned', ...more);
      expect([taken.status, /advisory-local.*nobody vouches/.test(taken.err)], taken.err).to.deep.equal([0, true]);
    }
    service.answer = tells(() => pinned({ target, mode: 'attested-remote' }));
    expect((await asked('--allow-unsigned')).status).to.equal(4);
  });

  it('ends with 130 when interrupted while it waits', async () => {
    const { io, stop } = held();
    service.answer = () => void setTimeout(stop, 20);
    const args = ['verify', TARGET, '--service', service.origin, '--trust', KID, '--spec', at('spec.json'), '--expect-digest', spec.digest];
    expect(await cli(args, io)).to.equal(130);
  });

  it('lets reporters tell the error, and names the service', async () => {
    service.answer = problem(503, 'busy');
    await verify('--trust', KID, '--reporter', `json:${at('out.json')}`);
    const { results } = JSON.parse(readFileSync(at('out.json'), 'utf8'));
    expect(results[0]).to.deep.include({ service: service.origin });
    expect(results[0].error.code).to.equal('busy');
  });
});
