// Everything a generated site publishes beside its API: root, llms.txt, card, profile, catalog, keys, pages. Written from the site at each request.
import Negotiator from 'negotiator';
import { stringify } from 'yaml';
import type { Card } from './documents.ts';
import { spoken, type Tool, tool } from './mcp.ts';
import { problem } from './operations.ts';
import type { Ask, Reply, Site } from './site.ts';

const KEYS = {
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', use: 'sig', alg: 'EdDSA', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
};
const DESCRIPTION = 'Look up, search and compare what is in stock. Reading needs no key.';

export const htmlPage = (title: string, text: string): Reply => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
});

export const toolsOf = (site: Pick<Site, 'name'>): Tool[] => [tool(`list_${site.name}`), tool(`compare_${site.name}`)];

function root(ask: Ask, site: Site): Reply {
  const headers = { vary: 'Accept', link: site.rootLinks.join(', ') };
  const faces = ['text/markdown', 'application/json', 'text/html'];
  const face = new Negotiator({ headers: ask.headers }).mediaType(faces) ?? faces[0];
  if (face === 'text/html') return { ...htmlPage(site.name, `${DESCRIPTION} <a href="/docs">Documentation</a>`), headers };
  if (face === 'application/json') return { headers, json: { name: site.name, description: DESCRIPTION, llms: `${site.origin}/llms.txt` } };
  return { headers, type: 'text/markdown; charset=utf-8', body: `# ${site.name}\n\n${DESCRIPTION}\n\n- [For models](/llms.txt)\n` };
}

function contractReply(site: Site): Reply {
  const { contract, contractPath, write } = site;
  const yaml = contractPath.endsWith('.yaml');
  const type = yaml ? 'application/yaml' : 'application/json';
  if (write) return { type, body: write(contract) };
  return yaml ? { type, body: stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 }) } : { type, json: contract };
}

const LADDER = [
  { rung: 'self-declared', description: 'What this card says.' },
  { rung: 'signed', description: 'Receipts are signed under a key of the key set.', durability: 'while the key set is served' },
];

function cardOf(site: Site, paid: boolean): Card {
  const { origin, name, prefix, contractPath } = site;
  const api = origin + prefix;
  const [list, item] = (['list', 'item'] as const).map((kind) => site.operations.find((one) => one.kind === kind)!.path);
  return {
    name,
    description: DESCRIPTION,
    url: `${origin}/`,
    interfaces: {
      http: {
        list: { method: 'GET', url: api + list, auth: 'none' },
        item: { method: 'GET', url: api + item, auth: 'none' },
        order: { method: 'POST', url: `${api}/orders`, auth: 'apiKey' },
      },
      mcp: { transport: 'streamable-http', url: `${origin}/mcp`, tools: toolsOf(site).map((one) => one.name) },
    },
    openapi: origin + contractPath,
    links: { llms: `${origin}/llms.txt`, icp: `${origin}/icp.json`, docs: `${origin}/docs`, pricing: `${origin}/pricing` },
    monetization: paid
      ? {
          model: 'metered',
          offers: [{ id: 'full-report', title: 'Full report', price: { amount: '2.00', currency: 'USD' }, checkoutUrl: `${origin}/docs` }],
          probe: { method: 'GET', url: `${api}/reports/full` },
        }
      : { model: 'free' },
    attestationLadder: LADDER,
    jwksUrl: `${origin}/.well-known/jwks.json`,
  };
}

/** The documents of a site whose contract stands; paid says whether a report is for sale. */
export function publish(site: Site, paid: boolean): void {
  const { origin, name, prefix, contractPath } = site;
  const list = site.operations.find(({ kind }) => kind === 'list')!;
  site.card = cardOf(site, paid);
  site.llms = [
    `# ${name}`,
    '',
    `> ${DESCRIPTION}`,
    '',
    '## API',
    '',
    `- [OpenAPI description](${contractPath}): every operation with schemas`,
    '- [Agent card](/.well-known/agents.json): interfaces, prices and trust',
    '- [Who this is for](/icp.json): classes of agents and their first call',
    '',
    '## Optional',
    '',
    '- [Documentation](/docs): the same for people',
  ];
  site.profile = {
    contract: `${name}/icp`,
    version: 1,
    agent_classes: [
      { id: 'buyer', fit: 'You compare things for somebody who wants to order.', flow: `GET ${list.path}` },
      { id: 'watcher', fit: 'You watch whether it works.', flow: `GET ${site.seed % 2 === 0 ? '' : prefix}/health` },
    ],
    not_for: ['bulk resale'],
  };
  site.catalog = {
    linkset: [
      {
        anchor: `${origin}/`,
        'service-desc': [{ href: origin + contractPath, type: 'application/json' }],
        'service-doc': [{ href: `${origin}/docs`, type: 'text/html' }],
        status: [{ href: `${origin}${prefix}/health` }],
      },
    ],
  };
  site.rootLinks = ['</.well-known/api-catalog>; rel="api-catalog"', `<${contractPath}>; rel="service-desc"`];
}

/** Routes for what is published; what a lie or a twist changes in the documents shows at the next request. */
export function serve(site: Site): void {
  const { routes, name } = site;
  routes.set('GET /', root);
  routes.set('GET /robots.txt', { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' });
  routes.set('GET /llms.txt', (_ask, { llms }) => ({ type: 'text/markdown; charset=utf-8', body: `${llms.join('\n')}\n` }));
  routes.set('GET /.well-known/agents.json', (_ask, { card }) => ({ json: card }));
  routes.set('GET /icp.json', (_ask, { profile }) => ({ json: profile }));
  routes.set('GET /.well-known/api-catalog', (_ask, { catalog }) => ({ type: 'application/linkset+json', json: catalog }));
  routes.set('GET /.well-known/jwks.json', { type: 'application/jwk-set+json', json: KEYS });
  routes.set('GET /docs', htmlPage('Documentation', `How to use ${name}.`));
  routes.set('GET /pricing', (ask, { card }) => {
    const face = new Negotiator({ headers: ask.headers }).mediaType(['text/html', 'application/json']);
    return face === 'application/json' ? { json: card.monetization } : htmlPage('Prices', 'What is free and what is not.');
  });
  routes.set(`GET ${site.contractPath}`, (_ask, live) => contractReply(live));
  routes.set('GET /mcp', { status: 405, headers: { allow: 'POST' }, json: { error: 'POST only' } });
  routes.set('POST /mcp', (ask) => spoken(ask, { tools: toolsOf(site), page: 1 }, name));
  routes.set(`POST ${site.prefix}/orders`, {
    ...problem(401, 'Unauthorized'),
    headers: { 'www-authenticate': 'ApiKey realm="orders"' },
  });
}
