// The soft-404 baseline: every way in which a catch-all site may repeat the path that was asked, and honest pages that look alike.
import { expect } from 'chai';
import fc from 'fast-check';
import { runNonce } from '../../src/engine/probe/chance.ts';
import { baselineFor, type Control } from '../../src/record/baseline.ts';
import type { Likeness } from '../../src/record/outcome.ts';
import { type Record, record } from '../../src/record/record.ts';

const nonce = runNonce(1);
const later = runNonce(2);
const AT = 'https://t.example';
type Site = (url: URL) => { body: string; url?: string; type?: string; status?: number; truncated?: true };

const ask = (site: Site, path: string, at = AT): Record => {
  const answer = site(new URL(path, at));
  const headers = { 'content-type': answer.type ?? 'text/html' };
  return record({ method: 'GET', url: at + path, headers: {} }, [], answer.url ?? at + path, {
    status: answer.status ?? 200,
    headers,
    body: { text: answer.body },
    ...(answer.truncated ? { truncated: true } : {}),
  });
};
const SHAPES = [(n: string) => `/${n}`, (n: string) => `/.well-known/${n}.json`, (n: string) => `/${n}.md`];
const likenessTo =
  (controls: readonly Control[]) =>
  (record: Record): Likeness =>
    baselineFor(controls)(record).same(record);
const isSame = (site: Site, path: string): boolean => {
  const once: Control[] = SHAPES.map((shape) => [{ nonce, record: ask(site, shape(nonce)) }]);
  return likenessTo(once)(ask(site, path)) === 'same';
};

/** Every shape asked twice, the second time with another nonce. */
const twice = (site: Site, below = '', at = AT): Control[] =>
  SHAPES.map((shape) => [nonce, later].map((n) => ({ nonce: n, record: ask(site, below + shape(n), at) })));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const titleOf = ({ pathname }: URL, of: (word: string) => string): string =>
  pathname
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '')
    .split(/[-_]/)
    .map(of)
    .join(' ');

const catchAlls: [string, Site][] = [
  ['one page for all', () => ({ body: '<html>app</html>' })],
  ['the path in the page', (u) => ({ body: `<html>no ${u.pathname} here, nor anything at ${u.pathname}</html>` })],
  ['the path without its slash', (u) => ({ body: `nothing called ${u.pathname.slice(1)}` })],
  ['its last segment', (u) => ({ body: `nothing called ${u.pathname.split('/').at(-1)}` })],
  [
    'its last segment without the ending',
    (u) => ({
      body: `<title>${u.pathname
        .split('/')
        .at(-1)!
        .replace(/\.[^.]*$/, '')}</title>`,
    }),
  ],
  ['a title of its words', (u) => ({ body: `<title>${titleOf(u, (word) => capital(word))}</title><link href="${u.pathname}">` })],
  ['a sentence of its words', (u) => ({ body: `<h1>${capital(titleOf(u, (word) => word))}</h1>` })],
  ['its words', (u) => ({ body: `<h1>about ${titleOf(u, (word) => word)}</h1>` })],
  ['the whole URL', (u) => ({ body: `see ${u.href}` })],
  ['the path percent-encoded', (u) => ({ body: `/login?next=${encodeURIComponent(u.pathname)}` })],
  [
    'the path in JSON with escaped slashes',
    (u) => ({ body: JSON.stringify({ path: u.pathname }).replaceAll('/', '\\/'), type: 'application/json' }),
  ],
  ['path and query', (u) => ({ body: `no ${u.pathname}${u.search}` })],
  ['redirected to one page', () => ({ body: 'welcome', url: `${AT}/home` })],
  ['redirected with the path kept', (u) => ({ body: 'welcome', url: `${AT}/login?next=${encodeURIComponent(u.pathname)}` })],
];

describe('engine/baseline', () => {
  for (const [name, site] of catchAlls) {
    for (const path of [
      '/llms.txt',
      '/a',
      '/.well-known/agents.json',
      '/docs/a.b/c',
      '/x?q=1',
      '/guides/getting-started',
      '/Docs/set_up.html',
    ]) {
      it(`${name}: ${path} is not there`, () => expect(isSame(site, path)).to.equal(true));
      it(`${name}: ${path} is not there, by two controls`, () => expect(likenessTo(twice(site))(ask(site, path))).to.equal('same'));
    }
    it(`${name}: a page of its own is there`, () => {
      const withOne: Site = (u) => (u.pathname === '/real' ? { body: '<html>real</html>' } : site(u));
      expect(isSame(withOne, '/real')).to.equal(false);
    });
  }

  it('holds for any path', () => {
    const site: Site = (u) => ({ body: `${u.pathname} and /anything and ${u.pathname}` });
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        expect(isSame(site, new URL(`/x${path}`, AT).pathname)).to.equal(true);
      }),
    );
  });

  it('is silent when the control was refused', () => expect(isSame(() => ({ body: 'no', status: 404 }), '/x')).to.equal(false));
});

