// The paid boundary: without an entitlement an offer, with one what it covers, up to its ceiling. What is free reads no credential.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { KeyFolder } from '../../src/attest/keys/folder.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { readConfig } from '../../src/service/config.ts';
import { publishKeys } from '../../src/start/keys.ts';
import type { FixtureServer } from '../../src/transport/fixture/server.ts';
import { builtChild } from '../gate/containment/built.ts';
import { type Pages, pages, target as site, type Target } from '../gate/support.ts';
import { ALPHA, ENGINE_LINE, good, loadFiles, PACK } from '../pack/folder.ts';
import { type Answer, ask, post } from './ask.ts';
import { Contract } from './contract.ts';
import { entitled, operator } from './entitled.ts';
import { served, target, type Whole } from './served.ts';

/** Writes once, to a target that has to consent. */
const { pack } = loadFiles({
  ...good,
  'pack.yaml': PACK.replace(ENGINE_LINE, `${ENGINE_LINE}\nconsent: writes`).replace(
    'doc: {get: /doc.json}',
    'doc: {get: /doc.json}\n  made: {post: /things, body: {a: 1}}',
  ),
  'alpha.yaml': ALPHA.replace('assert:\n', 'assert:\n  - {select: $.made.status, schema: {const: 200}, else: missing}\n'),
});
const { document, digest } = pack as LoadedPack;
/** Hosts as long as they may be, of which a token would be longer than is read. */
const LONG = Array.from({ length: 15 }, (_, i) => `${`${'a'.repeat(60)}.`.repeat(3)}x${i}.example.com`).join(',');
const CONSENT = '/.well-known/axproof.json';

