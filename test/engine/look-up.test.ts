// A value that a source looks up in another answer, and a probe whose requests take places of another one's sample.
import { expect } from 'chai';
import type { Probes } from '../../src/contract/generated/types.ts';
import { exists, run } from './asking.ts';
import { failure, json, type Table } from './world.ts';

const PLACE = { url: 'https://t.example/things', pointer: ['things', 'id'] };
const SHAPE = { type: ['integer', 'string'], pattern: '^[a-z0-9]+$' };

const probes = (place: unknown, shape: { [key: string]: unknown } = SHAPE): [Probes, Table] => [
  {
    doc: { get: '/doc.json' },
    lists: { select: '$.doc.json.lists[*]', take: 3, get: '{{ $.item }}' },
    things: {
      select: '$.doc.json.wanted[*]',
      take: 2,
      value: { of: '$.lists[*]', at: '$.item.from', where: shape },
      under: '$.item.base',
      get: '/{{ $.value }}/of',
    },
  },
  { '/doc.json': json({ lists: ['/other', '/things'], wanted: [{ from: place, base: 'https://t.example/thing/' }] }) },
];

describe('engine/look-up', () => {
  const rows: [string, unknown, unknown, string | undefined][] = [
    ['the first element', PLACE, { things: [{ id: 7 }, { id: 8 }] }, '/thing/7/of'],
    ['text as it is', PLACE, { things: [{ id: 'a7' }] }, '/thing/a7/of'],
    ['the first that its schema accepts', PLACE, { things: [{ id: null }, {}, { id: '../x' }, { id: 'ok' }] }, '/thing/ok/of'],
    ['an element of a list that is the whole answer', { ...PLACE, pointer: ['id'] }, [{ id: 5 }], '/thing/5/of'],
    ['a place without a list', { ...PLACE, pointer: ['latest', 'id'] }, { latest: { id: 3 } }, '/thing/3/of'],
    ['an element that is the value', { ...PLACE, pointer: ['ids'] }, { ids: ['x'] }, '/thing/x/of'],
    ['a member named as no path can', { ...PLACE, pointer: ['a]b'] }, [{ 'a]b': 1 }], '/thing/1/of'],
    ['a member named as a path selects all', { ...PLACE, pointer: ['*'] }, [{ other: 2, '*': 1 }], '/thing/1/of'],
    ['a member named as a path filters', { ...PLACE, pointer: ['?(1)'] }, [{ other: 2, '?(1)': 1 }], '/thing/1/of'],
    ['nothing of an empty list', PLACE, { things: [] }, undefined],
    ['nothing where another answer is meant', { ...PLACE, url: 'https://t.example/none' }, { things: [{ id: 7 }] }, undefined],
    ['nothing by a name that only a prototype has', { ...PLACE, pointer: ['constructor', 'name'] }, {}, undefined],
    ['nothing at no place', 'things', { things: [{ id: 7 }] }, undefined],
    ['no number that is not exact', PLACE, '{"things":[{"id":9007199254740993}]}', undefined],
  ];
  for (const [name, place, answer, path] of rows)
    it(`takes ${name}`, async () => {
      const [all, table] = probes(place);
      const body = typeof answer === 'string' ? { ...json(0), body: { text: answer } } : json(answer);
      const { urls } = await run(all, exists('$.things[*]'), { ...table, '/other': json({ things: [{ id: 'no' }] }), '/things': body });
      expect(urls.filter((url) => url.includes('/thing/'))).to.deep.equal(path === undefined ? [] : [`GET ${path}`]);
    });

  it('leaves open what an uncertain place decides', async () => {
    const [all, table] = probes(
      { ...PLACE, pointer: ['things'] },
      { type: 'object', required: ['id'], properties: { id: { maximum: 5 } } },
    );
    const things = { ...json(0), body: { text: '{"things":[{"id":9007199254740993}]}' } };
    const { check } = await run(all, exists('$.things[*]'), { ...table, '/other': json({}), '/things': things });
    expect([check.verdict, check.reason.code]).to.deep.equal(['inconclusive', 'inexact']);
  });

  it('leaves open what an unclear answer would have told', async () => {
    const [all, table] = probes(PLACE);
    const { check } = await run(all, exists('$.things[*]'), { ...table, '/other': json({}), '/things': failure('timed-out') });
    expect([check.verdict, check.reason.code]).to.deep.equal(['inconclusive', 'timed-out']);
  });
});

