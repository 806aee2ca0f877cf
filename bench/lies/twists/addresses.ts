// Honest twists of addresses: links that answer otherwise than with a page, and words that look like addresses.
import { problem } from '../operations.ts';
import type { Reply, Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';
import { linkInLlms, of, type Twist, twist } from './twist.ts';

/** A link in llms.txt and in the card to something that is there and does not answer with a page. */
const linked = (name: string, why: string, reply: Reply): Twist =>
  twist(name, why, (site) => {
    linkInLlms(site, '/special');
    site.card.links.special = `${site.origin}/special`;
    site.routes.set('GET /special', reply);
  });

const flows = (name: string, why: string, ...texts: string[]): Twist =>
  twist(name, why, (site) => {
    texts.forEach((flow, at) => {
      site.profile.agent_classes.push({ id: `other-${at}`, fit: 'You are one of the others.', flow });
    });
  });

const hints = (site: Site, ...relations: string[]): void => {
  for (const rel of relations) site.rootLinks.push(`</hint-${rel}>; rel="${rel}"`);
};

export const ADDRESSES: readonly Twist[] = [
  linked('link-400', 'a link that wants parameters is there', problem(400, 'Say which')),
  linked('link-401', 'a link behind a login is there', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="people"' },
    json: { error: 'log in' },
  }),
  linked('link-402', 'a link behind a payment is there', { status: 402, json: { error: 'pay' } }),
  linked('link-403', 'a refusal on one link alone is no absence', { ...htmlPage('Forbidden', 'Not for you.'), status: 403 }),
  linked('link-406', 'a link that has no form that was asked for is there', { status: 406, json: { error: 'not acceptable' } }),
  linked('link-422', 'a link that cannot be processed without more is there', { status: 422, json: { error: 'missing' } }),
  linked('link-429', 'a limit on one link is no absence', { status: 429, headers: { 'retry-after': '60' }, json: { error: 'slow down' } }),
  linked('link-500', 'a fault of one link is no absence', { status: 500, json: { error: 'fault' } }),
  linked('link-503', 'one link in maintenance is no absence', { ...htmlPage('Maintenance', 'Back soon.'), status: 503 }),
  linked('link-timeout', 'a link that is late is no absence', { failure: 'timed-out' }),
  linked('link-reset', 'a link whose connection breaks is no absence', { failure: 'connection-reset' }),
  linked('link-empty', 'a page may be empty', { status: 204 }),
  twist('post-only-link', 'an address to post to says 405 to a GET', (site) => linkInLlms(site, '/mcp')),
  twist('post-only-404', 'most frameworks say 404 to a GET where POST is meant', (site) => {
    linkInLlms(site, '/mcp');
    linkInLlms(site, `${site.prefix}/orders`);
    site.routes.delete('GET /mcp');
  }),
  twist('post-interface', 'an interface of the card for POST says 404 to a GET', (site) => {
    site.card.interfaces.http.refund = { method: 'POST', url: `${site.origin}${site.prefix}/refunds`, auth: 'apiKey' };
  }),
  twist('templates', 'a URI template is no address', (site) => {
    const path = of(site, 'item').path;
    linkInLlms(site, site.prefix + path);
    linkInLlms(site, `${site.prefix}/things/{id}`);
    linkInLlms(site, `${site.origin}/things/%7Bid%7D`);
    site.card.links.thing = `${site.origin}/things/{id}`;
    site.card.links.other = `${site.origin}/things/%7Bid%7D`;
    site.catalog.linkset[0]!.item = [{ href: `${site.origin}/things/%7Bid%7D` }];
    site.rootLinks.push('</things/%7Bid%7D>; rel="item"');
  }),
  twist('templates-spelt', 'what is to be filled in has many spellings', (site) => {
    for (const last of [':id', '[id]', '<id>', '$id', '*', '...', 'YOUR_ID']) linkInLlms(site, `/things/${last}`);
  }),
  twist(
    'api-base',
    'a base to build on need not answer itself',
    (site) => {
      linkInLlms(site, site.prefix);
      linkInLlms(site, `${site.prefix}/`);
    },
    { prefix: '/api/v2' },
  ),
  twist('posted-to', 'what takes a POST by its name says 404 to a GET', (site) => {
    for (const path of ['/graphql', '/oauth/token', '/agents/a2a']) {
      linkInLlms(site, path);
      site.routes.set(`POST ${path}`, { status: 400, json: { error: 'empty' } });
    }
  }),
  twist('login-everywhere', 'unknown pages and those for members lead to the login', (site) => {
    linkInLlms(site, '/dashboard');
    site.routes.set('GET /login', htmlPage('Log in', 'Who are you?'));
    site.unknown = (ask) => ({ status: 302, headers: { location: `/login?next=${ask.url.pathname}` } });
  }),
  twist('keyed-interface', 'an interface behind a key may hide what it has', (site) => {
    site.card.interfaces.http.mine = { method: 'GET', url: `${site.origin}/mine`, auth: 'apiKey' };
  }),
  twist('other-schemes', 'mailto, tel and did are no addresses to get', (site) => {
    for (const href of ['mailto:ada@people.example', 'tel:+4930123456', 'did:web:other.example']) {
      linkInLlms(site, href);
      site.card.links[`by-${href.slice(0, 3)}`] = href;
    }
  }),
  twist('other-sites', 'what another site does not have is not this one’s', (site) => {
    linkInLlms(site, 'https://gone.other.example/page');
    site.card.links.source = 'https://code.other.example/stock';
    site.catalog.linkset[0]!['service-doc'] = [{ href: 'https://docs.other.example/' }, { href: `${site.origin}/docs` }];
  }),
  twist('hints', 'what a browser warms up is no page to get', (site) =>
    hints(site, 'preload', 'modulepreload', 'prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'stylesheet', 'icon'),
  ),
  twist('endpoints', 'where others are to post is no page to get', (site) =>
    hints(
      site,
      'webmention',
      'pingback',
      'hub',
      'token_endpoint',
      'authorization_endpoint',
      'micropub',
      'microsub',
      'edit',
      'EditURI',
      'inbox',
    ),
  ),
  twist('did-keys', 'a key may be named by a DID or a kid', (site) => {
    site.card.jwksUrl = undefined;
    site.card.keys = ['did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK', 'did:web:keys.other.example#one'];
    site.card.kid = 'one';
    site.routes.delete('GET /.well-known/jwks.json');
  }),
  twist('pem-key', 'a key may be a PEM file', (site) => {
    site.card.jwksUrl = undefined;
    site.card.keyUrl = `${site.origin}/key.pem`;
    const body = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n';
    site.routes.set('GET /key.pem', { type: 'application/x-pem-file', body });
  }),
  flows(
    'flow-prose',
    'prose with places to fill is no literal path',
    'GET {base_url}/<domain>, read the grade',
    'Look at the list, then call the one that fits.',
  ),
  flows(
    'flow-placeholders',
    'a placeholder of any spelling stands for something',
    'GET /thing/<id>',
    'GET /thing/{id}/parts',
    'GET /thing/:id',
    'GET /thing/[id]',
    'GET /thing/$id',
    'GET /thing/*',
    'GET /thing/…',
    'GET /thing/YOUR_ID',
    'GET /thing/ID',
  ),
  flows(
    'flow-negated',
    'what is said not to be called is no claim',
    'Do not call GET /admin/all; begin with the list.',
    'Never GET /internal',
  ),
  flows('flow-methods', 'other methods are not asked', 'POST /batches, then DELETE /batches', 'PUT /basket'),
  twist(
    'flow-below-server',
    'a flow may be relative to the server of the API',
    (site) => {
      site.profile.agent_classes.push({ id: 'relative', fit: 'You know the server.', flow: `GET ${of(site, 'stats').path}` });
    },
    { prefix: '/api/v2' },
  ),
  twist('flow-second-server', 'a flow may be relative to the second server of the API', (site) => {
    site.contract.servers.push({ url: `${site.origin}/mirror` });
    site.routes.set('GET /mirror/catalogue', { json: { items: [] } });
    site.profile.agent_classes.unshift({ id: 'curious', fit: 'You want to see more.', flow: 'GET /catalogue' });
  }),
  flows('flow-made', 'what a POST makes is there only after it', 'POST /orders with a cart, then GET /orders/42'),
  twist('post-application', 'an application of one page answers a GET where POST is meant', (site) => {
    site.unknown = htmlPage('Widgets', 'This page needs its script.');
    site.card.interfaces.http.refund = { method: 'POST', url: `${site.origin}/refunds`, auth: 'none' };
    for (const path of ['/refunds', '/graphql']) linkInLlms(site, path);
  }),
  twist('access-rules', 'rules of access need not be written down', (site) => void site.rootLinks.push('<.acl>; rel="acl"')),
  twist('router-path', 'a path in the spelling of a router leaves something to fill in', (site) => {
    const [first] = Object.values(site.contract.paths);
    site.contract.paths['/things/:id'] = { get: { ...first!.get!, operationId: 'getThing' } };
  }),
  twist('head-only-docs', 'documentation may lie on another host of the site', (site) => {
    const host = site.origin.replace('https://', 'https://docs.');
    site.card.links.docs = `${host}/start`;
    site.routes.set(`GET ${host}/start`, htmlPage('Start', 'Begin here.'));
    site.routes.set(`GET ${host}/robots.txt`, { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' });
  }),
];
