// Lies of operations that are found by way of another answer: by an id that a list gives, or by a further document.
import type { Lie, OperationLie } from '../lie.ts';
import { answers } from '../operations.ts';
import type { Operation, Reply, Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';
import { withBody } from './bodies.ts';

/** Leaves an id to the list: the document gives no example of it. */
export function withoutExample({ spec }: Operation): void {
  for (const parameter of spec.parameters ?? []) if (parameter.in === 'path') delete parameter.example;
}

const byId = (name: string, contradicted: string, tell: (site: Site, operation: Operation) => void): OperationLie => ({
  name,
  claim: 'an item, whose id the list gives and nothing else, has the published shape',
  contradicted,
  at: 'operation',
  kinds: ['item'],
  tell(site, operation) {
    withoutExample(operation);
    tell(site, operation);
  },
});

/** A further document with one operation, which the catalog names beside the first. */
export function describeMore(site: Site, reply?: Reply): void {
  const href = `${site.origin}/more/openapi.json`;
  const { openapi, servers } = site.contract;
  const responses = { '200': answers({ type: 'array', items: { type: 'integer' } }) };
  const paths = { '/counters': { get: { operationId: 'listCounters', summary: 'Counters.', security: [], responses } } };
  site.catalog.linkset[0]!['service-desc'] = [
    ...(site.catalog.linkset[0]!['service-desc'] as object[]),
    { href, type: 'application/json' },
  ] as never;
  site.routes.set('GET /more/openapi.json', { json: { openapi, info: { title: 'More', version: '1' }, servers, paths } });
  if (reply) site.routes.set(`GET ${site.prefix}/counters`, reply);
}

const further = (name: string, contradicted: string, reply?: Reply): Lie => ({
  name,
  claim: 'a second document, which the catalog names, declares a list of integers',
  contradicted,
  at: 'site',
  tell: (site) => describeMore(site, reply),
});

export const FOUND: readonly Lie[] = [
  byId('id-from-list', 'it lacks a member', (site, operation) => withBody(site, operation, (json) => void delete json.name)),
  byId(
    'id-from-list-page',
    'it is a web page',
    (site, { key }) => void site.routes.set(key, htmlPage('Application', 'This needs JavaScript.')),
  ),
  further('second-document', 'it is a list of texts', { json: ['one'] }),
  further('second-document-dead', 'it is not there'),
];
