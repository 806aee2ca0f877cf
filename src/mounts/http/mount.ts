// The HTTP mount: routes, forms, problems, headers. It grades nothing, and knows the service only through its interface.
import { performance } from 'node:perf_hooks';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { KiB } from '../../contract/units.ts';
import { ASSETS } from '../../report/html/assets.ts';
import type { Capability } from '../../service/entitlements.ts';
import { MOST_BODY, MOST_SPEC_BODY, readBodies } from './bodies.ts';
import { paymentOf } from './caller.ts';
import { boundAnswers, type ConnectionLines, MOST_SILENCE, oneByOne } from './connections.ts';
import type { HttpContext } from './context.ts';
import { crossOrigin, isForeignHost } from './cross-origin.ts';
import { openapi } from './openapi.ts';
import { markdownPages, refusePages } from './own-pages.ts';
import { refuse } from './refuse.ts';
import { ReportResponder } from './report-responder.ts';
import type { Operation, Route } from './route.ts';
import { documentRoutes } from './routes/documents.ts';
import { gradeRoutes } from './routes/grade.ts';
import { logRoutes } from './routes/log.ts';
import { mcpRoute } from './routes/mcp.ts';
import { monitorRoutes, statusRoutes } from './routes/monitors.ts';
import { runRoutes } from './routes/runs.ts';
import { schemaRoutes } from './routes/schemas.ts';
import { serviceRoutes } from './routes/service.ts';
import { surfaceRoutes } from './routes/surfaces.ts';
import { verifyRoutes } from './routes/verify.ts';
import { send, WHILE } from './send.ts';
import { fewEachTurn } from './turns.ts';
import { MOST_WAIT, unread } from './unread.ts';
import { checkOf } from './validate.ts';

/** Requests that go on in one turn of the event loop: one holds the thread for about a millisecond. */
const EACH_TURN = 4;

