// The plan: what is sent in any case, with complete headers, in queue order; what answers decide; and the hard bound.
import { expect } from 'chai';
import type { Pack, Probe } from '../../src/contract/generated/types.ts';
import { plan, planText } from '../../src/engine/plan.ts';
import { bounds, boundsOf } from '../../src/pack/bounds.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { judged, ORIGIN as TEST_ORIGIN } from '../engine/world.ts';
import { good, loadFiles } from './folder.ts';

const ORIGIN = 'https://example.com';
const KiB = 1024;

function withProbes(probes: Pack['probes'], more: Partial<Pack> = {}): LoadedPack {
  const base = loadFiles(good).pack?.document as Pack;
  return loadPackDocument({ ...base, limits: { requests: 320, bytes: 67108864 }, probes: { ...base.probes, ...probes }, ...more });
}

const MOST: [string, Probe, number][] = [
  ['one request', { get: '/a' }, 1],
  ['take', { select: '$.doc.json.a', take: 3, get: '{{ $.item }}' }, 3],
  ['sample', { select: '$.doc.json.a', sample: 4, get: '{{ $.item }}' }, 4],
  ['repeat', { get: '/a', until: [{ select: '$.self.json' }], repeat: { most: 5 } }, 5],
  [
    'take and repeat',
    { select: '$.doc.json.a', take: 3, get: '{{ $.item }}', repeat: { most: 2, merge: { url: '{{ $.self.json.next }}' } } },
    6,
  ],
  ['firstOf: every candidate may be needed', { firstOf: [{ get: '/a' }, { select: '$.doc.json.a', take: 2, get: '{{ $.item }}' }] }, 3],
  ['eachOf', { eachOf: [{ get: '/a' }, { get: '/b' }] }, 2],
  [
    'a dealt eachOf',
    {
      sample: 7,
      eachOf: [
        { select: '$.doc.json.a', get: '{{ $.item }}' },
        { select: '$.doc.json.b', get: '{{ $.item }}' },
      ],
    },
    7,
  ],
];

