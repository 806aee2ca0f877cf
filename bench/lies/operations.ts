// The operations of one resource: what the document says of each, and the route that answers so. It must not tell a lie.
import type { OperationSpec, Parameter, ResponseSpec, Schema } from './documents.ts';
import { type Entity, entities, plural, STATES, schemaRef, titled } from './resources.ts';
import type { Ask, Kind, Reply, Route } from './site.ts';

/** One operation, with the paths below the site's prefix that answer it. */
export interface Draft {
  kind: Kind;
  path: string;
  /** The path that the document's own examples lead to. */
  call: string;
  spec: OperationSpec;
  routes: { [path: string]: Route };
}

export const PROBLEM: ResponseSpec = {
  description: 'Not found.',
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
};

export const answers = (schema: Schema, type = 'application/json'): ResponseSpec => ({
  description: 'What was asked for.',
  content: { [type]: { schema } },
});

export const problem = (status: number, title: string): Reply => ({
  status,
  type: 'application/problem+json',
  json: { type: 'about:blank', title, status },
});

const LIMIT: Parameter = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } };
const CURSOR: Parameter = { name: 'cursor', in: 'query', schema: { type: 'string' } };

const page = (items: readonly Entity[]) => ({ items, total: items.length, next: null });

function limited(items: readonly Entity[], ask: Ask): Reply {
  const given = ask.url.searchParams.get('limit');
  if (given !== null && !/^([1-9]|[1-4][0-9]|50)$/.test(given)) return problem(400, 'Bad limit');
  return { json: page(items.slice(0, given === null ? 20 : Number(given))) };
}

function draft(kind: Kind, path: string, call: string, spec: OperationSpec, routes: Draft['routes']): Draft {
  return { kind, path, call, spec, routes };
}

function collection(noun: string, all: readonly Entity[]): Draft[] {
  const [base, name] = [`/${plural(noun)}`, titled(noun)];
  const list = { '200': answers(schemaRef(`${name}Page`)) };
  const query: Parameter = { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 1 }, example: all[0]!.name };
  const state: Parameter = { name: 'state', in: 'path', required: true, schema: { type: 'string', enum: [...STATES] } };
  const search = (ask: Ask): Reply => {
    const words = ask.url.searchParams.get('q');
    if (!words) return problem(400, 'The parameter q is missing');
    return { json: page(all.filter((one) => one.name.includes(words))) };
  };
  const byState = Object.fromEntries(
    STATES.map((one) => [`${base}/by-state/${one}`, { json: page(all.filter((entity) => entity.state === one)) }]),
  );
  return [
    draft(
      'list',
      base,
      base,
      { operationId: `list${name}s`, summary: `Lists ${noun}s.`, parameters: [LIMIT, CURSOR], responses: list },
      {
        [base]: (ask) => limited(all, ask),
      },
    ),
    draft(
      'search',
      `${base}/search`,
      `${base}/search`,
      { operationId: `search${name}s`, summary: `Searches ${noun}s.`, parameters: [query, LIMIT], responses: list },
      { [`${base}/search`]: search },
    ),
    draft(
      'by-state',
      `${base}/by-state/{state}`,
      `${base}/by-state/${STATES[0]}`,
      { operationId: `list${name}sByState`, summary: `Lists ${noun}s of a state.`, parameters: [state], responses: list },
      byState,
    ),
  ];
}

function figures(all: readonly Entity[]) {
  const cheapest = all.reduce((best, one) => (Number(one.price.amount) < Number(best.price.amount) ? one : best));
  return { count: all.length, inStock: all.filter((one) => one.stock > 0).length, cheapest: cheapest.price };
}

function singles(noun: string, all: readonly Entity[]): Draft[] {
  const [base, name] = [`/${plural(noun)}`, titled(noun)];
  const id: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, example: 1 };
  const one = { '200': answers(schemaRef(name)) };
  return [
    draft(
      'item',
      `${base}/{id}`,
      `${base}/1`,
      { operationId: `get${name}`, summary: `One ${noun}.`, parameters: [id], responses: { ...one, '404': PROBLEM } },
      Object.fromEntries(all.map((entity) => [`${base}/${entity.id}`, { json: entity }])),
    ),
    draft(
      'stats',
      `${base}/stats`,
      `${base}/stats`,
      { operationId: `get${name}Stats`, summary: `Figures of ${noun}s.`, responses: { '200': answers(schemaRef(`${name}Stats`)) } },
      { [`${base}/stats`]: { json: figures(all) } },
    ),
    draft(
      'latest',
      `${base}/latest`,
      `${base}/latest`,
      { operationId: `getLatest${name}`, summary: `The newest ${noun}.`, responses: one },
      { [`${base}/latest`]: { json: all.at(-1) } },
    ),
  ];
}

/** In the order in which a contract of a given size takes them. */
export function ofResource(noun: string, seed: number): Draft[] {
  const all = entities(noun, seed);
  const [list, search, byState] = collection(noun, all) as [Draft, Draft, Draft];
  const [item, stats, latest] = singles(noun, all) as [Draft, Draft, Draft];
  return [list, item, search, stats, latest, byState];
}

export function health(): Draft {
  return draft(
    'health',
    '/health',
    '/health',
    {
      operationId: 'getHealth',
      summary: 'Whether it works.',
      responses: { '200': answers(schemaRef('Health'), 'application/health+json') },
    },
    { '/health': { type: 'application/health+json', json: { status: 'pass', version: '1.4.0' } } },
  );
}

export function about(name: string): Draft {
  return draft(
    'about',
    '/about',
    '/about',
    { operationId: 'getAbout', summary: 'What this is.', responses: { '200': answers(schemaRef('About')) } },
    { '/about': { json: { name, version: '1.4.0', terms: 'Be kind to the service.' } } },
  );
}

export const OFFER = {
  type: 'OFFER',
  id: 'full-report',
  title: 'Full report',
  price: { amount: '2.00', currency: 'USD' },
  checkoutUrl: '/docs',
};

export function report(): Draft {
  return draft(
    'report',
    '/reports/full',
    '/reports/full',
    {
      operationId: 'getFullReport',
      summary: 'The full report, for a price.',
      responses: {
        '200': answers({ type: 'object' }),
        '402': { description: 'An offer.', content: { 'application/json': { schema: schemaRef('Offer') } } },
      },
    },
    {
      '/reports/full': (_ask, site) => ({
        status: 402,
        headers: { 'cache-control': 'no-store' },
        json: { ...OFFER, checkoutUrl: `${site.origin}/docs` },
      }),
    },
  );
}