describe('entitlements', function () {
  this.timeout(90_000);
  let whole: Whole;
  let graded: FixtureServer;
  let willing: Target;
  let contract: Contract;
  const has: Pages = { '/doc.json': { links: [] }, '/things': {}, [CONSENT]: { verification: { writes: { accept: [digest] } } } };
  before(async () => {
    await builtChild();
    whole = await served({ AXPROOF_UNISOLATED_SPECS: 'true' });
    [graded, willing] = [await target('empty'), await site(pages(has))];
    contract = new Contract((await ask(`${whole.url}/openapi.json`)).json());
  });
  after(async () => {
    await Promise.all([graded.close(), willing.close()]);
    await whole.close();
  });

  const host = ({ origin }: { origin: string }): string => new URL(origin).host;
  const test = (authorization: string, seed?: number): Promise<Answer> =>
    post(`${whole.url}/functional-tests`, { target: willing.origin, spec: document, expectedDigest: digest, seed }, { authorization });
  const history = (authorization: string, of = host(graded)): Promise<Answer> =>
    ask(`${whole.url}/${of}/history`, { headers: { authorization } });
  const usedOf = async (id: string): Promise<number | undefined> => (await whole.store.entitlement(id))?.used;

  it('let a spec write to a target that consents, and to no other, up to the ceiling', async () => {
    const { authorization, id } = await entitled(whole, { capabilities: 'functional-tests', ceiling: 2 });
    const passed = await test(authorization);
    contract.holds('POST /functional-tests', passed);
    expect([passed.status, passed.json().passed], passed.text.slice(0, 500)).to.deep.equal([200, true]);
    expect(passed.json().evidence.consent).to.deep.equal({ by: 'target', url: `${willing.origin}${CONSENT}` });
    expect(willing.heard.filter((line) => line === 'POST /things')).to.have.length(1);
    has[CONSENT] = 404;
    const refused = await test(authorization, 1);
    contract.holds('POST /functional-tests', refused);
    expect([refused.status, refused.json().code]).to.deep.equal([403, 'consent-missing']);
    has[CONSENT] = { verification: { writes: { accept: [digest] } } };
    // The target's no is not counted.
    expect(await usedOf(id)).to.equal(1);
    expect((await test(authorization, 3)).status).to.equal(200);
    const heard = willing.heard.length;
    const over = await test(authorization, 2);
    contract.holds('POST /functional-tests', over);
    expect([over.status, over.json().id]).to.deep.equal([402, 'functional-tests']);
    expect(over.json().detail).to.match(/ceiling/);
    expect([await usedOf(id), willing.heard.length]).to.deep.equal([2, heard]);
    expect(willing.heard.filter((line) => line === 'POST /things')).to.have.length(2);
  });

  it('are not overrun by calls that race', async () => {
    const { authorization, id } = await entitled(whole, { capabilities: 'functional-tests', ceiling: 3 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, seed) => test(authorization, 100 + seed)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, ...Array<number>(37).fill(402)]);
    expect(await usedOf(id)).to.equal(3);
  });

  it('show the history of a domain, with what changed between its grades', async () => {
    const { authorization, id } = await entitled(whole, { capabilities: 'history' });
    const grade = (): Promise<Answer> =>
      ask(`${whole.url}/${host(graded)}`, { headers: { accept: 'application/json', 'cache-control': 'no-cache' } });
    const [first, second] = [(await grade()).json(), (await grade()).json()];
    const answer = await history(authorization);
    contract.holds('GET /{domain}/history', answer);
    expect(answer.status, answer.text).to.equal(200);
    const { grades, target: of } = answer.json();
    expect(of).to.equal(graded.origin);
    expect(grades.map((one: { issuedAt: string }) => one.issuedAt)).to.deep.equal([second.issued.at, first.issued.at]);
    expect(grades[0].changes).to.deep.equal([]);
    expect((await ask(grades[1].report)).json().verdictDigest).to.equal(first.verdictDigest);
    expect(await usedOf(id)).to.equal(1);
    expect((await ask(`${whole.url}/${host(graded)}/history?cursor=x`, { headers: { authorization } })).status).to.equal(400);
    expect(await usedOf(id), 'what is refused uses nothing up').to.equal(1);
  });

  it('show a head of the history, and that it is unchanged, to whoever may have a page, and use nothing up by it', async () => {
    const { authorization, id } = await entitled(whole, { capabilities: 'history', ceiling: 2 });
    const url = `${whole.url}/${host(graded)}/history`;
    const etag = (await history(authorization)).headers.etag!;
    const without = [
      [{ method: 'HEAD' }, 200],
      [{ headers: { 'if-none-match': etag } }, 304],
      [{ headers: { 'if-none-match': '*' } }, 304],
    ] as const;
    for (const [asking, status] of without) {
      const headers = 'headers' in asking ? asking.headers : {};
      expect((await ask(url, { ...asking, headers: { ...headers, authorization } })).status).to.equal(status);
      expect((await ask(url, asking)).status).to.equal(402);
    }
    expect(await usedOf(id)).to.equal(1);
    expect((await ask(url, { headers: { 'if-none-match': '"other"', authorization } })).status).to.equal(200);
    expect(await usedOf(id)).to.equal(2);
    for (const [asking] of without) expect((await ask(url, { ...asking, headers: { authorization } })).status).to.equal(402);
  });

  it('are refused in the words of RFC 6750 where they are not good, and cover no more than they say', async () => {
    const narrow = await entitled(whole, { targets: 'example.com,*.example.org' });
    const other = await entitled(whole, { capabilities: 'monitors' });
    const gone = await entitled(whole);
    await operator(whole, 'revoke', gone.id);
    const [header, payload, tail] = narrow.token.split('.') as [string, string, string];
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"ceiling":100', '"ceiling":999')).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const [authorization, status, error] of [
      [narrow.authorization, 403, 'insufficient_scope'],
      [other.authorization, 403, 'insufficient_scope'],
      [gone.authorization, 401, 'invalid_token'],
      [`Bearer ${header}.${forged}.${tail}`, 401, 'invalid_token'],
      [`Bearer ${none}.${payload}.`, 401, 'invalid_token'],
      [`Bearer ${none}.${payload}.${tail}`, 401, 'invalid_token'],
      ['Bearer x', 401, 'invalid_token'],
      [`Bearer ${'x'.repeat(9000)}`, 401, 'invalid_token'],
    ] as const) {
      const answer = await history(authorization);
      contract.holds('GET /{domain}/history', answer);
      expect([answer.status, answer.headers['www-authenticate']], authorization.slice(0, 90)).to.deep.equal([
        status,
        `Bearer error="${error}"`,
      ]);
      expect(answer.type).to.equal('application/problem+json');
    }
    for (const authorization of ['', 'Basic eDp5', 'Bearer', 'Bearer a b']) expect((await history(authorization)).status).to.equal(402);
    expect(await usedOf(narrow.id)).to.equal(0);
  });

  it('are looked at before three megabytes are read', async () => {
    for (const path of ['/functional-tests', '/monitors']) {
      const sent = request(`${whole.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(3 << 20) },
      });
      sent.on('error', () => undefined);
      // Nothing of the body is ever sent.
      sent.flushHeaders();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect([answer.statusCode, path]).to.deep.equal([402, path]);
      sent.destroy();
    }
  });

  it('are believed no more when the key that signed them is revoked', async () => {
    const { authorization } = await entitled(whole);
    const [key] = await whole.store.keys();
    expect((await history(authorization)).status).to.equal(200);
    await whole.store.putKey({ ...key!, status: 'revoked', revoked_at: key!.nbf }, Date.now());
    expect((await history(authorization)).json().code).to.equal('bad-entitlement');
  });

  it('mean nothing to what is free', async () => {
    for (const authorization of ['Bearer x', 'Basic eDp5', '\u00ff']) {
      for (const path of ['/health', '/llms.txt', '/self', `/${host(graded)}`, `/${host(graded)}/badge.svg`])
        expect((await ask(`${whole.url}${path}`, { headers: { authorization } })).status, path).to.equal(200);
      const body = { target: graded.origin };
      expect((await post(`${whole.url}/verify`, body, { authorization })).status).to.equal(200);
    }
  });

  it('name each capability and each target once, however often it was written', async () => {
    const { token } = await entitled(whole, { capabilities: 'history, history,monitors', targets: 'a.example,a.example' });
    const { scope, ...claims } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect([scope, JSON.stringify(claims).match(/a\.example/g)]).to.deep.equal(['history monitors', ['a.example']]);
  });

  it('are issued for no host that no target ever has', async () => {
    for (const host of [
      'example.com:443',
      '127.0.0.1:80',
      '127.0.0.1:99999',
      '127.1',
      '0x7f.0.0.1',
      'a..example.com',
      '*.a-.:8080',
      'xn--a.com',
    ]) {
      const told = await operator(
        whole,
        'issue',
        '--for',
        'a test',
        '--capabilities',
        'history',
        '--targets',
        host,
        '--ceiling',
        '1',
      ).catch(String);
      expect(told, host).to.match(/bad-usage/);
    }
    for (const host of ['127.0.0.1:8080', 'localhost:81', '*.xn--bcher-kva.example', '*'])
      expect(await operator(whole, 'issue', '--for', 'a test', '--capabilities', 'history', '--targets', host, '--ceiling', '1')).to.match(
        /^ey/,
      );
  });

  it('are listed with what was used of them', async () => {
    const all = JSON.parse(await operator(whole, 'list', '--json')) as { state: string; used: number; ceiling: number; sub: string }[];
    expect(all.map(({ state }) => state)).to.include.members(['good', 'revoked', 'used up']);
    expect(all.every(({ sub, used, ceiling }) => sub === 'a test' && used <= ceiling)).to.equal(true);
    expect((await operator(whole, 'list')).trim().split('\n')).to.have.length(all.length);
    for (const args of [
      ['issue', '--for', 'x', '--capabilities', 'everything', '--targets', '*', '--ceiling', '1'],
      ['issue', '--for', 'x', '--capabilities', 'history', '--targets', 'https://x', '--ceiling', '1'],
      ['issue', '--for', 'x', '--capabilities', 'history', '--targets', '*', '--ceiling', '0'],
      ['issue', '--for', 'x', '--capabilities', 'history', '--targets', LONG, '--ceiling', '1'],
      ['revoke', 'nobody'],
    ])
      expect(await operator(whole, ...args).catch((error: Error) => error.message)).to.match(/^axproof: bad-usage/);
  });

  it('are revoked with the key that signed them, so that nothing goes on under them', async () => {
    const own = await served();
    try {
      const [under, other] = [await entitled(own), await entitled(own)];
      const folder = new KeyFolder(own.keys);
      const { kid } = folder.signer(Date.now());
      // As a payment has it: under no key.
      const bought = {
        jti: 'bought',
        sub: 'x402 somebody',
        scope: 'functional-tests',
        targets: [],
        ceiling: 1,
        iat: 0,
        exp: 4_000_000_000,
      };
      const row = { id: 'bought', claims: JSON.stringify(bought), ceiling: 1, issuedAt: 0, expiresAt: 4_000_000_000_000 };
      await own.store.putEntitlement(row);
      await folder.revoke(kid, Date.now());
      await publishKeys(readConfig({ AXPROOF_KEYS: own.keys, AXPROOF_DATA: join(dirname(own.keys), 'data') }), own.store, Date.now());
      expect(await Promise.all([under.id, other.id, 'bought'].map((id) => own.store.charge(id, Date.now())))).to.deep.equal([
        false,
        false,
        true,
      ]);
      expect(await operator(own, 'list')).to.match(new RegExp(`^${under.id}  revoked `, 'm'));
    } finally {
      await own.close();
    }
  });
});
