// axproof contract-diff: exit statuses, documents in files and at targets, and every reporter.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Parser } from 'tap-parser';
import { parse, stringify } from 'yaml';
import { cli } from '../../src/mounts/cli/main.ts';
import { held, type Ran } from '../cli/io.ts';
import { PAIRS } from './pairs.ts';

const GOOD = 'fixtures/targets/good.yaml';
const published = (parse(readFileSync(GOOD, 'utf8')) as { routes: { '/openapi.json': { json: { paths: object } } } }).routes[
  '/openapi.json'
].json;

describe('axproof contract-diff', function () {
  this.timeout(20_000);
  let dir: string;
  const at = (name: string): string => join(dir, name);
  const write = (name: string, value: unknown): string => {
    writeFileSync(at(name), name.endsWith('.json') ? JSON.stringify(value) : stringify(value));
    return at(name);
  };
  async function diff(...args: string[]): Promise<Ran> {
    const { io, ran } = held();
    const status = await cli(['contract-diff', ...args], io);
    return { status, ...ran() };
  }
  const pair = (name: string): [string, string] => {
    const found = PAIRS.find((one) => one.name === name);
    return [write('old.json', found?.old), write('new.yaml', found?.new)];
  };
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-contracts-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  for (const [status, name] of [
    [0, 'member added to an answer'],
    [1, 'member of an answer becomes optional'],
    [3, 'pattern changed in a request'],
  ] as const)
    it(`ends with ${status} for: ${name}`, async () => {
      const { status: is, out } = await diff(...pair(name));
      expect(is, out).to.equal(status);
    });

  it('says what breaks, where, and in which line of YAML', async () => {
    const { out } = await diff(...pair('member of an answer becomes optional'));
    const plain = out.replace(/\s+/g, ' ');
    expect(plain).to.not.contain('it cannot be told');
    expect(plain).to.contain('1 of 1 operation breaks clients').and.to.contain('POST /things').and.to.contain('at /a may be missing');
    expect(plain).to.match(/new\.yaml at \/paths\/~1things\/post\/responses\/200 \(line \d+\)/);
  });

  it('reads what a target publishes, as the default pack finds it', async () => {
    expect((await diff(write('same.json', published), GOOD)).status).to.equal(0);
    const more = { ...published, paths: { ...published.paths, '/gone': { get: { responses: { 204: { description: 'done' } } } } } };
    const { status, out } = await diff(write('more.json', more), GOOD);
    expect(status, out).to.equal(1);
    expect(out).to.contain('GET /gone');
  });

  it('says that a target publishes none, and that a file is none', async () => {
    expect((await diff(write('same.json', published), 'fixtures/targets/empty.yaml')).err).to.contain('publishes no OpenAPI document');
    const { status, err } = await diff(write('note.json', { note: 1 }), at('same.json'));
    expect(status).to.equal(2);
    expect(err).to.contain('axproof: bad-import:');
  });

  const info = { title: 'Things', version: '1' };
  for (const [what, status, one] of [
    ['paths that are a list', 2, { openapi: '3.1.0', info, paths: [] }],
    ['paths that are a text', 2, { openapi: '3.1.0', info, paths: 'x' }],
    ['paths that are null, many faults before them', 2, { openapi: '3.1.0', info, tags: Array(30).fill(1), paths: null }],
    ['neither paths nor what 3.1 has beside them', 2, { openapi: '3.1.0', info }],
    ['no paths in 3.0', 2, { openapi: '3.0.3', info, components: {} }],
    ['no paths in 2.0', 2, { swagger: '2.0', info, definitions: {} }],
    ['empty paths', 0, { openapi: '3.1.0', info, paths: {} }],
    ['components alone', 0, { openapi: '3.1.0', info, components: {} }],
    ['the same webhooks alone', 0, { openapi: '3.1.0', info, webhooks: { a: { post: {} } } }],
    ['paths, of which one is a list', 3, { openapi: '3.1.0', info, paths: { '/x': [] } }],
  ] as const)
    it(`ends with ${status} for a document with ${what}, as the old and as the new one`, async () => {
      const broken = write('broken.json', one);
      const other = write('other.json', { openapi: '3.1.0', info, paths: {}, ...('webhooks' in one ? { webhooks: one.webhooks } : {}) });
      for (const sides of [[broken, other], status === 3 ? [broken, broken] : [other, broken]]) {
        const { status: is, err, out } = await diff(...sides);
        expect(is, out + err).to.equal(status);
        if (status === 2) expect(err).to.contain('axproof: bad-import:').and.to.contain('broken.json').and.to.contain('paths');
      }
    });

  it('says of a path that is not read why, and where it stands', async () => {
    const { out } = await diff(write('away.yaml', { openapi: '3.1.0', info, paths: { '/x': { $ref: 'items.yaml' } } }), at('other.json'));
    const plain = out.replace(/\s+/g, ' ');
    expect(plain)
      .to.contain('the reference leaves this document')
      .and.to.match(/away\.yaml at \/paths\/~1x \(line \d+\)/);
  });

  describe('in every form', () => {
    const forms = ['cli', 'json', 'junit', 'sarif', 'tap', 'github', 'markdown'];
    const text: { [form: string]: string } = {};
    before(async () => {
      const args = forms.flatMap((form) => ['--reporter', `${form}:${at(form)}`]);
      expect((await diff(...pair('operation removed'), ...args)).status).to.equal(1);
      for (const form of forms) text[form] = readFileSync(at(form), 'utf8');
    });
    for (const form of forms)
      it(`${form} names the operation, what became of it, and where`, () =>
        expect(text[form])
          .to.contain('GET /more')
          .and.to.contain('any more')
          .and.to.match(/old\.json/));
    it('SARIF has a result at the file', () => {
      const [run] = JSON.parse(text.sarif ?? '').runs;
      expect(run.results).to.have.length(1);
      expect(run.results[0]).to.deep.include({ ruleId: 'GET /more', level: 'error' });
      expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).to.match(/old\.json$/);
      expect(run.invocations[0].executionSuccessful).to.equal(true);
    });
    it('TAP has a point for each operation', () => {
      const points = Parser.parse(text.tap ?? '').filter(([kind]) => kind === 'assert') as [string, { ok: boolean }][];
      expect(points.map(([, { ok }]) => ok)).to.deep.equal([true, false]);
    });
    it('JUnit counts one failure', () => expect(text.junit).to.contain('failures="1"'));
    it('GitHub has an error', () => expect(text.github).to.match(/^::error title=GET \/more/m));
  });
});
