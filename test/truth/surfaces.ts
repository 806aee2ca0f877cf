// Sites with any of ten surfaces, and lies that one of them tells: what is left out takes every mention of it along. It must not know a rule.
import { alter, type Operation, type Reply, type Site } from '../../bench/lies/site.ts';
import { honestSite } from '../../bench/lies/sites.ts';
import { htmlPage } from '../../bench/lies/surfaces.ts';

export const SURFACES = ['llms', 'agents', 'icp', 'negotiation', 'openapi', 'mcp', 'keyless', 'offers', 'linkset', 'attestation'] as const;
export type Surface = (typeof SURFACES)[number];

const SEED = 10;
const SIZE = 6;
const LADDER = [{ rung: 'self-declared' }, { rung: 'signed' }];

/** An honest site that publishes all ten, each also where no other surface is there to lead to it. */
function whole(): Site {
  const site = honestSite(SEED, SIZE, { paid: true, keyless: 'each', yaml: false, line: '3.1', prefix: '' });
  site.profile.ladder = LADDER;
  site.routes.set('GET /.well-known/mcp/server-card.json', {
    json: {
      name: 'example.site/stock',
      version: '1.0.0',
      description: 'Stock.',
      remotes: [{ type: 'streamable-http', url: `${site.origin}/mcp` }],
    },
  });
  return site;
}

const noLine = (site: Site, words: string): void => {
  site.llms = site.llms.filter((line) => !line.includes(words));
};

function faceless(site: Site): void {
  const root = site.routes.get('GET /') as (ask: object, site: Site) => Reply;
  site.routes.set('GET /', (ask, live) => {
    const { headers } = root({ ...ask, headers: { ...ask.headers, accept: 'text/html' } }, live);
    return { ...htmlPage(live.name, 'What is in stock.'), headers: { link: headers?.link ?? '' } };
  });
}

/** Everything that could be asked without a key wants one now, and the documents say so. */
function keyed(site: Site): void {
  for (const { kind, key, spec } of site.operations) {
    if (kind === 'report') continue;
    spec.security = [{ apiKey: [] }];
    site.routes.set(key, {
      status: 401,
      headers: { 'www-authenticate': 'ApiKey realm="api"' },
      json: { title: 'Unauthorized', status: 401 },
    });
  }
  for (const one of Object.values(site.card.interfaces.http)) one.auth = 'apiKey';
  site.profile.agent_classes = site.profile.agent_classes.map((one) => ({ ...one, flow: 'Ask for a key first.' }));
}

function unpriced(site: Site): void {
  delete (site.card as { monetization?: unknown }).monetization;
  delete (site.card.links as { pricing?: string }).pricing;
  site.routes.delete('GET /pricing');
  const report = site.operations.find(({ kind }) => kind === 'report')!;
  delete site.contract.paths[report.path];
  site.operations = site.operations.filter((one) => one !== report);
  site.routes.delete(report.key);
}

function undescribed(site: Site): void {
  site.routes.delete(`GET ${site.contractPath}`);
  noLine(site, 'OpenAPI');
  delete (site.card as { openapi?: string }).openapi;
  delete site.catalog.linkset[0]!['service-desc'];
  site.rootLinks = site.rootLinks.filter((link) => !link.includes('service-desc'));
}

/** The root leads to llms.txt in its Markdown and JSON. */
function unlisted(site: Site): void {
  site.routes.delete('GET /llms.txt');
  delete (site.card.links as { llms?: string }).llms;
  const root = site.routes.get('GET /') as (ask: object, site: Site) => Reply;
  site.routes.set('GET /', (ask, live) => {
    const reply = root(ask, live);
    if (typeof reply.body === 'string') return { ...reply, body: reply.body.replace('- [For models](/llms.txt)\n', '') };
    const { llms: _, ...json } = reply.json as { llms?: string };
    return { ...reply, json };
  });
}

const WITHOUT: Record<Surface, (site: Site) => void> = {
  llms: unlisted,
  agents: (site) => {
    site.routes.delete('GET /.well-known/agents.json');
    noLine(site, 'agents.json');
  },
  icp: (site) => {
    site.routes.delete('GET /icp.json');
    noLine(site, 'icp.json');
    delete (site.card.links as { icp?: string }).icp;
  },
  negotiation: faceless,
  openapi: undescribed,
  mcp: (site) => {
    delete site.card.interfaces.mcp;
    for (const key of ['GET /mcp', 'POST /mcp', 'GET /.well-known/mcp/server-card.json']) site.routes.delete(key);
  },
  keyless: keyed,
  offers: unpriced,
  linkset: (site) => {
    site.routes.delete('GET /.well-known/api-catalog');
    site.rootLinks = [];
  },
  attestation: (site) => {
    for (const name of ['attestationLadder', 'jwksUrl']) delete site.card[name];
    delete site.profile.ladder;
    site.routes.delete('GET /.well-known/jwks.json');
  },
};

/** A site that publishes these and no others. */
export function siteOf(published: ReadonlySet<Surface>): Site {
  const site = whole();
  for (const surface of SURFACES) if (!published.has(surface)) WITHOUT[surface](site);
  return site;
}

