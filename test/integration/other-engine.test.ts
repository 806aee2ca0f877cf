// A spec of another engine, at every door: refused by name, with both numbers and the way on; after the digest, before all else, and nothing is sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { otherEngine } from '../../src/contract/engines.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { jcs } from '../../src/json/jcs.ts';
import { releasedPacks, successorOf } from '../../src/run/released.ts';
import { axproof } from '../cli/io.ts';
import { OTHER_ENGINES } from '../engines.ts';
import { codeOf, digestOf, host, pages, spec, type Target, target } from '../gate/support.ts';
import { ask as askAt, post } from '../http/ask.ts';
import { served, type Whole } from '../http/served.ts';
import { clientAt, contentOf } from '../mcp/service.ts';

const OTHER_DIGEST = `sha256:${'0'.repeat(64)}`;

/** A spec of another engine and of another language: this one would find mistakes in it. */
const foreign = (engine: string): Record<string, unknown> => ({
  ...structuredClone(spec.document),
  engine,
  later: { of: 'another language' },
  rules: 'none',
});

interface Asked {
  spec?: unknown;
  expectedDigest?: string;
}

interface Said {
  code: string;
  text: string;
  status?: number;
}

describe('a spec of another engine', function () {
  this.timeout(60_000);
  let whole: Whole;
  let site: Target;
  let client: Client;
  let dir: string;
  before(async () => {
    whole = await served();
    site = await target(pages({ '/doc.json': { links: [] } }));
    client = await clientAt(whole.url, '2026-07-28');
    dir = mkdtempSync(join(tmpdir(), 'axproof-engine-'));
  });
  after(async () => {
    await client.close();
    await site.close();
    await whole.close();
    rmSync(dir, { recursive: true });
  });

  async function atCli({ spec: document, expectedDigest }: Asked): Promise<Said> {
    const file = join(dir, 'spec.json');
    if (document !== undefined) writeFileSync(file, jcs(document));
    const given = document === undefined ? [] : ['--spec', file];
    const ran = await axproof(
      'verify',
      site.origin,
      ...given,
      ...(expectedDigest === undefined ? [] : ['--expect-digest', expectedDigest]),
    );
    return { code: /^axproof: ([\w-]+): /m.exec(ran.err)?.[1] ?? ran.err, text: ran.err, status: ran.status };
  }
  async function atHttp(asked: Asked): Promise<Said> {
    const { status, text, json } = await post(`${whole.url}/verify`, { target: site.origin, ...asked });
    return { code: json().code, text, status };
  }
  async function atMcp(asked: Asked): Promise<Said> {
    const result = await client.callTool({ name: 'verify_pinned_spec', arguments: { target: site.origin, ...asked } });
    expect(result.isError).to.equal(true);
    return { code: String(contentOf(result).code), text: JSON.stringify(result) };
  }
  const DOORS: [name: string, ask: (asked: Asked) => Promise<Said>, status: number | undefined][] = [
    ['the command line', atCli, 4],
    ['HTTP', atHttp, 409],
    ['MCP', atMcp, undefined],
  ];

  for (const [door, ask, status] of DOORS) {
    for (const engine of OTHER_ENGINES) {
      it(`${door}: engine ${engine} is named, whatever else is wrong`, async () => {
        const document = foreign(engine);
        for (const asked of [{ spec: document }, { spec: document, expectedDigest: digestOf(document) }]) {
          const said = await ask(asked);
          expect([said.code, said.status]).to.deep.equal(['engine-mismatch', status]);
          expect(said.text).to.include(`needs engine ${engine}; this is engine ${ENGINE}`);
          expect(said.text.includes('run axproof pack migrate on it')).to.equal(Number(engine) < Number(ENGINE));
        }
        expect(site.connections).to.equal(0);
      });
    }

    it(`${door}: another digest than the expected one is told first`, async () => {
      expect((await ask({ spec: foreign('99'), expectedDigest: OTHER_DIGEST })).code).to.equal('digest-mismatch');
    });

    for (const known of releasedPacks().filter((one) => otherEngine(one.engine)))
      it(`${door}: ${known.name} ${known.version} is known by its digest, and its successor is named`, async () => {
        const said = await ask({ expectedDigest: known.digest });
        expect([said.code, said.status]).to.deep.equal(['engine-mismatch', status]);
        expect(said.text)
          .to.include('axproof pack migrate')
          .and.to.include((await successorOf(known))?.digest);
      });

    it(`${door}: a digest that nobody knows stays unknown`, async () => {
      expect((await ask({ expectedDigest: OTHER_DIGEST })).code).to.equal('unknown-digest');
    });
  }

  it('is told of a spec that the store kept from before', async () => {
    const document = foreign('99');
    await whole.store.putDocument('pack', digestOf(document), Buffer.from(jcs(document)), Date.now());
    const said = await atHttp({ expectedDigest: digestOf(document) });
    expect([said.code, said.status]).to.deep.equal(['engine-mismatch', 409]);
    // It stays there for whoever replays reports of that time.
    expect((await askAt(`${whole.url}/packs/${digestOf(document)}`)).status).to.equal(200);
  });

  it('reaches no judge and no target', async () => {
    const held = host();
    expect(await codeOf({ target: site.origin, spec: foreign('99') }, held)).to.equal('engine-mismatch');
    expect([held.admitted, held.opened]).to.deep.equal([0, 0]);
  });

  const COMMANDS: [name: string, args: (file: string) => string[], status: number][] = [
    ['grade', (file) => ['grade', site.origin, '--pack', file], 4],
    ['pack lint', (file) => ['pack', 'lint', file], 2],
    ['pack build', (file) => ['pack', 'build', file], 4],
    ['spec-digest', (file) => ['spec-digest', file], 4],
    ['suite, a pack', () => ['suite', suite('pack: p')], 4],
    ['suite, a spec', () => ['suite', suite('spec: p', digestOf(foreign('99')))], 4],
  ];
  function suite(test: string, digest?: string): string {
    const file = join(dir, 'suite.yaml');
    const named = digest === undefined ? 'packs: {p: ./foreign.json}' : `specs: {p: {pack: ./foreign.json, digest: "${digest}"}}`;
    writeFileSync(file, `format: 1\nname: s\ntargets: {t: "${site.origin}"}\n${named}\ntests: [{target: t, ${test}}]\n`);
    return file;
  }
  for (const [name, args, status] of COMMANDS) {
    it(`${name} says so`, async () => {
      const file = join(dir, 'foreign.json');
      writeFileSync(file, jcs(foreign('99')));
      const ran = await axproof(...args(file));
      expect([ran.status, ran.out + ran.err], ran.out + ran.err).to.satisfy(
        ([is, text]: [number, string]) => is === status && text.includes('engine-mismatch'),
      );
      expect(ran.out + ran.err).to.not.match(/unknown-member|wrong-type/);
      expect(site.connections).to.equal(0);
    });
  }
});
