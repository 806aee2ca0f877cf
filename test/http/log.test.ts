// The transparency log over HTTP alone: a report, its proof and the key of the log are enough, and a client can watch the log grow.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { checkLog } from '../../src/attest/log/check-log.ts';
import { openCheckpoint } from '../../src/attest/log/checkpoint.ts';
import { entriesOf } from '../../src/attest/log/entries.ts';
import { sameHash } from '../../src/attest/log/hash.ts';
import { type LogKey, readVkey } from '../../src/attest/log/log-key.ts';
import { checkProofDocument } from '../../src/attest/log/proof-document.ts';
import { consistencyRanges } from '../../src/attest/log/ranges.ts';
import { TileReader } from '../../src/attest/log/tile-reader.ts';
import { tilePath } from '../../src/attest/log/tiles.ts';
import { verifyConsistency } from '../../src/attest/log/verify-proofs.ts';
import { jcs } from '../../src/json/jcs.ts';
import type { FixtureServer } from '../../src/transport/fixture/server.ts';
import { axproof } from '../cli/io.ts';
import { type Answer, ask, post } from './ask.ts';
import { mounted, served, target, type Whole } from './served.ts';

const idOf = ({ attestation: _, ...report }: Record<string, never>): string =>
  `sha256:${createHash('sha256').update(jcs(report)).digest('hex')}`;

/** Links of an answer, by title. */
const linksOf = ({ headers }: Answer): Map<string, string> =>
  new Map([...String(headers.link).matchAll(/<([^>]+)>; rel="related"; title="([^"]+)"/g)].map(([, url, title]) => [title!, url!]));

describe('the log over HTTP', function () {
  this.timeout(60_000);
  let whole: Whole;
  let good: FixtureServer;
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'axproof-log-'));
    whole = await served();
    good = await target('good');
    await ask(`${whole.url}/self`);
  });
  after(async () => {
    await good.close();
    await whole.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string): Promise<Answer> => ask(`${whole.url}${path}`);
  const keyOf = async (): Promise<LogKey> => readVkey((await get('/log/key')).text.trim());
  const checkpoint = async (): Promise<string> => (await get('/log/checkpoint')).text;
  const overHttp = {
    async read(path: string): Promise<Uint8Array | undefined> {
      const answer = await get(`/log/${path}`);
      expect(answer.status, path).to.be.oneOf([200, 404]);
      return answer.status === 200 ? answer.bytes : undefined;
    },
  };

  it('proves a report with what its answer links to, as the command line does it', async () => {
    const report = await get('/self?format=json');
    const links = linksOf(report);
    const digest = idOf(report.json());
    const [proof, key, head] = await Promise.all(['proof', 'log-key', 'log'].map((title) => ask(links.get(title)!)));
    const vkey = key!.text.trim();
    expect([proof!.type, key!.type, head!.type]).to.deep.equal(['text/plain', 'text/plain', 'text/plain']);
    const proved = checkProofDocument(proof!.text, digest, readVkey(vkey));
    expect(proved.size).to.be.at.most(openCheckpoint(head!.text, readVkey(vkey)).size);
    expect(() => checkProofDocument(proof!.text, `sha256:${'0'.repeat(64)}`, readVkey(vkey))).to.throw();

    const file = join(folder, 'report.json');
    writeFileSync(file, report.bytes);
    writeFileSync(join(folder, 'elsewhere'), proof!.bytes);
    const ran = await axproof('log', 'verify', file, '--vkey', vkey, '--proof', join(folder, 'elsewhere'));
    expect([ran.status, ran.out], ran.err).to.deep.equal([
      0,
      `${digest} is entry ${proved.index} of ${proved.size} in ${readVkey(vkey).name}\n`,
    ]);
  });

  it('grows, and every head is the beginning of the next', async () => {
    const key = await keyOf();
    const old = openCheckpoint(await checkpoint(), key);
    const digests: string[] = [];
    for (const seed of [1, 2]) digests.push(idOf((await post(`${whole.url}/verify`, { target: good.origin, seed })).json()));
    const head = openCheckpoint(await checkpoint(), key);
    expect(head.size).to.equal(old.size + 2);
    const reader = new TileReader(overHttp, head.size);
    expect(sameHash(await reader.root(), head.root)).to.equal(true);
    const proof = await reader.hashes(consistencyRanges(old.size, head.size));
    expect(verifyConsistency(old.size, head.size, proof, old.root, head.root)).to.equal(true);
    const { bytes } = await reader.file('entries', 0);
    expect(
      entriesOf(bytes)!
        .map((entry) => Buffer.from(entry).toString('utf8'))
        .slice(-2),
    ).to.deep.equal(digests);
  });

  it('is whole: a copy of it passes the check of a log', async () => {
    const key = await keyOf();
    const text = await checkpoint();
    const { size } = openCheckpoint(text, key);
    for (const path of ['checkpoint', tilePath(0, 0, size), tilePath('entries', 0, size)]) {
      mkdirSync(dirname(join(folder, 'copy', path)), { recursive: true });
      writeFileSync(join(folder, 'copy', path), (await overHttp.read(path))!);
    }
    expect((await checkLog(join(folder, 'copy'), key, text)).size).to.equal(size);
  });

  it('tells caches what may change', async () => {
    const cache = async (path: string): Promise<[string, string | undefined]> => {
      const { type, headers } = await get(path);
      return [type, headers['cache-control']];
    };
    expect(await cache('/log/checkpoint')).to.deep.equal(['text/plain', 'no-cache']);
    expect(await cache('/log/tile/0/000.p/1')).to.deep.equal(['application/octet-stream', 'public, max-age=31536000, immutable']);
    expect(await cache('/log/tile/0/000')).to.deep.equal(['application/problem+json', 'no-store']);
    expect((await ask(`${whole.url}/log/tile/0/000.p/1`, { method: 'HEAD' })).headers['content-length']).to.equal('32');
    expect((await get('/llms-full.txt')).text).to.include(`axproof log verify report.json --vkey "$(curl ${whole.url}/log/key)"`);
  });

  it('hands out the files of a log and nothing else', async () => {
    const asked: string[] = [];
    const file = async (path: string): Promise<undefined> => void asked.push(path);
    const place = await mounted({ log: { key: () => '', file } });
    try {
      for (const [path, status, file] of [
        ['/log/tile/0/067', 404, 'tile/0/067'],
        ['/log/tile/3/x001/x234/067.p/255', 404, 'tile/3/x001/x234/067.p/255'],
        ['/log/tile/entries/x001%2F000.p%2F9', 404, 'tile/entries/x001/000.p/9'],
        ['/log/checkpoint', 500, 'checkpoint'],
        ['/log/tile/0/67', 400],
        ['/log/tile/0/000.p/0', 400],
        ['/log/tile/0/001/000', 400],
        ['/log/tile/8/000', 400],
        ['/log/tile/0/', 400],
        ['/log/tile/0/%2e%2e/%2e%2e/.lock', 400],
        ['/log/tile/0', 404],
        ['/log/.lock', 404],
      ] as const) {
        const before = asked.length;
        expect((await ask(`${place.url}${path}`)).status, path).to.equal(status);
        expect(asked.slice(before), path).to.deep.equal(file === undefined ? [] : [file]);
      }
    } finally {
      await place.close();
    }
  });
});
