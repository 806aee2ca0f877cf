// Honest twists of MCP endpoints, A2A agents and offers.
import { a2aCard, publishA2a } from '../classes/interfaces.ts';
import { inHeader, sells, x402 } from '../classes/offers.ts';
import { spoken, tool } from '../mcp.ts';
import { OFFER, problem } from '../operations.ts';
import { type Ask, alter, type Reply, type Route, type Site } from '../site.ts';
import { toolsOf } from '../surfaces.ts';
import { of, type Twist, twist } from './twist.ts';

const mcpGet = (name: string, why: string, reply: Reply): Twist => twist(name, why, (site) => void site.routes.set('GET /mcp', reply));
const more = (site: Site, ...names: string[]): void => {
  const mcp = site.card.interfaces.mcp!;
  mcp.tools = [...(mcp.tools as string[]), ...names];
};

const login = (site: Site): Reply => ({
  status: 401,
  headers: { 'www-authenticate': `Bearer resource_metadata="${site.origin}/.well-known/oauth-protected-resource/mcp"` },
  json: { error: 'invalid_token' },
});

const rpcError =
  (code: number, message: string): Route =>
  (ask) => ({
    json: { jsonrpc: '2.0', id: (ask.json as { id?: unknown } | undefined)?.id ?? null, error: { code, message } },
  });

const a2a = (name: string, why: string, interfaces: (site: Site) => object[], post?: Route): Twist =>
  twist(name, why, (site) => {
    publishA2a(site, { ...a2aCard(site, ''), supportedInterfaces: interfaces(site) });
    if (post) site.routes.set('POST /a2a', post);
  });

const binding = (url: string, protocolBinding = 'JSONRPC') => ({ url, protocolBinding, protocolVersion: '1.0' });

const MCP: readonly Twist[] = [
  twist('mcp-sse', 'an older MCP endpoint is an event stream', (site) => {
    site.card.interfaces.mcp = { ...site.card.interfaces.mcp, transport: 'sse', url: `${site.origin}/sse` };
    site.routes.set('GET /sse', {
      type: 'text/event-stream',
      body: 'event: endpoint\ndata: /messages?session=1\n\n',
      status: 200,
      failure: 'timed-out',
    });
    site.routes.set('POST /messages', { status: 202 });
  }),
  mcpGet('mcp-get-400', 'a GET without a session is refused', { status: 400, json: { error: 'no session' } }),
  mcpGet('mcp-get-404', 'a GET where POST is meant is not found', problem(404, 'Not Found')),
  mcpGet('mcp-get-stream', 'a GET opens a stream that never ends', {
    status: 200,
    type: 'text/event-stream',
    body: ': hello\n\n',
    failure: 'timed-out',
  }),
  twist('mcp-500', 'a server of the older era answers what it cannot know with 500', (site) => {
    const knows = (ask: Ask): boolean => (ask.json as { method?: string } | undefined)?.method !== 'server/discover';
    site.routes.set('POST /mcp', (ask) => (knows(ask) ? spoken(ask, { tools: toolsOf(site) }, site.name) : problem(500, 'Oops')));
  }),
  twist('mcp-login', 'a login hides what is there', (site) => {
    site.routes.set('POST /mcp', login(site));
    site.routes.set('GET /mcp', login(site));
    const json = { resource: `${site.origin}/mcp`, authorization_servers: ['https://login.other.example'] };
    site.routes.set('GET /.well-known/oauth-protected-resource/mcp', { json });
  }),
  twist('tools-by-login', 'tools of the card may be listed after a login only', (site) => {
    more(site, 'place_order');
    site.card.interfaces.mcp!.auth = 'oauth2';
    const list = (ask: { json?: unknown }): boolean => (ask.json as { method?: string } | undefined)?.method === 'tools/list';
    site.routes.set('POST /mcp', (ask) => (list(ask) ? login(site) : spoken(ask, { tools: toolsOf(site) }, site.name)));
  }),
  twist('tools-change', 'a list that may change need not hold every tool', (site) => {
    more(site, 'seasonal_offer');
    site.routes.set('POST /mcp', (ask) => spoken(ask, { tools: toolsOf(site), capabilities: { tools: { listChanged: true } } }, site.name));
  }),
  twist('tools-many-pages', 'a list of more pages than are read proves no absence', (site) => {
    const tools = [...Array.from({ length: 200 }, (_, at) => tool(`tool_${at}`)), ...toolsOf(site)];
    site.routes.set('POST /mcp', (ask) => spoken(ask, { tools, page: 5 }, site.name));
  }),
  twist('tools-of-two-servers', 'a card may name the tools of several servers', (site) => {
    more(site, 'track_parcel');
    site.card.interfaces.mcp!.servers = [{ url: `${site.origin}/mcp` }, { url: 'https://mcp.other.example/mcp' }];
  }),
  twist('tools-listed-more', 'a list may hold more than the card names', (site) => {
    site.card.interfaces.mcp!.tools = [toolsOf(site)[0]!.name];
  }),
  twist('mcp-elsewhere', 'an endpoint of another site is not asked', (site) => {
    site.card.interfaces.mcp!.url = 'https://mcp.other.example/mcp';
  }),
  twist('mcp-stdio', 'a server on the client’s machine has no address', (site) => {
    site.card.interfaces.mcp = { command: 'npx stock-mcp', tools: ['list_stock'] };
  }),
];

