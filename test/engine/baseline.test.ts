// The soft-404 baseline: every way in which a catch-all site may repeat the path that was asked, and honest pages that look alike.
import { expect } from 'chai';
import fc from 'fast-check';
import { baseline } from '../../src/engine/baseline.ts';
import { runNonce } from '../../src/engine/chance.ts';
import type { Record } from '../../src/engine/record.ts';
import { record } from '../../src/engine/record.ts';

const nonce = runNonce(1);
const AT = 'https://t.example';
type Site = (url: URL) => { body: string; url?: string; type?: string; status?: number };

const ask = (site: Site, path: string): Record => {
  const answer = site(new URL(path, AT));
  const headers = { 'content-type': answer.type ?? 'text/html' };
  return record({ method: 'GET', url: AT + path, headers: {} }, [], answer.url ?? AT + path, {
    status: answer.status ?? 200,
    headers,
    body: { text: answer.body },
  });
};
const controlsOf = (site: Site): Record[] => [`/${nonce}`, `/.well-known/${nonce}.json`, `/${nonce}.md`].map((path) => ask(site, path));
const isSame = (site: Site, path: string): boolean => baseline(controlsOf(site), nonce).same(ask(site, path));

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
    for (const path of ['/llms.txt', '/a', '/.well-known/agents.json', '/docs/a.b/c', '/x?q=1']) {
      it(`${name}: ${path} is not there`, () => expect(isSame(site, path)).to.equal(true));
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
