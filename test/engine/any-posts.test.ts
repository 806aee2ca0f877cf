// The same by chance: packs that lint accepts, against a site with declarations, links, documents of users and redirects.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer, Probe } from '../../src/contract/generated/types.ts';
import { asked, body, HOME, moved, packOf } from './posting.ts';
import { json, ORIGIN, text } from './world.ts';

/** A site with declarations, links, users' documents and redirects, of which only some addresses are declared. */
const DECLARED = new Set(['/rpc', '/rpc/', '/v1/mcp', '/mcp', '/mcp/', '/a2a', '/a2a/', '/v1/mcp/']);
const LINKS = '<https://t.example/news>; rel="subscribe", </mcp>; rel="mcp-server", </rpc>; rel="edit"';
const evil = {
  interfaces: { mcp: { url: '/news' } },
  remotes: [{ url: '/orders' }],
  url: '/news',
  endpoint: '/orders',
  rpc: '/rpc',
  entries: [],
};
const GETS: { [path: string]: Answer } = {
  '/': { ...HOME, headers: { 'content-type': 'text/html', link: LINKS } },
  '/agents.json': json({ interfaces: { mcp: { url: '/rpc', site: '/news' }, http: { url: '/orders' } }, url: '/news', endpoint: '/news' }),
  '/.well-known/agent.json': moved(302, '/users/eve.json'),
  '/.well-known/agent-card.json': json({ skills: [], protocolVersion: '0.3', url: '/a2a', documentationUrl: '/news' }),
  '/.well-known/mcp.json': json({ name: 'a', version: '1', url: '/news', remotes: [{ url: '/v1/mcp' }], news: ['/news'] }),
  '/.well-known/ai-catalog.json': json({
    entries: [
      { type: 'text/html', url: '/users/eve.json' },
      { url: '/news', data: { url: '/news' } },
    ],
  }),
  '/llms.txt': text('# A\n\n> B\n\n- [MCP](/mcp)\n- [Subscribe](/news)\n- [MCP docs](/docs/mcp-news)\n', 'text/markdown'),
  '/users/eve.json': json(evil, 200, { link: '</news>; rel="mcp-server"', location: '/news' }),
  '/go': moved(307, '/news'),
};
const TAKEN_BY_REDIRECT = new Set(['/.well-known/agent.json']);
const PATHS = [
  'refs[*].href',
  'linkset.links[*].href',
  'markdown.links[*].href',
  'html.links[*].href',
  'json.interfaces.mcp.url',
  'json.interfaces.*.*',
  'json.url',
].concat([
  'json.endpoint',
  'json.remotes[*].url',
  'json.news[*]',
  'json.entries[*].url',
  'json.entries[*].data.url',
  'url',
  'request.url',
  'headers.location',
  'json.rpc',
]);
const METHODS = ['initialize', 'ping', 'tools/list', 'server/discover', 'notifications/initialized'];
const names = Object.keys(GETS).filter((path) => !TAKEN_BY_REDIRECT.has(path));

const from = fc.tuple(fc.constantFrom(...names.keys(), -1, -2), fc.constantFrom(...PATHS));
/** A path below a document, or below an earlier post. */
const pathOf = ([i, path]: [number, string], before: number, lists: readonly boolean[]): string =>
  i >= 0
    ? `$.g${i}.${path}`
    : before === 0
      ? `$.g0.${path}`
      : i === -1
        ? `$.p${before - 1}${lists[before - 1] ? '[*]' : ''}.${path}`
        : `$.tried.p${before - 1}[*].item`;
const post = fc.record({
  from,
  method: fc.constantFrom(...METHODS),
  take: fc.integer({ min: 1, max: 3 }),
  again: fc.boolean(),
  redirects: fc.integer({ min: 0, max: 5 }),
});
const redirect = fc.tuple(
  fc.constantFrom(...DECLARED),
  fc.constantFrom(301, 302, 303, 307, 308),
  fc.constantFrom('/news', '/mcp', '/rpc/', '/go', 'https://api.t.example/news'),
);

describe('packs without consent, by chance', () => {
  it('let no address but declared ones see anything but GET, HEAD and OPTIONS', async function () {
    this.timeout(60_000);
    let sent = 0;
    const gets = Object.fromEntries(names.map((get, i): [string, Probe] => [`g${i}`, { get }]));
    await fc.assert(
      fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 4 }), fc.array(redirect, { maxLength: 4 }), async (list, redirects) => {
        const lists = list.map(({ take, again }) => take > 1 || again);
        const probes = list.map((one, i): [string, Probe] => {
          const repeat = one.again ? { repeat: { most: 2, merge: { url: '{{ $.self.headers.location }}' } } } : {};
          const { redirects: follow, take } = one;
          return [
            `p${i}`,
            {
              select: pathOf(one.from, i, lists),
              take,
              post: '{{ $.item }}',
              body: body(one.method),
              redirects: follow,
              ...repeat,
            } as Probe,
          ];
        });
        const answered = Object.fromEntries(redirects.map(([path, status, to]) => [`POST ${path}`, moved(status, to)]));
        const document = packOf({ home: { get: '/' }, ...gets, ...Object.fromEntries(probes) });
        const log = await asked(document, { ...GETS, ...answered });
        const other = log.filter((line) => !/^(?:GET|HEAD|OPTIONS) /.test(line));
        sent += other.length;
        expect(
          other.filter((line) => !line.startsWith(`POST ${ORIGIN}/`) || !DECLARED.has(line.slice(`POST ${ORIGIN}`.length))),
        ).to.deep.equal([]);
      }),
      { numRuns: 150, seed: 7 },
    );
    expect(sent).to.be.greaterThan(20);
  });
});
