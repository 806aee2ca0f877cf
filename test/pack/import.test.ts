// Imports: whole documents against golden files, what they come to on a target, and that nothing lost can ever pass.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Report } from '../../src/contract/generated/types.ts';
import { type Imported, importDocument } from '../../src/pack/import/import-document.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { run } from '../../src/run/run.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { sized } from '../whole.ts';

const folder = fileURLToPath(new URL('../../fixtures/suites/imports', import.meta.url));
const read = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');
const load = (imported: Imported) => loadPackDocument(imported.pack);

type Routes = Record<string, object>;
const json = (body: unknown, more: object = {}): object => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  ...more,
});

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: { responses: { 200: { description: 'all' } } } },
    '/notes/{id}': { get: { responses: { 200: { description: 'one' } } } },
  },
};
const LLMS =
  '# Notes\n\n> Keeps notes for agents that need them later, and gives them back when they are asked for.\n\n- [API](/openapi.json)\n';
const NOTES: Routes = {
  'GET /': { status: 200, headers: { 'content-type': 'text/plain' }, body: 'notes' },
  'GET /llms.txt': { status: 200, headers: { 'content-type': 'text/plain' }, body: LLMS },
  'GET /openapi.json': json(OPENAPI),
  'GET /notes?limit=2': json({
    notes: [
      { id: 7, text: null },
      { id: 8, text: 'b' },
    ],
    order: 'newest',
  }),
  'GET /notes/7': json({ id: 7, pinned: false }),
};

async function verdicts(imported: Imported, routes: Routes, more: object = {}): Promise<Report['verdict']> {
  const transport = fixture({ target: 'https://notes.example', routes } as never);
  const report = await run({
    pack: load(imported),
    target: 'https://notes.example',
    seed: 1,
    seedOrigin: 'caller',
    transport,
    now: () => '2026-11-21T00:00:00.000Z',
    ...more,
  });
  return report.verdict;
}
const told = ({ checks }: Report['verdict']): Record<string, string> =>
  Object.fromEntries(checks.map((c) => [c.id, c.verdict === 'pass' ? 'pass' : `${c.verdict}: ${c.reason.code}`]));

