// derive: a URL that an answer gave, changed at the end of its path or in its query.
import { expect } from 'chai';
import type { Derived, Probes } from '../../src/contract/generated/types.ts';
import { exists, run } from './asking.ts';
import { json } from './world.ts';

const asked = async (url: string, derive: Derived) => {
  const probes: Probes = {
    doc: { get: '/doc.json' },
    made: { select: '$.doc.json.urls[*]', take: 2, get: '{{ $.item }}', derive },
  };
  const { urls, recording } = await run(probes, exists('$.doc'), { '/doc.json': json({ urls: [url] }) });
  const exchange = recording.evidence().exchanges.find(({ names }) => names.includes('made[0]'));
  return { url: urls.find((one) => !/ \/(robots.txt|doc.json)$/.test(one))?.replace('GET ', ''), claims: exchange?.claimedBy };
};

describe('engine/derived URLs', () => {
  const rows: [string, string, Derived, string | undefined][] = [
    ['append', '/guide', { append: '.md' }, '/guide.md'],
    ['append before the query', '/guide?v=2#top', { append: '.md' }, '/guide.md?v=2'],
    ['append segments', '/docs/', { append: 'index.html.md' }, '/docs/index.html.md'],
    ['replace the end', '/guide.html', { replace: { end: '.html', by: '.md' } }, '/guide.md'],
    ['replace by nothing', '/guide.html', { replace: { end: '.html', by: '' } }, '/guide'],
    ['replace the end of another path', '/guide', { replace: { end: '.html', by: '.md' } }, undefined],
    ['set a parameter', '/guide?a=1&f=x', { query: { f: 'md', g: 'ü &' } }, '/guide?a=1&f=md&g=%C3%BC+%26'],
    ['take a parameter out', '/guide?a=1&f=x', { query: { f: null } }, '/guide?a=1'],
    ['take the last one out', '/guide?f=x', { query: { f: null } }, '/guide'],
    ['all at once', '/guide/?f=x', { append: 'index.md', query: { f: null } }, '/guide/index.md'],
    ['what would be another path', '/guide/', { append: '.' }, undefined],
    ['another site', 'https://other.example/guide', { append: '.md' }, undefined],
  ];
  for (const [name, url, derive, expected] of rows)
    it(`${name}: ${expected ?? 'no request'}`, async () => expect((await asked(url, derive)).url).to.equal(expected));

  it('is claimed by nobody', async () => expect((await asked('/guide', { append: '.md' })).claims).to.equal(undefined));
});
