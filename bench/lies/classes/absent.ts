// Lies of existence: the document has an operation, and the service does not.
import type { OperationLie } from '../lie.ts';
import type { Kind, Operation, Reply, Route, Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';

/** No other document names these, and nothing in their path is a parameter. */
const UNNAMED: readonly Kind[] = ['stats', 'latest'];

/** Nothing but existence is to tell: any object would do as an answer. */
export function loosen({ spec }: Operation): void {
  spec.responses['200'] = { description: 'Anything.', content: { 'application/json': { schema: { type: 'object' } } } };
}

const gone = (name: string, contradicted: string, reply: Reply): OperationLie => ({
  name,
  claim: 'the document has the operation',
  contradicted,
  at: 'operation',
  kinds: UNNAMED,
  tell: (site, { key }) => void site.routes.set(key, reply),
});

/** The whole site answers so to what does not exist, and the operation is of it. */
const soft = (name: string, contradicted: string, unknown: Route, { json = true } = {}): OperationLie => ({
  name,
  claim: 'the document has the operation',
  contradicted,
  at: 'operation',
  kinds: UNNAMED,
  tell(site, operation) {
    if (json) loosen(operation);
    site.unknown = unknown;
    site.routes.delete(operation.key);
  },
});

/** Everything below the prefix answers alike; what stands outside it knows a real 404. */
function gateway(name: string, contradicted: string, envelope: Route): OperationLie {
  return {
    name,
    claim: 'the document has the operation',
    contradicted,
    at: 'operation',
    kinds: UNNAMED,
    needs: { prefix: '/v1' },
    tell(site: Site, operation) {
      loosen(operation);
      site.routes.delete(operation.key);
      if (!site.prefixes.some(([start]) => start === '/v1/')) site.prefixes.push(['/v1/', envelope]);
    },
  };
}

const shell = htmlPage('Application', 'This needs JavaScript.');
const token = (total: number): string => (total * 2_654_435_761).toString(36);

export const ABSENT: readonly OperationLie[] = [
  gone('gone-404', 'it answers 404', { status: 404, type: 'application/problem+json', json: { title: 'Not Found', status: 404 } }),
  // What is deprecated may be gone: that is a finding.
  { ...gone('gone-410', 'it answers 410', { status: 410, json: { error: 'gone' } }), without: ['deprecated'] },
  gone('gone-501', 'it answers 501', { status: 501, json: { error: 'not implemented' } }),
  gone('method-405', 'it answers 405 and allows another method', { status: 405, headers: { allow: 'POST' }, json: { error: 'POST only' } }),
  gone('method-405-bare', 'it answers 405 without Allow', { status: 405, json: { error: 'method not allowed' } }),
  soft('soft-404-json', 'it answers 200 with what every path gets', { json: { ok: true, data: null } }),
  soft('soft-404-page', 'it answers 200 with the page that every path gets', shell, { json: false }),
  soft('soft-404-path', 'it answers 200 with what every path gets, the path repeated in it', (ask) => ({
    json: { ok: true, path: ask.url.pathname },
  })),
  soft('soft-404-token', 'it answers 200 with what every path gets, a token in it changing', (ask) => ({
    json: { ok: true, requestId: token(ask.total), data: null },
  })),
  soft('soft-404-two-tokens', 'it answers 200 with what every path gets, an id and a time in it changing', (ask) => ({
    json: { id: token(ask.total), ok: true, at: new Date(1_760_000_000_000 + ask.total * 1000).toISOString() },
  })),
  soft('soft-404-negotiated', 'it answers 200 with the JSON that every path gets, and a page to all who ask for one', (ask) =>
    ask.headers.accept?.includes('json') ? { json: { ok: true } } : shell,
  ),
  {
    ...soft('soft-404-redirect', 'it leads where every unknown path leads', { status: 302, headers: { location: '/start' } }),
    tell(site, operation) {
      loosen(operation);
      site.routes.delete(operation.key);
      site.routes.set('GET /start', { json: { ok: true } });
      site.unknown = { status: 302, headers: { location: '/start' } };
    },
  },
  gateway('gateway', 'everything under its prefix gets the same envelope', { json: { status: 'ok', message: 'no such route' } }),
  gateway('gateway-path', 'everything under its prefix gets one envelope that repeats the path', (ask) => ({
    json: { status: 'ok', route: ask.url.pathname, result: null },
  })),
  gateway('gateway-token', 'everything under its prefix gets one envelope with a changing id', (ask) => ({
    json: { status: 'ok', trace: token(ask.total), result: null },
  })),
];