describe('bounds', () => {
  for (const [name, probe, most] of MOST)
    it(`${name}: ${most}`, () => {
      // A pack that writes is never asked twice.
      const [bare, more] = [[], [{ ...probe, redirects: 0 }]].map((others) => boundsOf({ get: '/no' }, others, 'writes').requests) as [
        number,
        number,
      ];
      expect(more - bare).to.equal(most);
    });

  it('sum requests, bytes, methods and hops over all probes, robots.txt included', () => {
    const pack = withProbes({
      big: { get: '/big', bytes: 1000 * KiB },
      mcp: { select: '$.doc.json.m', take: 2, post: '{{ $.item }}', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    });
    // robots.txt of 4 origins with 5 hops each; control, doc, list (2), big, mcp (2), each with 3; two more controls of each of 5 places; 4 second askings.
    expect(bounds(pack.document)).to.deep.equal({
      requests: 4 * 6 + 7 * 4 + 10 * 4 + 4 * 4,
      bytes: (4 * 512 + 6 * 256 + 1000 + 10 * 256 + 4 * 1024) * KiB,
      methods: ['GET', 'POST'],
    });
  });

  it('count the redirects that a probe states, and not those that it refuses', () => {
    const all = (more: Pack['probes']): number => bounds(withProbes({ y: { get: '/y' }, ...more }).document).requests;
    const more = (redirects?: number): number => all({ x: { get: '/x', ...(redirects === undefined ? {} : { redirects }) } }) - all({});
    expect([0, 1, 3, undefined].map(more)).to.deep.equal([1, 2, 4, 4]);
  });
});

describe('plan', () => {
  it('lists known requests in queue order with complete headers', () => {
    const { known } = plan(
      withProbes({ other: { head: '/x y'.replace(' ', '%20'), accept: 'text/plain', headers: { 'x-a': '{{ $.run.target }}' } } }),
      ORIGIN,
    );
    expect(known.map((r) => `${r.method} ${r.url} ${r.probes}`)).to.deep.equal([
      'GET https://example.com/robots.txt robots',
      'GET https://example.com/{nonce} control',
      'GET https://example.com/doc.json doc',
      'HEAD https://example.com/x%20y other',
    ]);
    expect(known[2]?.headers).to.deep.equal({
      accept: '*/*',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'node',
      'accept-encoding': 'gzip, deflate',
    });
    expect(known[3]?.headers).to.include({ accept: 'text/plain', 'x-a': ORIGIN });
  });

  it('lists identical safe requests once, fresh ones each', () => {
    const { known } = plan(withProbes({ again: { get: '/doc.json' }, anew: { get: '/doc.json', fresh: true } }), ORIGIN);
    expect(known.filter((r) => r.url.endsWith('/doc.json')).map((r) => r.probes)).to.have.deep.members([['doc', 'again'].sort(), ['anew']]);
  });

  it('lists what answers decide as templates with their bound', () => {
    const pack = withProbes({
      dealt: { sample: 7, eachOf: [{ select: '$.doc.json.a', get: '{{ $.item }}' }] },
      paged: { get: '/p', repeat: { most: 3, merge: { url: '{{ $.self.json.next }}' } } },
    });
    const { templated, known } = plan(pack, ORIGIN);
    expect(templated.map((f) => [f.probe, f.method, f.url, f.most, f.inAll])).to.deep.equal([
      ['paged', 'GET', '/p', 2, undefined],
      ['dealt', 'GET', '{{ $.item }}', 7, 7],
      ['list', 'GET', '{{ $.item.href }}', 2, undefined],
    ]);
    expect(known.map((r) => r.url)).to.include('https://example.com/p');
  });

  it('shows the requests that a run then sends', async () => {
    const pack = withProbes({
      plain: { get: '/a?b=c' },
      headed: { get: '/b', accept: ' text/html ', headers: { 'x-b': 'c', 'accept-language': 'de' } },
      target: { get: '/{{ $.run.target }}?seed={{ $.run.seed }}' },
    });
    const { recording } = await judged(pack.document, {}, { seed: 5, given: { agent: 'mine/1' } });
    const { exchanges } = recording.evidence();
    const nonce = exchanges
      .find(({ names }) => names.includes('control'))
      ?.request.url.split('/')
      .at(-1) as string;
    const { known } = plan(pack, TEST_ORIGIN, 'mine/1');
    const planned = known.map(({ probes: _, bytes: __, cleanup: ___, url, ...rest }) => ({
      ...rest,
      url: url.replace('{nonce}', nonce).replace('{seed}', '5'),
    }));
    const sent = exchanges.map(({ request }) => request);
    expect(sent).to.have.length(6);
    expect(sent).to.include.deep.members(planned);
    expect(planned.map(({ headers }) => headers['user-agent'])).to.deep.equal(planned.map(() => 'mine/1'));
    expect(planned.find(({ url }) => url.endsWith('/b'))?.headers).to.include({ accept: 'text/html', 'accept-language': 'de' });
  });

  it('knows no request that stands below what an answer gives', () => {
    const { known, templated } = plan(withProbes({ below: { under: '$.doc.json.base', get: '/x' } }), ORIGIN);
    expect(known.map(({ url }) => url)).not.to.include('https://example.com/x');
    expect(templated.map(({ probe, url, most }) => [probe, url, most])).to.deep.include(['below', '/x', 1]);
  });

  it('prints the bound and says that nothing was sent', () => {
    const text = planText(plan(withProbes({}), ORIGIN));
    expect(text).to.include('GET https://example.com/{nonce}').and.to.include('Bound: 92 requests').and.to.include('Nothing was sent');
  });
});

describe('the plan of a pack that writes', () => {
  const planned = plan(
    withProbes(
      {
        create: {
          eachOf: [
            { post: '/things', body: { a: 1 } },
            { post: '/things', body: { a: 1 } },
          ],
        },
        all: { delete: '/things', cleanup: true },
        sweep: { delete: '/things/{{ $.doc.json.id }}', cleanup: true },
      },
      { consent: 'writes' },
    ),
    ORIGIN,
  );

  it('shows every write, cleanup last, and that it needs consent', () => {
    expect(planned.known.filter((r) => r.method !== 'GET').map((r) => `${r.method} ${r.probes.join()} ${r.cleanup}`)).to.deep.equal([
      'POST create undefined',
      'POST create undefined',
      'DELETE all true',
    ]);
    expect(planned.templated.at(-1)).to.include({ probe: 'sweep', method: 'DELETE', cleanup: true });
    expect([planned.consent, planned.bound.methods]).to.deep.equal(['writes', ['GET', 'POST', 'DELETE']]);
    const text = planText(planned);
    expect(text).to.contain('nothing of it is sent unless the target consents to this digest');
    expect(text).to.contain('DELETE https://example.com/things  all  (cleanup: sent last, and always)');
  });
});