export interface Lie {
  name: string;
  /** What is missing in its twin. */
  of: Surface;
  /** What else has to be there for the lie to be told at all. */
  with?: readonly Surface[];
  /** False where the lie caps no grade, since no claim is made beside it: it fails its own check alone. */
  capped?: false;
  tell(site: Site): void;
}

const operation = (site: Site, kind: Operation['kind']): Operation => site.operations.find((one) => one.kind === kind)!;

const withoutName = (site: Site): void =>
  alter(site, operation(site, 'list'), (reply) => {
    const { items } = reply.json as { items: { name?: string }[] };
    return { ...reply, json: { ...(reply.json as object), items: items.map(({ name: _, ...item }) => item) } };
  });

const mcpGone = (site: Site): void => {
  for (const key of ['GET /mcp', 'POST /mcp']) site.routes.delete(key);
};

export const LIES: readonly Lie[] = [
  { name: 'a dead link of llms.txt', of: 'llms', tell: (site) => void site.llms.push('- [Guide](/guide): how to begin') },
  {
    name: 'a dead interface of the card',
    of: 'agents',
    tell: (site) => {
      site.card.interfaces.http.export = { method: 'GET', url: `${site.origin}/export`, auth: 'none' };
    },
  },
  {
    name: 'an interface of the card that is not open',
    of: 'agents',
    tell: (site) => {
      site.card.interfaces.http.feed = { method: 'GET', url: `${site.origin}/feed`, auth: 'none' };
      site.routes.set('GET /feed', { status: 401, json: { error: 'log in' } });
    },
  },
  {
    name: 'a dead page of documentation of the card',
    of: 'agents',
    tell: (site) => void Object.assign(site.card.links, { docs: `${site.origin}/manual` }),
  },
  {
    name: 'a dead flow',
    of: 'icp',
    tell: (site) => void site.profile.agent_classes.unshift({ id: 'curious', fit: 'You want more.', flow: 'GET /catalogue' }),
  },
  {
    name: 'Markdown that is none',
    of: 'negotiation',
    capped: false,
    tell: (site) => {
      const root = site.routes.get('GET /') as (ask: object, site: Site) => Reply;
      site.routes.set('GET /', (ask, live) => {
        const reply = root(ask, live);
        return reply.type?.startsWith('text/markdown') ? { ...reply, body: htmlPage('Stock', 'What there is.').body as string } : reply;
      });
    },
  },
  { name: 'an answer without a required member', of: 'openapi', with: ['keyless'], tell: withoutName },
  {
    name: 'a dead operation',
    of: 'openapi',
    with: ['keyless'],
    tell: (site) => void site.routes.delete(operation(site, 'stats').key),
  },
  {
    name: 'dead documentation of the document',
    of: 'openapi',
    tell: (site) => {
      site.contract.externalDocs = { url: `${site.origin}/handbook` };
    },
  },
  { name: 'a dead MCP endpoint', of: 'mcp', tell: mcpGone },
  {
    name: 'a tool that is not there',
    of: 'mcp',
    with: ['agents'],
    tell: (site) => {
      const mcp = site.card.interfaces.mcp!;
      mcp.tools = [...(mcp.tools as string[]), 'predict_prices'];
    },
  },
  {
    name: 'one operation that is not keyless',
    of: 'keyless',
    with: ['openapi'],
    tell: (site) => void site.routes.set(operation(site, 'stats').key, { status: 401, json: { message: 'No API key found' } }),
  },
  {
    name: 'another price',
    of: 'offers',
    with: ['agents'],
    tell: (site) =>
      alter(site, operation(site, 'report'), (reply) => ({
        ...reply,
        json: { ...(reply.json as object), price: { amount: '20.00', currency: 'USD' } },
      })),
  },
  {
    name: 'a boundary that is not there',
    of: 'offers',
    with: ['agents'],
    tell: (site) => {
      site.card.monetization = { ...site.card.monetization, probe: { method: 'GET', url: `${site.origin}/premium` } };
    },
  },
  {
    name: 'a dead link of the catalog',
    of: 'linkset',
    tell: (site) => {
      site.catalog.linkset[0]!['service-doc'] = [{ href: `${site.origin}/reference` }];
    },
  },
  {
    name: 'a dead link of the catalog and of the root',
    of: 'linkset',
    tell: (site) => {
      site.catalog.linkset[0]!['service-doc'] = [{ href: `${site.origin}/reference` }];
      site.rootLinks.push('</reference>; rel="service-doc"');
    },
  },
  {
    name: 'two prices in one offer',
    of: 'offers',
    tell: (site) =>
      alter(site, operation(site, 'report'), (reply) => ({ ...reply, headers: { ...reply.headers, 'crawler-price': 'USD 9.99' } })),
  },
  {
    name: 'free, and a 402',
    of: 'offers',
    with: ['agents', 'openapi', 'keyless'],
    tell: (site) => {
      site.card.monetization = { model: 'free' };
      alter(site, operation(site, 'stats'), () => ({ status: 402, json: { type: 'OFFER', price: { amount: '1.00', currency: 'USD' } } }));
    },
  },
  {
    name: 'a key that is not there',
    of: 'attestation',
    with: ['agents'],
    tell: (site) => void site.routes.delete('GET /.well-known/jwks.json'),
  },
];
