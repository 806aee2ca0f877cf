// axproof replay from outside: what it believes, what it compares, and that it asks nobody but the target, and only when told to.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { jcs } from '../../src/json/jcs.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { jwk, keySet } from '../attest/signed.ts';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { forged, PACK, packIn, report, saved, signed, written } from './reports.ts';

const OTHER = new Uint8Array(32).fill(9);

describe('axproof replay', function () {
  this.timeout(60_000);
  let dir: string;
  let whole: VerificationReport;
  let plain: string;
  let attested: string;
  let keys: string;
  const at = (name: string): string => join(dir, name);
  const save = (name: string, one: VerificationReport): string => saved(at(name), one);

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-replay-'));
    whole = await report(written('good'));
    plain = save('plain.json', whole);
    attested = save('attested.json', await signed(whole));
    keys = at('keys.json');
    writeFileSync(keys, keySet(jwk(), jwk(OTHER)));
  });
  after(() => rmSync(dir, { recursive: true }));

  /** A copy of the default pack with one more sentence: other bytes, other digest. */
  function otherPack(): string {
    const folder = at('other-pack');
    cpSync(PACK, folder, { recursive: true });
    writeFileSync(
      join(folder, 'pack.yaml'),
      readFileSync(join(folder, 'pack.yaml'), 'utf8').replace(/^title: .*$/m, 'title: Another title'),
    );
    return folder;
  }

  it('judges an unsigned report again, and says that nobody vouches for its evidence', async () => {
    const { status, out, err } = await axproof('replay', plain);
    expect([status, err]).to.deep.equal([0, '']);
    expect(out.split('\n')).to.deep.equal([
      `same verdict, byte for byte: grade A+, 10 of 10, ${whole.verdictDigest}`,
      `about https://widgets.example, by ${whole.verdict.pack.name} ${whole.verdict.pack.version} (${whole.verdict.pack.digest}), seed 7 (given by the caller), issued ${whole.issued.at}`,
      `same evidence: ${whole.evidence.exchanges.length} exchanges, ${whole.evidence.digest}`,
      'unsigned: nobody vouches for its evidence',
      '',
    ]);
  });

  it('replays every golden report', async () => {
    for (const name of ['empty', 'blocked', 'liar-claims', 'sessions'])
      expect((await axproof('replay', join(ROOT, 'fixtures/golden/reports', `${name}.json`), '--pack', PACK)).err, name).to.equal('');
  });

  const trusts: [string, () => string[], number, RegExp][] = [
    [
      'names the trusted key of a signed report',
      () => [attested, '--jwks', keys],
      0,
      new RegExp(`^signed by the trusted key ${jwk().kid}$`, 'm'),
    ],
    ['says that a key was not checked', () => [attested], 0, /which was not checked \(give --jwks\): nobody vouches for its evidence/],
    ['takes the key that --trust names', () => [attested, '--jwks', keys, '--trust', jwk().kid], 0, /^signed by the trusted key/m],
    ['knows no other key than --trust names', () => [attested, '--jwks', keys, '--trust', jwk(OTHER).kid], 4, /unknown-key/],
    [
      'refuses --trust of a key that the set lacks',
      () => [attested, '--jwks', keys, '--trust', 'x'],
      4,
      /bad-key-set: \S+keys\S*: the key set has no key "x"/,
    ],
    ['refuses --trust without a key set', () => [attested, '--trust', jwk().kid], 2, /bad-usage/],
    ['believes no unsigned report under a key set', () => [plain, '--jwks', keys], 4, /unsigned/],
    [
      'refuses a key set that is none',
      () => [attested, '--jwks', plain],
      4,
      /bad-key-set: \S+plain\S*: the key set has no list named keys/,
    ],
    ['refuses a key set that is not there', () => [attested, '--jwks', at('nowhere')], 2, /bad-file/],
    ['takes a report that is fresh enough', () => [attested, '--jwks', keys, '--max-age', '0'], 0, /^same verdict/],
    ['refuses an age that is none', () => [attested, '--max-age', '1.5'], 2, /Whole seconds/],
    ['refuses a report that is not there', () => [at('nowhere')], 2, /bad-file/],
    ['refuses a URL that is none', () => ['https://'], 2, /bad-usage/],
    ['reads no key set over plain http from afar', () => [attested, '--jwks', 'http://example.com/jwks.json'], 2, /bad-usage.*plain http/],
  ];
  for (const [name, args, status, said] of trusts) {
    it(name, async () => {
      const ran = await axproof('replay', ...args());
      expect(ran.out + ran.err).to.match(said);
      expect([ran.status, ran.out === '']).to.deep.equal([status, status !== 0]);
    });
  }

  it('refuses a report that is older than --max-age, signed or not', async () => {
    const old = await report(written('empty'), { at: '2026-11-20T23:59:00.000Z' });
    for (const file of [save('old.json', old), save('old-signed.json', await signed(old))]) {
      expect((await axproof('replay', file, '--max-age', '60')).status).to.equal(0);
      const ran = await axproof('replay', file, '--max-age', '59');
      expect([ran.status, /too-old/.test(ran.err)]).to.deep.equal([4, true]);
    }
  });

  it('reads reports, keys and packs from URLs of this machine', async () => {
    const resolved = jcs((await packIn(PACK)).document);
    const files = new Map([
      ['/report.json', readFileSync(attested)],
      ['/jwks.json', readFileSync(keys)],
      ['/pack.json', Buffer.from(resolved)],
    ]);
    const server = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      response.writeHead(file ? 200 : 404, { 'content-type': 'application/json' }).end(file);
    });
    const origin = await listen(server);
    try {
      const ran = await axproof('replay', `${origin}/report.json`, '--jwks', `${origin}/jwks.json`, '--pack', `${origin}/pack.json`);
      expect([ran.status, ran.err]).to.deep.equal([0, '']);
      expect(ran.out).to.match(/signed by the trusted key/);
      const none = await axproof('replay', `${origin}/none.json`);
      expect([none.status, none.err.split('\n')[0]]).to.deep.equal([2, `axproof: bad-file: ${origin}/none.json answered 404`]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  describe('the pack', () => {
    it('may be given by its path, with the digest that the report names', async () => {
      expect((await axproof('replay', join(ROOT, 'fixtures/golden/reports/good.json'), '--pack', PACK)).status).to.equal(0);
      const ran = await axproof('replay', plain, '--pack', otherPack());
      expect([ran.status, ran.out]).to.deep.equal([4, '']);
      expect(ran.err).to.match(/^axproof: other-pack: .*sha256:[0-9a-f]{64}.*sha256:[0-9a-f]{64}/);
    });

    it('is unknown unless given when it is not bundled', async () => {
      const folder = otherPack();
      const file = save('theirs.json', await report(written('good'), { pack: await packIn(folder) }));
      const ran = await axproof('replay', file);
      expect([ran.status, ran.err.startsWith('axproof: unknown-pack: ')]).to.deep.equal([4, true]);
      expect((await axproof('replay', file, '--pack', folder)).status).to.equal(0);
    });

    it('of another engine is said to be so', async () => {
      const file = save(
        'engine.json',
        forged(whole, (r) => Object.assign(r.verdict, { engine: '99' })),
      );
      const ran = await axproof('replay', file);
      expect([ran.status, ran.out]).to.deep.equal([4, '']);
      expect(ran.err).to.match(new RegExp(`^axproof: engine-mismatch: the report was judged by engine 99; this is engine ${ENGINE}: `));
    });
  });

  it('says which part and which bytes differ', async () => {
    const file = save(
      'reason.json',
      forged(whole, (r) => Object.assign(r.verdict.checks[0]!.reason, { text: 'Grüße, \u001b[31m\u202eall is well' })),
    );
    const ran = await axproof('replay', file);
    expect(ran.status).to.equal(4);
    const [first, theirs, ours] = ran.err.split('\n');
    expect(first).to.match(/^axproof: verdict-mismatch: .* at \/checks\/0\/reason\/text$/);
    const honest = jcs(whole.verdict);
    const text = whole.verdict.checks[0]!.reason.text;
    const place = Buffer.byteLength(honest.slice(0, honest.indexOf(text)));
    expect(theirs).to.match(
      new RegExp(`byte ${place} of the verdict, the report says: .*Grüße, \\\\u001b\\[31m\\\\u\\{202e\\}all is well`),
    );
    expect(ours).to.include(`byte ${place} of the verdict, judged again: `).and.to.include(text.slice(0, 20));
    for (const hidden of ['\u001b', '\u202e']) expect(ran.err).to.not.include(hidden);
  });

  describe('--live', () => {
    let server: FixtureServer;
    let file: string;
    const port = (): number => Number(new URL(server.origin).port);
    before(async () => {
      server = await serveFixture(written('good'));
      file = at('live.json');
      expect((await axproof('grade', server.origin, '--seed', '7', '--record', file, '--quiet')).status).to.equal(0);
    });
    after(() => server.close());

    /** The same place, answered otherwise. */
    async function serveInstead(routes: Parameters<typeof overlay>[1]['routes']): Promise<void> {
      const there = port();
      await server.close();
      server = await serveFixture(overlay(written('good'), { routes: routes ?? {} }), { port: there });
    }

    it('asks the target again and finds the same', async () => {
      const before = server.requests;
      const ran = await axproof('replay', file, '--live');
      expect([ran.status, ran.err]).to.deep.equal([0, `axproof: asking ${server.origin} again\n`]);
      expect(ran.out).to.match(/\nasked again, the target answers the same\n$/);
      expect(server.requests - before).to.equal(JSON.parse(readFileSync(file, 'utf8')).evidence.exchanges.length);
    });

    it('names the exchange that is answered otherwise: status, body, or a header that counts', async () => {
      const llms = { type: 'text/markdown; charset=utf-8', body: '# Widgets\n\n> Other.\n\n## API\n\n- [OpenAPI](/openapi.json): all\n' };
      await serveInstead({
        '/llms.txt': { ...llms, headers: { 'x-request-id': '1' } },
        '/icp.json': { status: 503, type: 'text/plain', body: 'later' },
      });
      const ran = await axproof('replay', file, '--live');
      expect(ran.status).to.equal(1);
      expect(ran.out).to.match(
        /^llms\[0\]: GET http:\S+\/llms\.txt\n {2}was 200 text\/markdown; charset=utf-8, \d+ bytes [0-9a-f]{12}\n {2}is {2}200 .* bytes/m,
      );
      expect(ran.out).to.match(/^icp\S*: GET http:\S+\/icp\.json\n {2}was 200 application\/json.*\n {2}is {2}503 text\/plain, 5 bytes/m);
      expect(ran.out).to.match(/\nasked again, \d+ answers differ\n$/);

      await serveInstead({
        '/docs': { type: 'text/html', headers: { vary: 'Cookie', 'x-request-id': '2' }, body: '<!doctype html><title>x</title>' },
      });
      const changed = (await axproof('replay', file, '--live')).out;
      expect(changed).to.match(/\/docs\n {2}was .*; vary: none\n {2}is .*; vary: Cookie\n/);
      expect(changed).to.not.include('x-request-id');
    });

    it('never writes', async () => {
      const folder = at('writing');
      cpSync(PACK, folder, { recursive: true });
      const pack = join(folder, 'pack.yaml');
      writeFileSync(pack, readFileSync(pack, 'utf8').replace(/^title: /m, 'consent: writes\ntitle: '));
      const writing = save('writing.json', await report({ ...written('good'), target: server.origin }, { pack: await packIn(folder) }));
      const before = server.requests;
      const ran = await axproof('replay', writing, '--live', '--pack', folder);
      expect([ran.status, /bad-usage.*never replayed live/.test(ran.err)]).to.deep.equal([2, true]);
      expect(server.requests).to.equal(before);
    });

    it('compares what a file says was asked, and never obeys it', async () => {
      let asked = 0;
      const elsewhere = createServer((_request, response) => {
        asked++;
        response.end('{}');
      });
      const origin = await listen(elsewhere);
      try {
        // Requests that were put into the file: to somebody else, and to a place of the target that nothing published names.
        for (const url of [`${origin}/steal`, `${server.origin}/admin/delete`]) {
          const put = forged(JSON.parse(readFileSync(file, 'utf8')), ({ evidence: { exchanges } }) => {
            const one = structuredClone(exchanges.at(-1)!);
            exchanges.push({ ...one, names: ['more'], request: { ...one.request, url }, url });
          });
          const ran = await axproof('replay', save('put.json', put), '--live');
          expect([ran.status, /^axproof: evidence-mismatch: /.test(ran.err)]).to.deep.equal([4, true]);
        }
        // Answers that lead there: whoever made them up, only what the target says now counts.
        const links = [`${origin}/claimed`, '/only-in-the-file'].map((href) => `- [Link](${href}): a place\n`).join('');
        const body = `# Widgets\n\n> Look up widgets.\n\n## API\n\n${links}`;
        const target = overlay(written('good'), {
          routes: { '/llms.txt': { type: 'text/markdown', body }, '/only-in-the-file': { json: {} } },
        });
        const led = await report({ ...target, target: server.origin });
        expect(JSON.stringify(led.evidence.exchanges.map((e) => e.request.url))).to.include('/only-in-the-file');
        const before = server.log.length;
        const ran = await axproof('replay', save('led.json', led), '--live');
        expect([ran.status, /only-in-the-file\n {2}was .*\n {2}is {2}not sent\n/.test(ran.out)]).to.deep.equal([1, true]);
        expect(server.log.slice(before).map((r) => r.path)).to.not.include('/only-in-the-file');
        expect(asked).to.equal(0);
      } finally {
        elsewhere.close();
      }
    });

    it('says so when the target is gone', async () => {
      await server.close();
      const ran = await axproof('replay', file, '--live');
      expect([ran.status, /unreachable/.test(ran.err)]).to.deep.equal([3, true]);
      server = await serveFixture(written('good'));
    });
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