/** Tokens as servers make them: another one for each answer. */
function tokens(): { uuid(): string; hex(length: number): string; base64(length: number): string; count(): number; time(): string } {
  let seed = 7;
  let clock = Date.UTC(2026, 10, 22, 1, 59, 57, 900);
  let served = 98;
  const next = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed;
  };
  const of = (alphabet: string, length: number): string => Array.from({ length }, () => alphabet[(next() >> 8) % alphabet.length]).join('');
  const hex = (length: number): string => of('0123456789abcdef', length);
  return {
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-11ee-${hex(4)}-0242ac120002`,
    base64: (length) => of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length),
    count: () => served++,
    time: () => {
      clock += 1_234;
      return new Date(clock).toISOString();
    },
  };
}

type Made = ReturnType<typeof tokens>;
const page = (body: string): string =>
  `<!doctype html><html><head><title>Shop</title></head><body><h1>Not here</h1>${body}<footer>Shop</footer></body></html>`;
const JSON_TYPE = 'application/json';
const changing: [string, (made: Made) => Site][] = [
  ['a request id', (m) => () => ({ body: page(`<p>Request ${m.uuid()}</p>`) })],
  ['a CSRF token in a form', (m) => () => ({ body: page(`<input type="hidden" name="csrf" value="${m.base64(43)}=">`) })],
  [
    'a nonce for scripts, twice',
    (m) => () => {
      const n = m.hex(32);
      return { body: page(`<script nonce="${n}">a()</script><p>text between</p><script nonce="${n}">b()</script>`) };
    },
  ],
  ['the time of the answer', (m) => () => ({ body: page(`<time>${m.time()}</time>`) })],
  ['a counter that grows longer', (m) => () => ({ body: page(`<p>You are visitor ${m.count()} of this page</p>`) })],
  ['tokens of different lengths', (m) => () => ({ body: page(`<i data-id="${m.hex(10 + (m.count() % 7))}"></i>`) })],
  [
    'the path and an id',
    (m) => (u) => ({
      body: page(`<p>No ${u.pathname}</p><p>Id: ${m.uuid()}</p><a href="/login?next=${encodeURIComponent(u.pathname)}">in</a>`),
    }),
  ],
  ['an envelope with a request id', (m) => () => ({ type: JSON_TYPE, body: JSON.stringify({ error: 'not found', requestId: m.uuid() }) })],
  [
    'an envelope with id, time and path',
    (m) => (u) => ({
      type: JSON_TYPE,
      body: JSON.stringify({ error: 'not found', path: u.pathname, requestId: m.uuid(), timestamp: m.time(), took: m.count() }),
    }),
  ],
  [
    'a final URL with a token',
    (m) => (u) => ({ body: page('log in'), url: `${AT}/login?next=${encodeURIComponent(u.pathname)}&state=${m.hex(20)}` }),
  ],
  [
    'eight tokens',
    (m) => () => ({
      body: page(Array.from({ length: 8 }, (_, i) => `<li class="row">number ${i}: ${m.hex(16)} is a token</li>`).join('')),
    }),
  ],
  [
    'a spelling of the path that nobody knows',
    () => (u) => ({ body: page(`<p>Sorry: ${u.pathname.slice(1).toUpperCase().replaceAll('/', '-')}</p>`) }),
  ],
  ['text beyond ASCII', (m) => () => ({ body: page(`<p>ページが見つかりません ${m.hex(12)} です</p>`) })],
];

describe('engine/baseline with two controls of a shape', () => {
  for (const [name, siteOf] of changing) {
    for (const path of ['/llms', '/a', '/docs/x']) {
      it(`${name}: ${path} is not there`, () => {
        const site = siteOf(tokens());
        const likeness = likenessTo(twice(site));
        expect(likeness(ask(site, path))).to.equal('same');
      });
    }
    it(`${name}: another page of the same looks is there`, () => {
      const site = siteOf(tokens());
      const likeness = likenessTo(twice(site));
      const other: Site = (u) => {
        const { body, ...rest } = site(u);
        return { ...rest, body: body.replace('Not here', 'Prices').replace('not found', 'none').replace('log in', 'Welcome') };
      };
      expect(likeness(ask(other, '/prices'))).to.equal('different');
    });
  }

  const nine: Site = ((m) => () => ({
    body: page(Array.from({ length: 9 }, (_, i) => `<li class="row">number ${i}: ${m.hex(16)} is a token</li>`).join('')),
  }))(tokens());
  const long: Site = ((m) => () => ({ body: page(`<p>${m.hex(200)}</p>`) }))(tokens());
  const nothing: Site = ((m) => () => ({ type: 'text/plain', body: m.hex(20) }))(tokens());
  for (const [name, site] of [
    ['nine tokens', nine],
    ['a token of 200 characters', long],
    ['nothing but a token', nothing],
  ] as const) {
    it(`${name}: cannot be told`, () => {
      const likeness = likenessTo(twice(site));
      expect(likeness(ask(site, '/x'))).to.equal('unknown');
      expect(likeness(ask(() => ({ body: '{}', type: JSON_TYPE }), '/x'))).to.equal('different');
    });
  }

  it('a mask takes no structure: members beside a masked one are content', () => {
    const m = tokens();
    const site: Site = () => ({ type: JSON_TYPE, body: JSON.stringify({ ok: true, id: m.uuid() }) });
    const real: Site = () => ({ type: JSON_TYPE, body: '{"ok":true,"id":"1","price":"4"}' });
    const likeness = likenessTo(twice(site));
    expect([likeness(ask(site, '/x')), likeness(ask(real, '/x'))]).to.deep.equal(['same', 'different']);
  });

  it('a masked place holds at most 128 characters', () => {
    const m = tokens();
    const likeness = likenessTo(twice(() => ({ body: page(`<p>${m.hex(64)}</p>`) })));
    const of = (length: number) => likeness(ask(() => ({ body: page(`<p>${'a'.repeat(length)}</p>`) }), '/x'));
    expect([of(128), of(129)]).to.deep.equal(['same', 'different']);
  });

  it('a third control shows what the first two had in common by chance', () => {
    let at = 0;
    const days = ['1st of May', '1st of May', '2nd of June'];
    const site: Site = () => ({ body: page(`<p>On the ${days[at++] ?? '3rd of July'}</p>`) });
    const asked = [nonce, later, runNonce(3)].map((n) => ({ nonce: n, record: ask(site, `/${n}`) }));
    expect(likenessTo([asked])(ask(site, '/x'))).to.equal('same');
    expect(likenessTo([asked.slice(0, 2)])(ask(site, '/x'))).to.equal('different');
  });

  it('a control that was cut tells nothing of what is as long', () => {
    const m = tokens();
    const site: Site = () => ({ body: `<p>${m.hex(8 + (m.count() % 5))}</p>${'x'.repeat(5_000)}`.slice(0, 4_000), truncated: true });
    const likeness = likenessTo(twice(site));
    expect(likeness(ask(site, '/x'))).to.equal('unknown');
    expect(likeness(ask(() => ({ body: 'short' }), '/x'))).to.equal('different');
    expect(likeness(ask(() => ({ body: 'short', truncated: true }), '/x')), 'cut earlier than the control was').to.equal('unknown');
  });
});

describe('engine/baselineFor', () => {
  const none: Site = () => ({ status: 404, body: 'no' });
  const envelope: Site = () => ({ type: JSON_TYPE, body: '{"error":"not found"}' });
  const welcome: Site = () => ({ body: page('Welcome') });
  const busy: Site = () => ({ status: 429, body: 'slow down' });
  const root = twice(none);
  const at = (controls: Control[], site: Site, path: string, origin = AT): [string, boolean] => {
    const answer = ask(site, path, origin);
    const own = baselineFor(controls)(answer);
    return [own.same(answer), own.unclear];
  };

  const rows: [string, Control[], Site, string, [string, boolean]][] = [
    ['a control of the directory speaks of what lies in it', [...root, ...twice(envelope, '/v1')], envelope, '/v1/users', ['same', false]],
    ['and of what lies deeper', [...root, ...twice(envelope, '/v1')], envelope, '/v1/users/1', ['same', false]],
    ['and of nothing beside it', [...root, ...twice(envelope, '/v1')], envelope, '/v2/users', ['different', false]],
    ['the longest directory counts', [...twice(envelope, '/v1'), ...twice(none, '/v1/open')], envelope, '/v1/open/x', ['different', false]],
    ['the page of the root counts everywhere', [...twice(welcome), ...twice(none, '/v1')], welcome, '/v1/x', ['same', false]],
    [
      'a thin envelope counts in its own directory alone',
      [...twice(envelope), ...twice(none, '/v1')],
      envelope,
      '/v1/x',
      ['different', false],
    ],
    ['a control of another directory that is unclear is no matter', [...root, ...twice(busy, '/v1')], welcome, '/x', ['different', false]],
    ['the control of the place is', [...root, ...twice(busy, '/v1')], welcome, '/v1/x', ['different', true]],
    [
      'a control of the place that is clear outweighs the root',
      [...twice(busy), ...twice(none, '/v1')],
      welcome,
      '/v1/x',
      ['different', false],
    ],
  ];
  for (const [name, controls, site, path, expected] of rows) it(name, () => expect(at(controls, site, path)).to.deep.equal(expected));

  it('an origin has its own controls', () => {
    const other = 'https://api.t.example';
    expect(at(twice(welcome), welcome, '/x', other)).to.deep.equal(['different', false]);
    expect(at([...twice(none), ...twice(welcome, '', other)], welcome, '/x', other)).to.deep.equal(['same', false]);
  });
});
