// Honest twists of the moment: not-found pages, walls, limits, maintenance and deploys. What cannot be seen blames nobody.

import { changingToken } from '../marks.ts';
import { alter, type Layer, type Reply, type Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';
import { of, type Twist, twist } from './twist.ts';

const unknown = (name: string, why: string, route: Site['unknown']): Twist =>
  twist(name, why, (site) => {
    site.unknown = route;
  });

/** Something stands before everything, from the first request or a later one on. */
const wall = (name: string, why: string, reply: Reply, after = 0): Twist => ({
  hidden: true,
  ...twist(name, why, (site) => {
    const layer: Layer = (ask, own) => (ask.total < after || ask.url.pathname === '/robots.txt' ? own : reply);
    site.layers.push(layer);
  }),
});

/** One operation answers otherwise, the first time or always. */
const one = (name: string, why: string, reply: Reply, always = true): Twist =>
  twist(name, why, (site) => alter(site, of(site, 'stats'), (own, ask) => (always || ask.before === 0 ? reply : own)));

const forbidden = (text: string): Reply => ({
  status: 403,
  type: 'text/html',
  body: `<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>${text}</center></body></html>`,
});
const CLOUDFRONT: Reply = {
  status: 403,
  type: 'text/html',
  headers: { 'x-cache': 'Error from cloudfront', via: '1.1 edge.cloudfront.net (CloudFront)' },
  body: '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1>Request blocked.</BODY></HTML>',
};

export const WEATHER: readonly Twist[] = [
  unknown(
    'catch-all-page',
    'an application answers 200 to every path; what is claimed is there',
    htmlPage('Application', 'This needs JavaScript.'),
  ),
  unknown('thin-envelope', 'unknown paths answer 200 with an error', { json: { error: 'not found' } }),
  unknown('envelope-with-id', 'unknown paths answer 200 with an error and its id', (ask) => ({
    json: { error: 'not found', id: `e-${ask.total}` },
  })),
  unknown('cached-404', 'identical cached 404s', {
    status: 404,
    headers: { age: '812', 'x-cache': 'HIT', etag: '"none"' },
    json: { error: 'not found' },
  }),
  unknown('redirect-home', 'unknown paths lead home', { status: 302, headers: { location: '/' } }),
  unknown('unknown-400', 'unknown paths are bad requests', { status: 400, json: { error: 'bad path' } }),
  unknown('unknown-403', 'unknown paths are forbidden', { status: 403, json: { error: 'forbidden' } }),
  unknown('unknown-410', 'unknown paths are gone', { status: 410, json: { error: 'gone' } }),
  twist('token-in-pages', 'a token that changes in every page', (site) => void site.layers.push(changingToken)),
  twist(
    'gateway-fallback',
    'a gateway answers alike below its prefix; what is claimed is there',
    (site) => void site.prefixes.push(['/v1/', { json: { status: 'ok', message: 'no such route' } }]),
    { prefix: '/v1' },
  ),
  wall('teapot', 'whatever is asked, the same refusal under a status of its own', { status: 418, body: 'no' }),
  {
    hidden: true,
    ...twist('waiting-room', 'everything leads to a waiting room on another site', (site) => {
      site.layers.push((ask) => ({
        status: 302,
        headers: { location: `https://queue.other.example/?to=${encodeURIComponent(ask.url.href)}` },
      }));
    }),
  },
  twist('consent-everywhere', 'every page for people asks for consent, known or not', (site) => {
    site.layers.push((ask, reply) =>
      /^text\/html/.test(reply.type ?? '') && !['/', '/consent'].includes(ask.url.pathname)
        ? { status: 302, headers: { location: `/consent?return=${encodeURIComponent(ask.url.pathname)}` } }
        : reply,
    );
    site.routes.set('GET /consent', htmlPage('Cookies', 'May we?'));
  }),
  one('one-429', 'a limit on one operation', { status: 429, headers: { 'retry-after': '30' }, json: { error: 'slow down' } }),
  one('one-500', 'a fault of one operation', { status: 500, json: { error: 'fault' } }),
  one('one-503', 'one operation in maintenance', { ...htmlPage('Maintenance', 'Back soon.'), status: 503 }),
  one('one-challenge', 'a challenge in place of one operation', {
    ...htmlPage('Just a moment...', 'Checking.'),
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
  }),
  one('one-timeout', 'one operation is late', { failure: 'timed-out' }),
  one('one-cut', 'a connection breaks within a body', {
    status: 200,
    type: 'application/json',
    body: '{"count": 3, "inSt',
    failure: 'connection-reset',
  }),
  twist('declared-429', 'what an edge answers in place of the service is held against nothing, even where it is declared', (site) => {
    const { spec } = of(site, 'stats');
    spec.responses['429'] = {
      description: 'Too many.',
      content: { 'application/json': { schema: { type: 'object', required: ['retryIn'] } } },
    };
    alter(site, of(site, 'stats'), () => ({ status: 429, headers: { 'retry-after': '5' }, json: { message: 'edge' } }));
  }),
  one('deploy-old-shape', 'a deploy rolls: the first answer is of the older version', { json: { number: 3 } }, false),
  one('deploy-404', 'a deploy rolls: the first answer does not know the route', { status: 404, json: { error: 'not found' } }, false),
  one('deploy-401', 'a deploy rolls: the first answer asks for a key', { status: 401, json: { error: 'key' } }, false),
  one('deploy-html', 'a deploy rolls: the first answer is a page', htmlPage('Deploying', 'One moment.'), false),
  twist('deploy-link', 'a deploy rolls: the first answer of a page is not found', (site) => {
    const page = site.routes.get('GET /docs')!;
    site.routes.set('GET /docs', (ask) => (ask.before === 0 ? { status: 404 } : (page as Reply)));
  }),
  wall('maintenance', 'all is in maintenance', {
    ...htmlPage('Maintenance', 'Back soon.'),
    status: 503,
    headers: { 'retry-after': '600' },
  }),
  wall('wall-nginx', 'the same refusal everywhere', forbidden('nginx')),
  wall('wall-json', 'the same refusal everywhere, as JSON', { status: 403, json: { message: 'Forbidden' } }),
  wall('wall-cloudfront', 'an edge refuses everything', CLOUDFRONT),
  wall('wall-waf-202', 'a firewall challenges everything with 202', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }),
  wall('wall-waf-405', 'a firewall asks for a captcha with 405', {
    ...htmlPage('Human Verification', 'Solve this.'),
    status: 405,
    headers: { 'x-amzn-waf-action': 'captcha' },
  }),
  wall('wall-cloudflare', 'a challenge before everything', {
    ...htmlPage('Just a moment...', 'Checking.'),
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
  }),
  wall('wall-mid-run', 'a refusal that begins in mid-run', forbidden('nginx'), 20),
  wall(
    'limit-mid-run',
    'a limit that begins in mid-run',
    { status: 429, headers: { 'retry-after': '60' }, json: { error: 'slow down' } },
    20,
  ),
  wall(
    'limit-403-mid-run',
    'a limit that answers 403, told by its headers',
    { status: 403, headers: { ratelimit: '"default";r=0;t=60', 'ratelimit-remaining': '0' }, json: { message: 'limit exceeded' } },
    25,
  ),
  twist(
    'robots-refuses-api',
    'robots.txt asks to leave the API alone',
    (site) => {
      site.routes.set('GET /robots.txt', { type: 'text/plain', body: `User-agent: *\nDisallow: ${site.prefix}/\n` });
    },
    { prefix: '/api' },
  ),
];
