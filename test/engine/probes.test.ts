// Probes: what is sent, when, in whose name, and what paths then see.
import { expect } from 'chai';
import type { Probes } from '../../src/contract/generated/types.ts';
import { exists, one, run } from './asking.ts';
import { check, failure, json, judged, ORIGIN, pack, rule, type Table, text } from './world.ts';

describe('engine/probes', () => {
  describe('before', () => {
    for (const [url, path] of [
      ['https://t.example/tenant/1', '/.well-known/x/tenant/1'],
      ['https://t.example/tenant/', '/.well-known/x/tenant'],
      ['https://t.example/', '/.well-known/x'],
      ['https://t.example', '/.well-known/x'],
      ['https://t.example/a?b=1', undefined],
      ['/relative', undefined],
      ['https://other.example/a', undefined],
    ] as const)
      it(`asks ${path ?? 'for nothing'} before ${url}`, async () => {
        const probes: Probes = { doc: { get: '/doc.json' }, own: { before: '$.doc.json.url', get: '/.well-known/x' } };
        const { urls } = await run(probes, exists('$.doc'), { '/doc.json': json({ url }) });
        expect(urls.filter((one) => !/(robots.txt|doc.json)$/.test(one))).to.deep.equal(path === undefined ? [] : [`GET ${path}`]);
      });
  });

  describe('besides', () => {
    it('leaves out what is known before anything is taken', async () => {
      const probes: Probes = {
        list: { get: '/list.json' },
        first: { get: '/a.json' },
        other: { eachOf: [{ select: '$.list.json[*]', besides: ['$.first.url'], take: 1, get: '{{ $.item }}' }] },
      };
      const table: Table = {
        '/list.json': json(['a.json', '/b.json', '/c.json']),
        '/a.json': json(1),
        '/b.json': json(2),
        '/c.json': json(3),
      };
      const got = await run(probes, [{ select: '$.other[*].json', schema: { const: 2 }, else: 'no' }], table);
      expect(got.check.verdict).to.equal('pass');
      expect(got.urls).to.not.include('GET /c.json');
    });
  });

  describe('eachOf', () => {
    it('asks requests of one URL apart where their headers differ, and the same one once', async () => {
      const source = (accept: string) => ({ select: '$.list.json[*]', get: '{{ $.item }}', accept });
      const sources = [source('text/a'), source('text/b'), source('text/a')];
      const probes: Probes = { list: { get: '/list.json' }, other: { eachOf: sources, sample: 9 } };
      const table: Table = { '/list.json': json(['/a.json', 'a.json']), '/a.json': json(1) };
      const got = await run(probes, [{ select: '$.other[*]', count: { min: 2, max: 2 }, else: 'no' }], table);
      expect(got.check.verdict).to.equal('pass');
      expect(got.urls.filter((url) => url === 'GET /a.json')).to.have.length(2);
    });
  });

  describe('firstOf', () => {
    const probes: Probes = {
      api: { firstOf: [{ get: '{{ $.card.json.api }}' }, { get: '/a.json' }, { get: '/b.json' }] },
      card: { get: '/card.json' },
    };

    it('takes the first in order, although a later one is there too', async () => {
      const got = await run(probes, [{ select: '$.api.json.name', schema: { const: 'a' }, else: 'no' }], {
        '/card.json': json({ api: '/missing.json' }),
        '/a.json': json({ name: 'a' }),
        '/b.json': json({ name: 'b' }),
      });
      expect(got.check.verdict).to.equal('pass');
      expect(got.urls).to.have.members(['GET /robots.txt', 'GET /card.json', 'GET /a.json', 'GET /b.json', 'GET /missing.json']);
    });

    it('sends a templated candidate only when all before it failed', async () => {
      const late: Probes = { api: { firstOf: [{ get: '/a.json' }, { get: '{{ $.card.json.api }}' }] }, card: { get: '/card.json' } };
      const table: Table = { '/card.json': json({ api: '/c.json' }), '/c.json': json({ name: 'c' }) };
      const won = await run(late, exists('$.api.json.name'), { ...table, '/a.json': json({ name: 'a' }) });
      expect(won.urls).to.not.include('GET /c.json');
      const lost = await run(late, [{ select: '$.api.json.name', schema: { const: 'c' }, else: 'no' }], table);
      expect(lost.check.verdict).to.equal('pass');
    });

    it('tells malformed from missing by what was tried', async () => {
      const until: Probes = { api: { firstOf: [{ get: '/a.json' }], until: [{ select: '$.self.json.name' }] } };
      const malformed = await run(until, exists("$.tried['api'][*]"), { '/a.json': json({}) });
      expect(malformed.check.verdict).to.equal('pass');
      expect((await run(until, exists('$.api'), { '/a.json': json({}) })).check.verdict).to.equal('fail');
    });

    it('is open where no candidate won and one was unclear', async () => {
      const got = await run(probes, exists('$.api.json.name'), { '/card.json': json({ api: '/x.json' }), '/b.json': failure('timed-out') });
      expect(got.check.verdict).to.equal('inconclusive');
      expect(got.check.reason.code).to.equal('timed-out');
    });
  });

  describe('eachOf', () => {
    const list: Probes = {
      doc: { get: '/doc.json' },
      links: {
        eachOf: [
          { select: '$.doc.json.links[*]', take: 3, get: '{{ $.item }}' },
          { select: '$.doc.json.more[*]', take: 5, get: '{{ $.item }}' },
        ],
      },
    };

    it('asks the same thing once and records every claimant', async () => {
      const got = await run(list, [{ select: '$.links[*]', count: { min: 2, max: 2 }, else: 'no' }], {
        '/doc.json': json({ links: ['/x', '/x'], more: ['/x', '/y'] }),
      });
      expect(got.check.verdict).to.equal('pass');
      expect(got.urls.filter((u) => u === 'GET /x')).to.have.length(1);
      const x = got.recording.evidence().exchanges.find((e) => e.url === `${ORIGIN}/x`);
      expect(x?.claimedBy?.map((c) => c.place)).to.include.members(['json#/links/0', 'json#/more/0']);
    });

    it('never asks off the site, and records that', async () => {
      const got = await run(list, exists('$.links[*]'), {
        '/doc.json': json({ links: ['https://evil.test/x', 'http://169.254.169.254/', 'file:///etc/passwd'], more: ['/y'] }),
      });
      expect(got.log.filter((l) => !l.startsWith(`GET ${ORIGIN}`))).to.deep.equal([]);
      expect(got.recording.evidence().unsent.map((u) => u.code)).to.deep.equal(['off-site', 'off-site', 'unresolved']);
    });

    it('is closed when there was nothing to ask', async () => {
      expect((await run(list, exists('$.links[*]'), { '/doc.json': json({}) })).check.verdict).to.equal('fail');
    });

    it('is open when the list came from something unclear', async () => {
      expect((await run(list, exists('$.links[*]'), { '/doc.json': json({}, 503) })).check.verdict).to.equal('inconclusive');
    });
  });

  describe('sample', () => {
    const names = Array.from({ length: 40 }, (_, i) => `/n${i}`);
    const sampling: Probes = {
      doc: { get: '/doc.json' },
      some: {
        sample: 6,
        eachOf: [
          { select: '$.doc.json.a[*]', get: '{{ $.item }}' },
          { select: '$.doc.json.b[*]', get: '{{ $.item }}' },
        ],
      },
    };
    const sampled = async (seed: number, doc: unknown, probes = sampling): Promise<string[]> => {
      const got = await judged(pack(probes, [one(exists('$.some[*]'))]), { '/doc.json': json(doc) }, { seed });
      return got.recording
        .evidence()
        .exchanges.filter((e) => e.names.some((n) => n.startsWith('some[')))
        .map((e) => e.url.replace(ORIGIN, ''));
    };

    it('draws the same for the same seed and others for others', async () => {
      const doc = { a: names, b: [] };
      expect(await sampled(7, doc)).to.deep.equal(await sampled(7, doc));
      expect(await sampled(7, doc)).to.not.deep.equal(await sampled(8, doc));
    });

    it('does not depend on the order in the document', async () => {
      expect(await sampled(7, { a: [...names].reverse() })).to.deep.equal(await sampled(7, { a: names }));
    });

    it('deals round the sources, and takes all where there are fewer', async () => {
      const dealt = await sampled(7, { a: names, b: ['/z1', '/z2'] });
      expect(dealt).to.have.length(6);
      expect(dealt).to.include.members(['/z1', '/z2']);
      expect(await sampled(7, { a: ['/q'], b: ['/z1'] })).to.have.members(['/q', '/z1']);
    });

    it('is not moved by another probe or rule', async () => {
      const more: Probes = { another: { get: '/another' }, ...sampling };
      expect(await sampled(7, { a: names }, more)).to.deep.equal(await sampled(7, { a: names }));
    });
  });

  describe('repeat', () => {
    const paging: Probes = { list: { get: '/list', repeat: { most: 3, merge: { url: '/list?cursor={{ $.self.json.next }}' } } } };
    const pages: Table = {
      '/list': json({ items: [1], next: 'b' }),
      '/list?cursor=b': json({ items: [2], next: 'c' }),
      '/list?cursor=c': json({ items: [3] }),
    };

    it('reads pages while there is a next', async () => {
      expect(
        (await run(paging, [{ select: '$.list[*].json.items[*]', count: { min: 3, max: 3 }, else: 'no' }], pages)).check.verdict,
      ).to.equal('pass');
    });

    it('stops at most and says that the list is partial', async () => {
      const endless: Table = { ...pages, '/list?cursor=c': json({ items: [3], next: 'd' }) };
      const got = await run(paging, [{ select: '$.list[*].json.items[*]', count: { max: 3 }, else: 'no' }], endless);
      expect(got.check.verdict).to.equal('inconclusive');
      expect(got.check.reason.code).to.equal('partial');
    });

    it('polls on with what it merges, also where that is the same again', async () => {
      const polling: Probes = {
        job: {
          get: '/job',
          repeat: { most: 4, merge: { url: '{{ $.self.json.again }}' } },
          until: [{ select: '$.self.json.done', schema: { const: true } }],
        },
      };
      const got = await run(polling, [{ select: '$.job[*]', count: { min: 4 }, else: 'no' }], {
        '/job': json({ done: false, again: '/job' }),
      });
      expect(got.check.verdict).to.equal('pass');
    });

    it('does not read a page that names itself for ever', async () => {
      const got = await run(paging, exists('$.list[*].json.items[*]'), {
        '/list': json({ items: [1], next: 'b' }),
        '/list?cursor=b': json({ items: [2], next: 'b' }),
      });
      expect(got.urls.filter((u) => u.startsWith('GET /list'))).to.have.length(2);
    });
  });

  describe('redirects and further origins', () => {
    const probes: Probes = { a: { get: '/a' } };
    const to = (location: string, status = 302): object => ({ status, headers: { location } });

    it('follows within the site and keeps every hop', async () => {
      const got = await run(probes, [{ select: '$.a.url', schema: { const: `${ORIGIN}/c` }, else: 'no' }], {
        '/a': to('/b') as never,
        '/b': to('/c') as never,
        '/c': json({}),
      });
      expect(got.check.verdict).to.equal('pass');
      expect(
        got.recording
          .evidence()
          .exchanges.find((e) => e.names[0] === 'a')
          ?.redirects.map((r) => r.url),
      ).to.deep.equal([`${ORIGIN}/a`, `${ORIGIN}/b`]);
    });

    it('asks another origin of the site for its robots.txt first', async () => {
      const got = await run(probes, exists('$.a.json'), {
        '/a': to('https://api.t.example/a') as never,
        'https://api.t.example/a': json({}),
        'https://api.t.example/robots.txt': text('User-agent: *\nAllow: /'),
      });
      expect(got.check.verdict).to.equal('pass');
      expect(got.log.indexOf('GET https://api.t.example/robots.txt')).to.be.lessThan(got.log.indexOf('GET https://api.t.example/a'));
    });

    it('asks at most three further origins', async () => {
      const many: Probes = { doc: { get: '/doc.json' }, all: { eachOf: [{ select: '$.doc.json.u[*]', take: 9, get: '{{ $.item }}' }] } };
      const got = await run(many, exists('$.all[*]'), {
        '/doc.json': json({ u: [1, 2, 3, 4, 5].map((n) => `https://s${n}.t.example/x`) }),
      });
      expect(new Set(got.log.map((l) => new URL(l.split(' ')[1]!).host).filter((h) => h !== 't.example'))).to.deep.equal(
        new Set(['s1.t.example', 's2.t.example', 's3.t.example']),
      );
      expect(got.recording.evidence().unsent.filter((u) => u.code === 'origin-limit')).to.have.length(2);
    });

    it('gives up after as many redirects as the probe states, three unless it says', async () => {
      const table: Table = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [n === 0 ? '/a' : `/a${n}`, to(`/a${n + 1}`) as never]));
      for (const [redirects, sent] of [
        [undefined, 4],
        [0, 1],
        [5, 6],
      ] as const) {
        const got = await run({ a: { get: '/a', ...(redirects === undefined ? {} : { redirects }) } }, exists('$.a.json'), table);
        expect(got.check.reason.code).to.equal('unfinished-redirect');
        expect(got.urls.filter((u) => u.startsWith('GET /a'))).to.have.length(sent);
      }
    });
  });

  it('fills templates safely', async () => {
    const filled: Probes = {
      doc: { get: '/doc.json' },
      x: { get: '/x/{{ $.doc.json.id }}?q={{ $.doc.json.q }}' },
      up: { get: '/x/{{ $.doc.json.dots }}' },
    };
    const got = await run(filled, exists('$.doc.json'), { '/doc.json': json({ id: 'a/b c?#é', q: 'a/b&c', dots: '../../etc' }) });
    expect(got.urls).to.include('GET /x/a/b%20c%3F%23%C3%A9?q=a%2Fb%26c');
    expect(got.recording.evidence().unsent.map((u) => u.name)).to.deep.equal(['up']);
  });

  it('says what is wrong with the reason of the innermost failing member', async () => {
    const got = await check(
      { doc: { get: '/doc.json' } },
      rule('one', {
        assert: [{ any: [{ all: [{ select: '$.doc.json.a', else: 'no-a' }] }, { select: '$.doc.json.b', else: 'no-b' }], else: 'neither' }],
        reasons: { pass: 'p', 'no-a': 'a is missing', 'no-b': 'b', neither: 'n' },
      }),
      { '/doc.json': json({}) },
    );
    expect(got.reason).to.deep.equal({ code: 'no-a', text: 'a is missing' });
  });
});
