// Honest twists of answers: redirects, negotiation, declared refusals, other formats, caches.
import { gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import type { ResponseSpec } from '../documents.ts';
import { PROBLEM, problem } from '../operations.ts';
import { alter, honestReply, type Reply, type Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';
import { addOperation, answer, keyed, linkInLlms, of, type Twist, twist } from './twist.ts';

const to = (location: string, status = 302): Reply => ({ status, headers: { location } });

/** A page of documentation that is there, behind so many redirects. */
function behind(site: Site, ...hops: string[]): void {
  site.routes.set('GET /docs', to(hops[0]!));
  hops.forEach((hop, at) => {
    site.routes.set(`GET ${hop}`, hops[at + 1] === undefined ? htmlPage('Documentation', 'Here it is.') : to(hops[at + 1]!, 301));
  });
}

/** The JSON of an operation only for who names it; something else for everybody else. */
const negotiated = (name: string, why: string, other: Reply): Twist =>
  twist(name, why, (site) => {
    for (const kind of ['list', 'stats'] as const)
      alter(site, of(site, kind), (reply, { headers }) => {
        const face = new Negotiator({ headers }).mediaType([other.type!.split(';')[0]!, 'application/json']);
        return { ...(face === 'application/json' ? reply : other), headers: { vary: 'Accept' } };
      });
  });

const declared = (name: string, why: string, status: string, spec: ResponseSpec, reply: Reply): Twist =>
  twist(name, why, (site) => {
    of(site, 'stats').spec.responses[status] = spec;
    answer(site, 'stats', reply);
  });

/** An operation in another format than JSON. */
const format = (name: string, why: string, type: string, body: string | Buffer, more: Partial<Reply> = {}): Twist =>
  twist(name, why, (site) =>
    addOperation(
      site,
      '/export',
      '/export',
      { responses: { '200': keyed({ type: 'string' }, type) } },
      { type, body, status: 200, ...more },
    ),
  );

const protectedAll = (site: Site): void => {
  site.contract.security = [{ apiKey: [] }];
  for (const item of Object.values(site.contract.paths)) for (const spec of Object.values(item)) delete spec.security;
  site.card.interfaces.http = { order: site.card.interfaces.http.order! };
  site.card.monetization = { model: 'metered' };
  site.catalog.linkset[0]!.status = [{ href: `${site.origin}/docs` }];
  site.profile.agent_classes.forEach((one) => {
    one.flow = 'Ask for a key, then begin.';
  });
};

/** Every operation wants a key, and says so in one way or another. */
const closed = (name: string, why: string, reply: Reply, everywhere = true): Twist =>
  twist(
    name,
    why,
    (site) => {
      protectedAll(site);
      for (const { key } of site.operations) site.routes.set(key, reply);
      if (everywhere) site.prefixes.push(['/v1/', reply]);
    },
    { prefix: '/v1' },
  );

const NO_ALERT = {
  '404': {
    ...PROBLEM,
    description: 'No alert is in force.',
    content: { 'application/json': { schema: { type: 'object', required: ['alert'] } } },
  },
};

export const ANSWERS: readonly Twist[] = [
  declared(
    'declared-302',
    'what lies behind a declared redirect is no answer of the operation',
    '302',
    { description: 'To the page.' },
    to('/docs'),
  ),
  twist('declared-302-alone', 'an operation may only redirect', (site) => {
    of(site, 'stats').spec.responses = { '302': { description: 'To the page.' } };
    answer(site, 'stats', to('/docs'));
  }),
  declared(
    'declared-307-elsewhere',
    'a declared redirect may leave the site',
    '307',
    { description: 'To the store.' },
    to('https://files.other.example/stats.json', 307),
  ),
  twist('moved', 'an undeclared redirect leads to the right answer', (site) => {
    site.routes.set('GET /moved/stats', honestReply(site, of(site, 'stats')));
    answer(site, 'stats', to('/moved/stats', 308));
  }),
  twist('trailing-slash', 'addresses end in a slash after a redirect', (site) => {
    for (const kind of ['list', 'stats'] as const) {
      const { key } = of(site, kind);
      site.routes.set(`${key}/`, site.routes.get(key)!);
      site.routes.set(key, ({ url }) => to(`${url.pathname}/${url.search}`, 301));
    }
  }),
  twist('language', 'pages lead to a language', (site) => behind(site, '/en/docs')),
  twist('three-redirects', 'a chain of three redirects ends well', (site) => behind(site, '/docs/', '/docs/latest', '/docs/v2')),
  twist('default-404', 'a 404 that default declares may mean that there is nothing now', (site) =>
    addOperation(
      site,
      '/news',
      '/news',
      { responses: { '200': keyed({ type: 'object' }), default: keyed({ type: 'object', required: ['none'] }) } },
      { status: 404, json: { none: true } },
    ),
  ),
  twist('declared-303-to-nothing', 'what lies behind a declared redirect is no answer of the operation', (site) =>
    addOperation(
      site,
      '/newest',
      '/newest',
      { responses: { '303': { description: 'To the newest.' } } },
      { status: 303, headers: { location: '/gone-by-now' } },
    ),
  ),
  twist('language-everywhere', 'whatever is not there leads to a language, and is not there either', (site) => {
    site.unknown = ({ url }) =>
      url.pathname.startsWith('/en/') ? { ...htmlPage('Not found', 'Nothing.'), status: 404 } : to(`/en${url.pathname}`);
  }),
  negotiated('html-and-json', 'one address is a page and data', htmlPage('Stock', 'A table.')),
  negotiated('xml-by-default', 'who does not name JSON gets XML', { type: 'application/xml', body: '<stock/>' }),
  declared('declared-404', 'a declared 404 may mean that there is nothing now', '404', NO_ALERT['404'], {
    status: 404,
    json: { alert: null },
  }),
  declared('declared-410', 'a declared 410 may mean that it is over', '410', NO_ALERT['404'], { status: 410, json: { alert: null } }),
  twist('deprecated-410', 'what is deprecated may be gone', (site) => {
    of(site, 'stats').spec.deprecated = true;
    answer(site, 'stats', { status: 410, headers: { sunset: 'Sat, 31 Dec 2022 23:59:59 GMT' }, json: { title: 'Gone', status: 410 } });
  }),
  closed('keyed-before-routing', 'a gateway asks for the key before it looks for the route', {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    json: { error: 'key' },
  }),
  closed('keyed-bare', 'a bare 401 asks for a key as well', { status: 401, json: { message: 'No API key found in request' } }),
  closed('keyed-403', 'a 403 asks for a key as well', { status: 403, json: { message: 'Missing Authentication Token' } }),
  closed('keyed-404', 'a 404 may hide what exists', problem(404, 'Not Found'), false),
  closed('open-though-protected', 'what needs a key may answer 200 with a hint', { json: { Information: 'Please add an apikey.' } }, false),
  twist(
    'security-unsaid',
    'a document that never speaks of keys claims nothing of them',
    (site) => {
      delete site.contract.paths['/orders']!.post!.security;
      site.contract.components.securitySchemes = {};
      answer(site, 'stats', { status: 401, json: { message: 'Unauthorized' } });
    },
    { keyless: 'unsaid' },
  ),
  declared('declared-401', 'a declared 401 is an answer', '401', PROBLEM, problem(401, 'Unauthorized')),
  format('csv', 'CSV as it is declared', 'text/csv', 'id,name\n1,plain\n'),
  format('image', 'an image as it is declared', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3])),
  format('stream', 'a stream that stays open is as it is declared', 'text/event-stream', 'data: {"n":1}\n\n', { failure: 'timed-out' }),
  format('ndjson', 'one JSON text a line, as declared', 'application/x-ndjson', '{"n":1}\n{"n":2}\n'),
  format('large', 'what the verifier cuts is not the fault of the target', 'application/json', JSON.stringify('x'.repeat(400_000))),
  twist('request-ids', 'every answer has its own id and date', (site) => {
    site.layers.push((ask, reply) => ({
      ...reply,
      headers: { ...reply.headers, 'x-request-id': `r${ask.total}`, date: new Date(1_760_000_000_000 + ask.total * 1000).toUTCString() },
    }));
    alter(site, of(site, 'list'), (reply, ask) => ({
      ...reply,
      json: { ...(reply.json as object), requestId: `r${ask.total}`, at: ask.total },
    }));
  }),
  twist('etags', 'answers are validated by ETag, 304 where nothing changed', (site) => {
    site.layers.push((ask, reply) =>
      ask.headers['if-none-match'] === '"one"'
        ? { status: 304, headers: { etag: '"one"' } }
        : { ...reply, headers: { ...reply.headers, etag: '"one"' } },
    );
  }),
  twist('ranges', 'whoever asks for a range gets one', (site) => {
    site.layers.push((ask, reply) => ({
      ...reply,
      status: ask.headers.range === undefined ? (reply.status ?? 200) : 206,
      headers: { ...reply.headers, 'accept-ranges': 'bytes' },
    }));
  }),
  twist('gzip', 'bodies are compressed for who takes that', (site) =>
    alter(site, of(site, 'list'), (reply, { headers }) =>
      /gzip/.test(headers['accept-encoding'] ?? '')
        ? { type: 'application/json', headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(reply.json)) }
        : reply,
    ),
  ),
  twist('byte-order-mark', 'a byte order mark may begin a body', (site) =>
    alter(site, of(site, 'stats'), (reply) => ({ type: 'application/json; charset=utf-8', body: `\uFEFF${JSON.stringify(reply.json)}` })),
  ),
  twist('consent', 'pages for people ask for consent first', (site) => {
    for (const path of ['/docs', '/pricing']) site.routes.set(`GET ${path}`, to(`/consent?return=${path}`));
    site.routes.set('GET /consent', htmlPage('Cookies', 'May we?'));
    linkInLlms(site, '/pricing');
  }),
  twist('head-404', 'HEAD proves nothing', (site) => {
    site.layers.push((ask, reply) => (ask.method === 'HEAD' ? { status: 404 } : ask.method === 'OPTIONS' ? { status: 204 } : reply));
  }),
];