describe('engine: the next page of an address that was put together', () => {
  const source = { select: '$.doc.json.wanted[*]', take: 1, get: '{{ $.item.path }}' };
  const next = '{{ $.self.json.next }}';
  const rows: [string, Probes[string], next: string, first: string, second: string][] = [
    [
      'is asked where an answer names it, below a URL',
      { ...source, under: '$.item.base' },
      '/v1/things?page=2',
      '/v1/things',
      '/v1/things?page=2',
    ],
    [
      'is asked where an answer names it, before a path',
      { ...source, before: '$.item.base' },
      '?page=2',
      '/things/v1',
      '/things/v1?page=2',
    ],
    ['is not derived again', { ...source, derive: { append: '.json' } }, '/things.json?page=2', '/things.json', '/things.json?page=2'],
    [
      'is below the URL where the pack writes it',
      { ...source, under: '$.item.base', repeat: { most: 2, merge: { url: '/things?page={{ $.self.json.next }}' } } },
      '2',
      '/v1/things',
      '/v1/things?page=2',
    ],
    [
      'is asked with the value that was looked up',
      {
        ...source,
        value: { of: '$.doc', at: '$.item.from', where: SHAPE },
        get: '/{{ $.value }}',
        repeat: { most: 2, merge: { headers: { 'x-page': next } } },
      },
      '2',
      '/7',
      '/7',
    ],
  ];
  for (const [name, probe, page, first, second] of rows)
    it(name, async () => {
      const item = { path: '/things', base: 'https://t.example/v1', from: { url: 'https://t.example/doc.json', pointer: ['id'] } };
      const table = { '/doc.json': json({ id: 7, wanted: [item] }), [first]: json({ next: page }), [second]: json({ next: page }) };
      const all: Probes = { doc: { get: '/doc.json' }, things: { repeat: { most: 2, merge: { url: next } }, ...probe } };
      const { urls } = await run(all, exists('$.things[1]'), table);
      expect(urls.slice(2, 4)).to.deep.equal([`GET ${first}`, `GET ${second}`]);
    });
});

describe('engine: a sample that includes another probe', () => {
  const including = (more: string[], total = 4): [Probes, Table] => [
    {
      doc: { get: '/doc.json' },
      first: { sample: 2, redirects: 1, eachOf: [{ select: '$.doc.json.first[*]', get: '{{ $.item }}' }] },
      all: { sample: total, redirects: 1, including: 'first', eachOf: [{ select: '$.doc.json.all[*]', get: '{{ $.item }}' }] },
    },
    {
      '/doc.json': json({ first: ['/f1', '/f2', '/f3'], all: ['/f1', '/f2', '/f3', ...more] }),
      ...Object.fromEntries(['/f1', '/f2', '/f3', ...more].map((path) => [path, json({})])),
    },
  ];
  const sent = (urls: readonly string[]): string[] => urls.filter((url) => /\/[a-z][0-9]+$/.test(url));

  for (const [name, more, count] of [
    ['asks for no more in all than its own sample', Array.from({ length: 20 }, (_, i) => `/a${i}`), 4],
    ['asks for all where there are no more', ['/a1'], 4],
    ['asks for nothing twice', [], 3],
  ] as const)
    it(name, async () => {
      const [all, table] = including([...more]);
      const { urls, check } = await run(all, [{ select: '$.all[*]', count: { min: count, max: count }, else: 'no' }], table);
      expect(check.verdict).to.equal('pass');
      expect(sent(urls)).to.have.length(count);
      expect(new Set(sent(urls)).size).to.equal(count);
    });

  it('has places left for others where the included probe takes some', async () => {
    const [all, table] = including(['/a1', '/a2', '/a3', '/a4', '/a5', '/a6'], 3);
    const { urls } = await run(all, exists('$.all[*]'), table);
    expect(sent(urls)).to.have.length(3);
    expect(sent(urls).filter((url) => url.includes('/f')).length).to.be.within(2, 3);
  });
});