describe('importing', () => {
  for (const name of ['notes.spec', 'orders.suite', 'beyond.spec']) {
    it(`${name} is as the golden file says, and loads`, () => {
      const imported = importDocument(read(name), `${name}.json`);
      const golden = join(folder, 'golden', `${name}.json`);
      const text = `${JSON.stringify(imported, null, 2)}\n`;
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, text);
      expect(text).to.equal(readFileSync(golden, 'utf8'));
      expect(load(imported).digest).to.equal(imported.digest);
    });
  }

  const passing = Object.fromEntries(['readable', 'described', 'list', 'read-first', 'gone'].map((id) => [id, 'pass']));
  const notes = (): Imported => importDocument(read('notes.spec'), 'notes.json');
  const list = (body: object): Routes => ({ 'GET /notes?limit=2': json({ notes: [{ id: 7 }], order: 'newest', ...body }) });
  const wrong: [string, Routes, Record<string, string>][] = [
    ['nothing wrong', {}, {}],
    ['a status', { 'GET /notes/7': json({ id: 7, pinned: false }, { status: 203 }) }, {}],
    ['another status', { 'GET /notes/7': json({ id: 7, pinned: false }, { status: 201 }) }, { 'read-first': 'fail: status' }],
    ['a captured number that comes back as text', { 'GET /notes/7': json({ id: '7', pinned: false }) }, { 'read-first': 'fail: path-1' }],
    ['a wrong constant', { 'GET /notes/7': json({ id: 7, pinned: 'false' }) }, { 'read-first': 'fail: path-2' }],
    ['a member that must not be', list({ error: 'x' }), { list: 'fail: path-3' }],
    ['a value beside the enumeration', list({ order: 'random' }), { list: 'fail: path-4' }],
    ['no value of the enumeration', list({ order: undefined }), { list: 'fail: path-4' }],
    [
      'a value at the open bound',
      { ...list({ notes: [{ id: 1000 }] }), 'GET /notes/1000': json({ id: 1000, pinned: false }) },
      { list: 'fail: path-2' },
    ],
    ['a wrong type within the schema', list({ notes: [{ id: 7 }, { id: 'x' }] }), { list: 'fail: schema' }],
    [
      'a body that is not JSON',
      { 'GET /notes?limit=2': { status: 200, headers: { 'content-type': 'application/json' }, body: '<p>' } },
      { list: 'fail: no-json', 'read-first': 'fail: status' },
    ],
    [
      'another Content-Type',
      { 'GET /notes?limit=2': json({ notes: [{ id: 7 }], order: 'newest' }, { headers: { 'content-type': 'text/json' } }) },
      { list: 'fail: content-type' },
    ],
    ['a page where nothing should be', { 'GET /notes/none': json({ id: 0 }) }, { gone: 'fail: status' }],
    [
      'too few operations',
      { 'GET /openapi.json': json({ ...OPENAPI, paths: { '/notes': OPENAPI.paths['/notes'] } }) },
      { described: 'fail: operations' },
    ],
    ['an older document', { 'GET /openapi.json': json({ ...OPENAPI, openapi: '3.0.3' }) }, { described: 'fail: version' }],
    [
      'a thin llms.txt',
      { 'GET /llms.txt': { status: 200, headers: { 'content-type': 'text/plain' }, body: '# Notes\n' } },
      { readable: 'fail: content' },
    ],
    ['an answer in the way', { 'GET /notes/7': { status: 503, body: '' } }, { 'read-first': 'inconclusive: server-error' }],
  ];
  it('takes a media type in any case', async () => {
    const body = json({ notes: [{ id: 7 }, { id: 8 }], order: 'newest' }, { headers: { 'content-type': 'Application/JSON' } });
    expect(told(await verdicts(notes(), { ...NOTES, 'GET /notes?limit=2': body }))).to.deep.equal(passing);
  });

  for (const [name, routes, differs] of wrong) {
    it(`judges as the original does: ${name}`, async () => {
      expect(told(await verdicts(notes(), { ...NOTES, ...routes }))).to.deep.equal({ ...passing, ...differs });
    });
  }

  it('never passes a rule that lost anything, even where everything answers', async () => {
    const imported = importDocument(read('beyond.spec'), 'beyond.json');
    const lost = new Set(imported.losses.filter((l) => !l.harmless).map((l) => l.pointer.split('/').slice(0, 3).join('/')));
    const verdict = await verdicts(imported, {
      'GET /': { status: 200, body: 'here' },
      'GET /ok': json('anything at all'),
      'GET /.well-known/agents.json': json({ name: 'x' }),
    });
    const got = told(verdict);
    expect(got.plain).to.equal('pass');
    expect(got['same-check']).to.equal('pass');
    expect(Object.values(got).filter((v) => v === 'pass')).to.have.length(2);
    expect(lost.size).to.equal(13);
    expect(verdict.conclusive).to.equal(false);
  });

  it('is held back also where the root of the target cannot be seen', async () => {
    const imported = importDocument(read('beyond.spec'), 'beyond.json');
    for (const root of [
      { status: 404, body: '' },
      { status: 503, body: '' },
      { failure: 'connection-reset' },
      { status: 302, headers: { location: 'https://other.example/' } },
    ]) {
      const got = told(
        await verdicts(imported, { 'GET /': root, 'GET /ok': json(1), 'GET /.well-known/agents.json': json({ name: 'x' }) }),
      );
      expect(got.floor, JSON.stringify(root)).to.match(/^inconclusive/);
    }
  });

  const refused: [string, unknown, RegExp][] = [
    ['another document', { $type: 'Spec' }, /\/\$type/],
    ['no requirements', { $type: 'PinnedSpec', requirements: [] }, /\/requirements/],
    ['two of one id', { $type: 'PinnedSpec', requirements: [{ id: 'a' }, { id: 'a' }] }, /\/requirements\/1\/id/],
    ['an id with a colon', { $type: 'PinnedSpec', requirements: [{ id: 'a:0' }] }, /\/requirements\/0\/id/],
    ['an id that is a number', { $type: 'PinnedSpec', requirements: [{ id: 1 }] }, /\/requirements\/0\/id/],
    ['a suite without environments', { $type: 'Suite', requirements: [{ id: 'a' }] }, /\/environments/],
    [
      'too many requests',
      {
        $type: 'PinnedSpec',
        requirements: Array.from({ length: 160 }, (_, i) => ({ id: `r${i}`, kind: 'endpoint', method: 'GET', path: `/${i}`, expect: {} })),
      },
      /at most 640/,
    ],
  ];
  for (const [name, document, message] of refused) {
    it(`refuses ${name}`, () => expect(() => importDocument(JSON.stringify(document), 'x.json')).to.throw(message));
  }
  it('refuses a member that stands twice', () =>
    expect(() => importDocument('{"$type":"PinnedSpec","$type":"Suite"}', 'x.json')).to.throw(/cannot be read/));

  it('never writes a pack that does not load, and never crashes', () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('{{a}}', '{{ b }}', 'x{{a}}', '{{', '/p/{{a}}', '/../x', 'object', '^(a', 'a.0.b', '__proto__', 200, 503),
    );
    const requirement = fc.record(
      {
        kind: fc.constantFrom('endpoint', 'endpoint', 'surface', 'check', 'probe'),
        method: fc.oneof(fc.constantFrom('GET', 'POST', 'delete'), leaf),
        path: fc.oneof(fc.constantFrom('/a', '/b/{{a}}', '{{a}}'), leaf),
        surface: fc.constantFrom('llms.txt', 'agents.json', 'icp.json', 'openapi', 'x'),
        must: leaf,
        body: leaf,
        capture: fc.oneof(fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x.0', 'ü', 'y')), leaf),
        expect: fc.oneof(
          fc.record(
            {
              status: leaf,
              contentTypeIncludes: leaf,
              schema: fc.oneof(fc.record({ type: leaf, pattern: leaf, properties: leaf, items: leaf }, { requiredKeys: [] }), leaf),
              paths: fc.oneof(
                fc.array(
                  fc.record(
                    { path: fc.constantFrom('a', 'b.1', ''), equals: leaf, oneOf: leaf, gte: leaf, exists: leaf },
                    { requiredKeys: ['path'] },
                  ),
                ),
                leaf,
              ),
            },
            { requiredKeys: [] },
          ),
          leaf,
        ),
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 6 }), (requirements) => {
        const document = {
          $type: 'Suite',
          name: 'x',
          version: '1',
          environments: { e: { vars: { baseUrl: 'https://x.example' } } },
          requirements: requirements.map((r, i) => ({ id: `r${i}`, ...r })),
        };
        let imported: Imported;
        try {
          imported = importDocument(JSON.stringify(document), 'x.json');
        } catch (error) {
          expect((error as { code?: string }).code).to.equal('bad-import');
          return;
        }
        load(imported);
      }),
      { numRuns: sized(300) },
    );
  }).timeout(30_000);
});