/** `/http://127.0.0.1:8080` and its like: the address is one parameter, however it is written. */
function rewriteUrl(url: string): string {
  const found = /^\/(https?:\/\/[^/?#]+)(\/(?:badge|card|status)\.svg|\/history|\/status|\/feed\.(?:atom|json))?\/?(\?.*)?$/i.exec(url);
  return found ? `/${encodeURIComponent(found[1]!)}${found[2] ?? ''}${found[3] ?? ''}` : url;
}

const MEMBERS = { openapi: { const: '3.1.0' }, paths: { type: 'object' } } as const;
const DOCUMENT = { type: 'object', required: Object.keys(MEMBERS), properties: MEMBERS } as const;

/** The parameter that takes the rest of the path. */
const restOf = ({ parameters = [] }: Route): string | undefined => parameters.find(({ rest }) => rest)?.name;

const routerPath = (route: Route): string =>
  route.path.replaceAll(/\{(\w+)\}/g, (_braced, name: string) => (name === restOf(route) ? '*' : `:${name}`));
/** `pattern`: of whole paths. */
type PlacedRoute = Route & { pattern: RegExp };

const pathPattern = (route: Route): RegExp =>
  new RegExp(
    `^${route.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_braced, name) => (name === restOf(route) ? '.+' : '[^/]+'))}$`,
  );

/** What the router calls `*`, by its own name. */
function nameRest(params: unknown, rest: string): Record<string, unknown> {
  const { '*': value, ...own } = params as Record<string, unknown>;
  return { ...own, [rest]: value };
}

function contract(context: HttpContext, all: () => readonly Route[]): Route {
  let made: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    id: 'contract',
    tag: 'surfaces',
    summary: 'This contract.',
    answers: { 200: { description: 'OpenAPI 3.1.', content: { json: DOCUMENT } } },
    async handle(_request, reply) {
      // The address is known once the service listens, and stays. Without spaces: probes of others, and our own, read 256 KiB of a document.
      made ??= `${JSON.stringify(openapi(all(), context.own()))}\n`;
      return send(reply, { form: 'json', body: made, cache: WHILE });
    },
  };
}

function routesOf(context: HttpContext): Route[] {
  const responder = new ReportResponder(context);
  const operations = (): Operation[] => all.filter(({ hidden }) => !hidden);
  const own: Route[] = [
    ...surfaceRoutes(context, responder, operations),
    ...serviceRoutes(context),
    contract(context, () => all),
    ...verifyRoutes(context, responder),
    ...monitorRoutes(context),
    ...runRoutes(context),
    ...documentRoutes(context, responder),
    ...schemaRoutes(),
    ...logRoutes(context),
    mcpRoute(context),
  ];
  // Names of the service's own come before names of domains.
  const all: Route[] = [
    ...own,
    ...markdownPages(own),
    ...statusRoutes(context),
    ...gradeRoutes(
      context,
      responder,
      refusePages(() => all),
    ),
  ];
  return all;
}

/** What the service publishes about itself; all else may tell of targets. */
const OF_ITSELF: ReadonlySet<Route['tag']> = new Set(['surfaces', 'service']);

/** A service of private targets: throws foreign-host, and says whether pages of any site may read what stands there. */
function isOpen({ url, headers: { host } }: FastifyRequest, routes: readonly PlacedRoute[], own: string): boolean {
  if (isForeignHost(host, own))
    throw new AxproofError('foreign-host', `this service may reach private targets, and does not answer as ${quote(host ?? '', 100)}`);
  const [first] = routesAt(pathOf(url), routes);
  return first !== undefined && OF_ITSELF.has(first.tag);
}

/** Proxies and caches before the service may go by another Host than it does, where there are two. */
function checkHost({ raw }: FastifyRequest): void {
  const hosts = raw.headersDistinct.host ?? [];
  const isOne = hosts.length === 1 ? /^[^\s,/?#@]*$/.test(hosts[0]!) : hosts.length === 0 && raw.httpVersion === '1.0';
  if (!isOne)
    throw new AxproofError('bad-request', 'it is not said once which host is asked', [
      'a request of HTTP/1.1 has one Host (RFC 9112, 3.2)',
    ]);
}

const shield = (reply: FastifyReply): FastifyReply =>
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');

const letRead = (reply: FastifyReply, own: string, open: boolean): FastifyReply =>
  reply.headers(crossOrigin(reply.request.url, reply.request.headers.origin, own, open));

/** Clients label also what they do not send. */
function unlabel({ headers }: FastifyRequest): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) delete headers['content-type'];
}

function common(app: FastifyInstance, context: HttpContext, routes: readonly PlacedRoute[]): void {
  const began = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', async (request, reply) => {
    began.set(request, performance.now());
    const own = context.own();
    shield(reply);
    checkHost(request);
    letRead(reply, own, !context.config.allowPrivate || isOpen(request, routes, own));
  });
  app.addHook('onResponse', async (request, reply) => {
    const seconds = (performance.now() - (began.get(request) ?? performance.now())) / 1000;
    const { traceparent } = request.headers;
    const answered = { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode, seconds };
    context.onAnswer({ ...answered, traceparent: typeof traceparent === 'string' ? traceparent : undefined });
    context.log.debug(answered, 'answered');
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, error, context));
}

const pathOf = (url: string): string => url.split('?')[0]!;

/** The routes of a path. A name of the service's own is no domain. */
function routesAt(path: string, routes: readonly PlacedRoute[]): readonly PlacedRoute[] {
  const named = routes.filter((route) => route.path === path);
  return named.length > 0 ? named : routes.filter(({ pattern }) => pattern.test(path));
}

