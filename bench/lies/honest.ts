// An honest site of a given size: every document true, every claim kept. Seeds vary the line of OpenAPI, JSON or YAML, the prefix, keys and prices.
import type { Contract } from './documents.ts';
import { about, answers, type Draft, health, ofResource, PROBLEM, problem, report } from './operations.ts';
import { NOUNS, plural, SHARED, schemasOf } from './resources.ts';
import type { Operation, Site } from './site.ts';
import { htmlPage, publish, serve } from './surfaces.ts';

export interface Choices {
  line: '3.0' | '3.1';
  yaml: boolean;
  prefix: string;
  /** Whether a report is for sale. */
  paid: boolean;
  /** Where the document says that reading needs no key: for all, at each operation, or nowhere, with a key for writing. */
  keyless: 'root' | 'each' | 'unsaid';
}

export const choicesOf = (seed: number): Choices => ({
  line: seed % 2 === 0 ? '3.1' : '3.0',
  yaml: seed % 3 === 2,
  prefix: ['', '/v1', '/api', '/api/v2'][seed % 4]!,
  paid: seed % 5 < 3,
  keyless: (['root', 'each', 'unsaid'] as const)[seed % 3]!,
});

/** Resources in another order for another seed. */
const nounsOf = (seed: number): string[] => NOUNS.map((_, at) => NOUNS[(at * 7 + seed * 5) % NOUNS.length]!);

function draftsOf(size: number, seed: number, nouns: readonly string[], choices: Choices): Draft[] {
  const drafts = [health(), choices.paid ? report() : about(plural(nouns[0]!))];
  for (const noun of nouns) drafts.push(...ofResource(noun, seed));
  if (drafts.length < size) throw new Error(`a contract of ${size} operations is more than there are resources for`);
  return drafts.slice(0, size);
}

const ORDERS = {
  operationId: 'createOrder',
  summary: 'Orders something.',
  security: [{ apiKey: [] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } },
  },
  responses: { '201': answers({ type: 'object' }), '401': PROBLEM },
};

function contractOf(site: Site, drafts: readonly Draft[], nouns: readonly string[], { line, keyless }: Choices): Contract {
  const used = nouns.filter((noun) => drafts.some(({ path }) => path.startsWith(`/${plural(noun)}`)));
  const contract: Contract = {
    openapi: line === '3.0' ? '3.0.3' : '3.1.0',
    info: { title: site.name, version: '1.4.0' },
    servers: [{ url: site.origin + site.prefix }],
    ...(keyless === 'root' ? { security: [] } : keyless === 'each' ? { security: [{ apiKey: [] }] } : {}),
    paths: {},
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: structuredClone(Object.assign({}, SHARED, ...used.map((noun) => schemasOf(noun, line)))),
    },
  };
  for (const { path, spec } of drafts)
    contract.paths[path] = { get: { ...structuredClone(spec), ...(keyless === 'each' ? { security: [] } : {}) } };
  contract.paths['/orders'] = { post: structuredClone(ORDERS) };
  return contract;
}

const notFound: Site['unknown'] = ({ headers }) =>
  /^text\/html/.test(headers.accept ?? '')
    ? { ...htmlPage('Not found', 'There is nothing here.'), status: 404 }
    : problem(404, 'Not Found');

export function honestSite(seed: number, size: number, wishes: Partial<Choices> = {}): Site {
  const choices = { ...choicesOf(seed), ...wishes };
  const nouns = nounsOf(seed);
  const name = `${plural(nouns[0]!)}-${seed}`;
  const drafts = draftsOf(size, seed, nouns, choices);
  // What is missing here is written by publish, below, which needs what stands here.
  const site = {
    seed,
    size,
    name,
    origin: `https://${name}.example`,
    prefix: choices.prefix,
    contractPath: choices.yaml ? '/openapi.yaml' : '/openapi.json',
    routes: new Map(),
    prefixes: [],
    unknown: notFound,
    layers: [],
  } as unknown as Site;
  site.contract = contractOf(site, drafts, nouns, choices);
  site.operations = drafts.map(
    ({ kind, path, call }): Operation => ({ kind, path, key: `GET ${site.prefix}${call}`, spec: site.contract.paths[path]!.get! }),
  );
  for (const { routes } of drafts) for (const [path, route] of Object.entries(routes)) site.routes.set(`GET ${site.prefix}${path}`, route);
  publish(site, choices.paid);
  serve(site);
  return site;
}