const A2A: readonly Twist[] = [
  a2a('a2a-grpc', 'gRPC has an address that is no URL', () => [binding('localhost:50051', 'GRPC')]),
  a2a('a2a-rest', 'a REST base answers 404 at the base', ({ origin }) => [binding(`${origin}/a2a/v1`, 'HTTP+JSON')]),
  a2a(
    'a2a-version',
    'an error of JSON-RPC is an answer',
    ({ origin }) => [binding(`${origin}/a2a`)],
    rpcError(-32009, 'Version not supported'),
  ),
  a2a(
    'a2a-error-404',
    'an error of JSON-RPC is an answer, whatever its status',
    ({ origin }) => [binding(`${origin}/a2a`)],
    (ask) => ({ ...(rpcError(-32601, 'Method not found') as (ask: Ask) => Reply)(ask), status: 404 }),
  ),
  a2a(
    'a2a-empty',
    'an agent says that it does not know the method',
    ({ origin }) => [binding(`${origin}/a2a`)],
    rpcError(-32601, 'Method not found'),
  ),
  a2a('a2a-login', 'an agent may ask for a login', ({ origin }) => [binding(`${origin}/a2a`)], {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    json: { error: 'token' },
  }),
  twist('a2a-both', 'a card may be of both versions at once', (site) => {
    const url = `${site.origin}/a2a`;
    publishA2a(site, { ...a2aCard(site, url), protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC' });
    site.routes.set('POST /a2a', rpcError(-32601, 'Method not found'));
  }),
];

const paid = (name: string, why: string, put: (site: Site) => void): Twist => twist(name, why, put, { paid: true });

const OFFERS: readonly Twist[] = [
  paid('free-beside-paid', 'a free plan may stand beside paid operations', (site) => {
    site.card.monetization = {
      ...site.card.monetization,
      model: 'freemium',
      plans: [
        { name: 'free', price: '0' },
        { name: 'pro', price: '20.00 USD a month' },
      ],
    };
  }),
  paid('free-and-declared-402', 'a site that calls itself free may declare what it sells', (site) => {
    site.card.monetization = { model: 'free' };
  }),
  paid('tiers', 'tiers have several prices', (site) => {
    site.card.monetization.offers = ['1.00', '2.00', '5.00'].map((amount, at) => ({
      id: 'full-report',
      tier: at,
      price: { amount, currency: 'USD' },
    }));
  }),
  paid('atomic-units', 'atomic units of a token are the same price', (site) =>
    sells(site, () => ({ headers: { 'payment-required': inHeader(x402(site, '2000000')) }, json: x402(site, '2000000') })),
  ),
  paid('up-to', 'up to an amount is no price', (site) => {
    site.card.monetization.offers = [{ id: 'full-report', scheme: 'upto', price: { amount: '9.00', currency: 'USD' } }];
  }),
  paid('other-currency', 'a price in another currency cannot be compared', (site) =>
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/docs`, price: { amount: '1.80', currency: 'EUR' } } })),
  ),
  paid('other-unit', 'a price of another unit cannot be compared', (site) => {
    site.card.monetization.offers = [{ id: 'full-report', unit: 'year', price: { amount: '99.00', currency: 'USD' } }];
  }),
  paid('other-thing', 'another thing may have another price', (site) => {
    site.card.monetization.offers = [{ id: 'short-report', title: 'Short report', price: { amount: '0.50', currency: 'USD' } }];
  }),
  paid('checkout-once', 'a checkout that was used is not there', (site) => {
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/checkout/8f2b1c` } }));
    (site.card.monetization.offers as { checkoutUrl?: string }[])[0]!.checkoutUrl = `${site.origin}/checkout/8f2b1c`;
  }),
  paid('checkout-405', 'a checkout is posted to', (site) => {
    site.routes.set('GET /checkout/once', { status: 405, headers: { allow: 'POST' } });
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/checkout/once` } }));
  }),
  paid('checkout-400', 'a checkout wants a cart', (site) => {
    site.routes.set('GET /checkout/once', { status: 400, json: { error: 'no cart' } });
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/checkout/once` } }));
  }),
  paid('paid-at-once', 'who has paid, or is let in, gets the report', (site) =>
    alter(site, of(site, 'report'), () => ({ json: { pages: 12 } })),
  ),
];

export const INTERFACES: readonly Twist[] = [...MCP, ...A2A, ...OFFERS];