function allowedAt(path: string, routes: readonly PlacedRoute[]): string[] {
  const methods = new Set(routesAt(path, routes).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'];
}

/** Whether it can stand in a header as it is: node takes a tab in an address. */
const isPlain = (url: string): boolean => /^[!-~]*$/.test(url);

/** People and clients end addresses with a slash more. A browser takes what begins with two slashes, or with one and a backslash, for another host. */
const withoutSlash = (url: string, own: string): string => `${own}${url.replace(/\/(?=\?|$)/, '')}`;

/** A path that exists under another method is 405 with Allow, and one that exists without its last slash leads there; any other is 404. */
function elsewhere(app: FastifyInstance, routes: readonly PlacedRoute[], context: HttpContext): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
    const allow = allowedAt(path, routes);
    const bare = allow.length === 0 && path.endsWith('/') && isPlain(request.url) ? allowedAt(path.slice(0, -1), routes) : [];
    if (allow.length + bare.length === 0) return refuse(reply, new AxproofError('not-found', 'there is nothing at this address'), context);
    // Browsers follow no redirect of a preflight.
    if (request.method === 'OPTIONS') return preflight(reply, [...allow, ...bare]);
    if (bare.length > 0)
      return reply.code(308).header('location', withoutSlash(request.url, context.own())).header('cache-control', WHILE).send();
    reply.header('allow', allow.join(', '));
    return refuse(reply, new AxproofError('method-not-allowed', `this address answers ${allow.join(', ')}`), context);
  };
  app.setNotFoundHandler(answer);
  // A name of the service's own that takes messages only must not be read as a domain.
  const read = new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])));
  for (const { path } of routes) if (!read.has(path)) app.get(path, answer);
}

function preflight(reply: FastifyReply, allow: string[]): FastifyReply {
  return reply
    .code(204)
    .header('allow', allow.join(', '))
    .header('access-control-allow-methods', allow.join(', '))
    .header('access-control-allow-headers', String(reply.request.headers['access-control-request-headers'] ?? '*').slice(0, 500))
    .header('access-control-max-age', '86400')
    .send();
}

function assets(app: FastifyInstance): void {
  for (const { path, type, body } of ASSETS)
    app.get(path, (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    );
}

/** Throws where no entitlement to it and no payment for it is shown. */
async function mayAsk({ headers }: FastifyRequest, paid: Capability, { payments, service }: HttpContext): Promise<void> {
  const payment = paymentOf(headers);
  if (payment !== undefined && payments) payments.read(payment, paid);
  else await service.entitled(headers.authorization, paid);
}

export async function httpMount(context: HttpContext): Promise<FastifyInstance> {
  const lines: ConnectionLines = new WeakMap();
  const app = fastify({
    bodyLimit: MOST_BODY,
    // How long each may be is a route's to say, in words. No address is longer than all headers together.
    routerOptions: { maxParamLength: 16 * KiB, ignoreTrailingSlash: false },
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/'),
    // The last so many entries of X-Forwarded-For were written by the operator's own proxies.
    trustProxy: (_address, hop) => hop < context.config.trustProxy,
    requestTimeout: MOST_WAIT,
    connectionTimeout: MOST_SILENCE,
    clientErrorHandler: unread(context, lines),
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // What is under way is answered; nobody can connect any more.
    return503OnClosing: false,
    logger: false,
    frameworkErrors: (error, _request, reply) => {
      refuse(letRead(shield(reply), context.own(), !context.config.allowPrivate), error, context);
    },
    // Refused as a problem, as everything else is.
    http: { requireHostHeader: false },
  });
  const routes = routesOf(context).map((route) => ({ ...route, pattern: pathPattern(route) }));
  oneByOne(app, lines);
  common(app, context, routes);
  boundAnswers(app);
  const inTurn = fewEachTurn(EACH_TURN);
  readBodies(app);
  for (const route of routes) {
    const check = checkOf(route);
    const rest = restOf(route);
    const { method, paid } = route;
    const takesNone = route.body === undefined && route.message === undefined;
    app.route({
      method,
      url: routerPath(route),
      bodyLimit: route.takesSpecs ? MOST_SPEC_BODY : MOST_BODY,
      // Whoever may not use it does not have megabytes read first.
      onRequest: async (request) => {
        if (takesNone) unlabel(request);
        if (!route.atOnce) await inTurn();
        if (paid !== undefined && method === 'POST') await mayAsk(request, paid, context);
      },
      preHandler: async (request) => {
        if (rest !== undefined) request.params = nameRest(request.params, rest);
        check(request);
      },
      handler: (request, reply) => route.handle(request, reply),
    });
  }
  assets(app);
  elsewhere(app, routes, context);
  // Node refuses what it does not know with nothing said. RFC 9110 10.1.1 lets a server pass it over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}
