// Null, and what is no text, where a template stands for an address, a header or the next page: nobody gave one, so nothing is sent.
import { expect } from 'chai';
import type { Probes } from '../../src/contract/generated/types.ts';
import type { Json } from '../../src/contract/json.ts';
import type { Hop } from '../../src/contract/transport.ts';
import { exists, one, run } from './asking.ts';
import { json, judged, pack, type Table } from './world.ts';

const asked = async (probes: Probes, answer: Json): Promise<string[]> => {
  const { urls } = await run(probes, exists('$.doc'), { '/doc': json(answer) });
  return urls.filter((url) => !url.endsWith('/robots.txt'));
};

describe('engine/null in templates', () => {
  const own: { [name: string]: Probes } = {
    'within a path': { doc: { get: '/doc' }, own: { get: '/asked/{{ $.doc.json.v }}' } },
    'within a query': { doc: { get: '/doc' }, own: { get: '/asked?v={{ $.doc.json.v }}' } },
    'as a whole address': { doc: { get: '/doc' }, own: { get: '{{ $.doc.json.v }}' } },
    'in a header': { doc: { get: '/doc' }, own: { get: '/asked', headers: { 'x-v': '{{ $.doc.json.v }}' } } },
  };
  for (const [name, probes] of Object.entries(own)) {
    it(`${name} sends nothing`, async () => expect(await asked(probes, { v: null })).to.deep.equal(['GET /doc']));
    it(`${name} sends a text`, async () => expect(await asked(probes, { v: '/x' })).to.have.length(2));
  }

  it('leaves an optional header out', async () => {
    const probes: Probes = {
      doc: { get: '/doc' },
      own: { get: '/asked', headers: { 'x-v': { value: '{{ $.doc.json.v }}', optional: true } } },
    };
    expect(await asked(probes, { v: null })).to.deep.equal(['GET /doc', 'GET /asked']);
  });

  const ends: [name: string, merge: object][] = [
    ['the address of the next page', { url: '{{ $.self.json.next }}' }],
    ['a cursor in the query', { url: '/doc?after={{ $.self.json.next }}' }],
    ['a cursor in a header', { headers: { 'x-after': '{{ $.self.json.next }}' } }],
  ];
  for (const [name, merge] of ends)
    it(`${name} that is null ends a list that is whole`, async () => {
      const probes: Probes = { doc: { get: '/doc', repeat: { most: 3, merge } } };
      const got = await run(probes, [{ select: '$.doc[*].status', count: { max: 1 }, else: 'no' }], { '/doc': json({ next: null }) });
      expect(got.check.verdict).to.equal('pass');
    });

  for (const next of [false, 2])
    it(`${next} is no address`, async () => {
      expect(await asked({ doc: { get: '/doc', repeat: { most: 3, merge: { url: '{{ $.self.json.next }}' } } } }, { next })).to.deep.equal([
        'GET /doc',
      ]);
    });

  it('a cursor in a body that is null ends a list, and null in any other body stays', async () => {
    const pages: Probes = { doc: { post: '/doc', body: {}, repeat: { most: 3, merge: { body: { after: '{{ $.self.json.next }}' } } } } };
    const copy: Probes = { first: { get: '/first' }, doc: { put: '/doc', body: { v: '{{ $.first.json.v }}' } } };
    const bodies: (string | undefined)[] = [];
    const heard = ({ request }: Hop) => {
      bodies.push(request.body);
      return json({ next: null });
    };
    for (const probes of [pages, copy]) {
      const document = pack(probes, [one(exists('$.doc'))], { consent: 'writes' });
      const table: Table = { 'POST /doc': heard, 'PUT /doc': heard, '/first': json({ v: null }) };
      await judged(document, table, { given: { consent: { by: 'operator' } } });
    }
    expect(bodies).to.deep.equal(['{}', '{"v":null}']);
  });
});
