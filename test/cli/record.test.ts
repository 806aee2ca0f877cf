// axproof record: a fixture from a target, a written one or a report gives the verdict that was seen, and holds no credential and nobody's address.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { grade } from '../../src/mounts/cli/grade.ts';
import { record } from '../../src/mounts/cli/record.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { ROOT } from '../sources.ts';
import { held } from './io.ts';

const TARGETS = join(ROOT, 'fixtures/targets');
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;

/** What a fixture could easily get wrong. */
const ODD = `title: Odd
target: https://odd.example
default: {status: 200, type: text/html, body: "<h1>Nothing at \${path}</h1>"}
routes:
  /:
    - {accept: text/html, type: text/html, body: "<!doctype html><title>Odd</title> write to ada.lovelace@people.example"}
    - {accept: text/markdown, type: text/markdown, body: "# Odd\\r\\n\\r\\n  two\\ttabs  \\n\\n\\n"}
    - {type: text/plain, body: "\\u0007 bell"}
  /llms.txt: {type: text/markdown, body: "# Odd\\n\\n> Odd.\\n\\n- [A](/a)\\n- [Moved](/moved)\\n- [Late](/late)\\n- [Big](/big)\\n- [Cut](/cut)\\n- [Other](https://api.odd.example/x)\\n- [Bytes](/bytes)\\n"}
  /a: {type: text/plain, body: "A token: ${TOKEN}", headers: {Set-Cookie: session=abcdefghijklmnop; Path=/}}
  /moved: {status: 301, headers: {Location: /a}}
  /late: {failure: timed-out}
  /cut: {status: 200, type: text/plain, body: half, failure: connection-reset}
  /big: {type: text/plain, body: big, pad: 300000}
  /bytes: {type: image/png, base64: iVBORw0KGgo=}
  https://api.odd.example/x: {json: {ok: true}}
`;

describe('axproof record', function () {
  this.timeout(30_000);
  let dir: string;
  const at = (name: string): string => join(dir, name);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-record-'));
    writeFileSync(at('odd.yaml'), ODD);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  async function verdict(target: string, pack: string, seed = 1): Promise<VerificationReport['verdict']> {
    const { io, ran } = held();
    await grade(target, { pack, seed, json: true, quiet: true }, io);
    return JSON.parse(ran().out).verdict;
  }

  const rows: [string, string][] = [
    ['good', 'ax'],
    ['press', 'mcp'],
    ['yes-to-everything', 'auth'],
    ['odd', 'ax'],
    ['odd', 'llms-txt'],
  ];
  for (const [name, pack] of rows)
    it(`${name} says the same to ${pack} once it was recorded`, async () => {
      const target = name === 'odd' ? at('odd.yaml') : join(TARGETS, `${name}.yaml`);
      expect(await record(target, { pack, out: at('out.yaml') }, held().io)).to.equal(0);
      expect(await verdict(at('out.yaml'), pack)).to.deep.equal(await verdict(target, pack));
    });

  it('is graded at the origin that it answers for, where none is written', async () => {
    writeFileSync(at('bare.yaml'), 'title: Bare\nroutes:\n  /llms.txt: {type: text/markdown, body: "# Bare\\n\\n> Bare.\\n"}\n');
    const { target, checks } = await verdict(at('bare.yaml'), 'llms-txt');
    expect(target).to.equal('https://target.example');
    expect(checks.filter((one) => one.reason.code === 'name-not-found')).to.deep.equal([]);
  });

  it('masks credentials and personal addresses, says how many, and gives the seed', async () => {
    const { io, ran } = held();
    await record(at('odd.yaml'), { pack: 'ax', seed: 5 }, io);
    const { out, err } = ran();
    expect(out).not.to.include(TOKEN).and.not.to.include('ada.lovelace').and.not.to.include('abcdefghijklmnop');
    expect(err).to.match(/^axproof: \d+ routes, seed 5, grade [A-F]\+?; [1-9]\d* places were masked/);
    const { routes } = parse(out);
    expect(Object.keys(routes)).to.include.members(['/', '/a', '/moved', '/llms.txt', 'https://api.odd.example/x', '/*']);
    expect(routes['/late']).to.deep.equal({ failure: 'timed-out' });
    expect(routes['/*'].body ?? routes['/*'][0].body).to.include(`Nothing at \${path}`);
  });

  it('records a live target, and a report of which nothing is sent', async () => {
    const server = await serveFixture(loadFixture(join(TARGETS, 'good.yaml')), { port: 0 });
    try {
      await grade(server.origin, { pack: 'ax', seed: 3, quiet: true, record: at('report.json'), out: at('ignored') }, held().io);
      await record(server.origin, { pack: 'ax', seed: 3, out: at('live.yaml') }, held().io);
    } finally {
      await server.close();
    }
    await record(at('report.json'), { out: at('report.yaml') }, held().io);
    const { checks, grade: given } = JSON.parse(readFileSync(at('report.json'), 'utf8')).verdict;
    for (const file of ['live.yaml', 'report.yaml']) {
      const again = await verdict(at(file), 'ax', 3);
      expect([again.grade, again.checks], file).to.deep.equal([given, checks]);
    }
  });
});
