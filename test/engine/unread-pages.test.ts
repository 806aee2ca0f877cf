// A list whose next page the verifier itself does not ask for is not whole: nobody is blamed for what may stand there.
import { expect } from 'chai';
import type { Probes } from '../../src/contract/generated/types.ts';
import { run } from './asking.ts';
import { json, type Table, text } from './world.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
const LIST = '$.list[*].json.items[*]';
const TRIED = '$.tried.list[*].json.items[*]';

describe('engine/pages that are not asked for', () => {
  const paging = (merge: object): Probes => ({ list: { get: '/list', repeat: { most: 3, merge } } });
  const card: Table = { '/agents.json': json({ interfaces: { mcp: { url: '/mcp' } } }) };
  const posting: Probes = {
    agents: { get: '/agents.json' },
    list: {
      post: '{{ $.agents.json.interfaces.mcp.url }}',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      repeat: { most: 3, merge: { url: '{{ $.self.json.next }}' } },
    },
  };
  const rows: [name: string, probes: Probes, table: Table, reason: string][] = [
    [
      'a cursor in an address that was masked',
      paging({ url: '/list?after={{ $.self.json.next }}' }),
      { '/list': json({ items: [1], next: TOKEN }) },
      'redacted',
    ],
    [
      'a cursor in a header that cannot be held exactly',
      paging({ headers: { 'x-after': '{{ $.self.json.next }}' } }),
      {
        '/list': {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: { text: '{"items": [1], "next": 9007199254740993}' },
        },
      },
      'inexact',
    ],
    [
      'a page that is asked for by POST, at an address that nobody declares',
      posting,
      { ...card, 'POST /mcp': json({ items: [1], next: '/orders' }) },
      'partial',
    ],
    [
      'a page of another site',
      paging({ url: '{{ $.self.json.next }}' }),
      { '/list': json({ items: [1], next: 'https://other.example/' }) },
      'partial',
    ],
  ];
  for (const [name, probes, table, reason] of rows)
    it(`${name} leaves the list open, and what was tried`, async () => {
      for (const select of [LIST, TRIED]) {
        const { check } = await run(probes, [{ select, count: { max: 1 }, else: 'no' }], table);
        expect([check.verdict, check.reason.code], `${select}: ${check.reason.text}`).to.deep.equal(['inconclusive', reason]);
      }
    });

  it('requests of a list that were not sent leave it open, and what was tried', async () => {
    const links: Probes = { doc: { get: '/doc' }, list: { select: '$.doc.json[*]', take: 2, get: '{{ $.item }}' } };
    const table: Table = { '/robots.txt': text('User-agent: *\nDisallow: /b'), '/doc': json(['/a', '/b']), '/a': json({}), '/b': json({}) };
    for (const select of ['$.list[*].outcome', '$.tried.list[*].outcome']) {
      const { check } = await run(links, [{ select, schema: { const: 'found' }, else: 'no' }], table);
      expect([check.verdict, check.reason.code], select).to.deep.equal(['inconclusive', 'declined']);
    }
  });

  it('a list that ends by itself is whole', async () => {
    for (const select of [LIST, TRIED]) {
      const assert = [{ select, count: { max: 1 }, else: 'no' }];
      expect((await run(paging({ url: '{{ $.self.json.next }}' }), assert, { '/list': json({ items: [1] }) })).check.verdict).to.equal(
        'pass',
      );
    }
  });

  describe('of firstOf', () => {
    const pages = { get: '/list', repeat: { most: 2, merge: { url: '/list?after={{ $.self.json.next }}' } } };
    const other = { get: '/other' };
    const until = (member: string) => [{ select: `$.self.json.${member}` }];
    const endless: Table = { '/list': json({ items: [1], next: 'b' }), '/list?after=b': json({ next: 'c' }), '/other': json({ other: 1 }) };
    const rows: [name: string, list: Probes[string], table: Table, reason: string, tried?: string][] = [
      ['a candidate that won and was left at most', { firstOf: [{ get: '/none' }, pages] }, endless, 'partial'],
      ['one with a next page that is not asked for', { firstOf: [pages] }, { '/list': json({ items: [1], next: TOKEN }) }, 'redacted'],
      ['one that ended by itself', { firstOf: [pages] }, { '/list': json({ items: [1] }) }, 'pass'],
      ['one that was left at most, where none won', { firstOf: [pages], until: until('never') }, endless, 'partial'],
      ['one that was left at most, where another won', { firstOf: [pages, other], until: until('other') }, endless, 'pass', 'partial'],
    ];
    for (const [name, list, table, reason, tried = reason] of rows)
      it(`${name}: ${reason}, of all that was tried ${tried}`, async () => {
        const reasons: string[] = [];
        for (const select of [LIST, TRIED])
          reasons.push((await run({ list }, [{ select, count: { max: 1 }, else: 'no' }], table)).check.reason.code);
        expect(reasons).to.deep.equal([reason, tried]);
      });
  });
});
