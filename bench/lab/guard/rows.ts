// Rows of the guard: whatever is written, resolved, redirected to or published, nothing of the inside is ever connected to.

import { type AddressInfo, createServer, type Server } from 'node:net';
import { live } from '../../../src/transport/live/live.ts';
import { type Documents, front } from '../../../test/integration/front.ts';
import { hop, never } from '../../../test/transport/support.ts';
import { defaultPack, gradeOnce } from '../../parts/setup.ts';
import { ask, post } from '../ask.ts';
import { atLeast, type Figure, none } from '../figure.ts';
import type { Lab } from '../lab.ts';
import type { Row } from '../row.ts';
import { answerForms, linkForms, targetForms } from './forms.ts';
import { connections } from './watched.ts';

interface Victim {
  port: number;
  met: string[];
  close(): void;
}

/** Listens where the inside would be, on the ports of the web too where this user may; hears who comes. */
async function victim(): Promise<Victim> {
  const met: string[] = [];
  const servers: Server[] = [];
  let port = 0;
  for (const [host, wanted] of [
    ['127.0.0.1', 0],
    ['::1', -1],
    ['127.0.0.1', 80],
    ['127.0.0.1', 443],
  ] as const) {
    const server = createServer((socket) => {
      met.push(`${host} ${socket.localPort}`);
      socket.destroy();
    });
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(wanted < 0 ? port : wanted, host, () => resolve(true));
    });
    if (listening) servers.push(server);
    if (wanted === 0) port = (server.address() as AddressInfo).port;
  }
  return { port, met, close: () => void servers.forEach((server) => void server.close()) };
}

/** A service that stands in public is asked for every form, by its own way of naming targets and by the path. */
async function forms(lab: Lab): Promise<Figure[]> {
  const inside = await victim();
  const service = await lab.service({ allowPrivate: false });
  const otherwise: string[] = [];
  try {
    const all = targetForms(inside.port);
    for (const form of all) {
      const answer = await post(`${service.url}/verify`, { target: form });
      if (answer.status !== 400 || answer.code !== 'bad-domain') otherwise.push(`${form}: ${answer.status} ${answer.code}`);
      const path = await ask(`${service.url}/${encodeURIComponent(form)}`, { redirect: 'manual' });
      if (path.status < 400 || path.status >= 500) otherwise.push(`/${form}: ${path.status} ${path.code}`);
    }
    return [atLeast('forms', all.length, 250), none('answered otherwise than by a refusal', otherwise), none('connections', inside.met)];
  } finally {
    inside.close();
    await service.stop();
  }
}

/** Routable by the registries, and routed by nobody: a broken guard reaches nobody. */
const PUBLIC = ['3ffe:ffff::1', '3ffe:ffff::2'];

async function names(): Promise<Figure[]> {
  const inside = await victim();
  const watch = connections();
  const otherwise: string[] = [];
  const target = new URL('https://shop.example.org');
  try {
    const all = answerForms(PUBLIC);
    for (const addresses of all) {
      const transport = live({ private: false, target, resolve: async () => addresses, limits: { dns: 500, connect: 500 } });
      const { failure } = await transport.send(hop(target.href), never);
      await transport.close();
      if (failure?.code !== 'blocked-address') otherwise.push(`${addresses.join(' and ')}: ${failure?.code}`);
    }
    return [
      atLeast('answers of a resolver', all.length, 200),
      none('not refused', otherwise),
      none('connections begun', watch.places),
      none('connections', inside.met),
    ];
  } finally {
    watch.end();
    inside.close();
  }
}

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

/** Every place of a document at which a site names an address, with one and the same address in all of them. */
const naming = (link: string): Documents => ({
  '/': { type: 'text/html', body: `<link rel="service-desc" href="${link}"><a href="${link}">x</a><link rel="llms" href="${link}">` },
  '/llms.txt': { type: 'text/markdown', body: `# x\n\n> x\n\n## a\n\n- [a](${link})\n- [b](${link}openapi.json)\n` },
  '/.well-known/agents.json': json({
    name: 'x',
    url: link,
    openapi: link,
    interfaces: { http: { a: { method: 'GET', url: link, auth: 'none' } }, mcp: { transport: 'streamable-http', url: link } },
    links: { llms: link, icp: link },
    monetization: { offers: [{ id: 'a', checkoutUrl: link }], probe: { method: 'GET', url: link } },
    jwksUrl: link,
  }),
  '/.well-known/api-catalog': {
    type: 'application/linkset+json',
    body: JSON.stringify({ linkset: [{ anchor: link, 'service-desc': [{ href: link }], item: [{ href: link }, { href: `${link}a` }] }] }),
  },
  '/.well-known/mcp/server-card.json': json({ name: 'x', remotes: [{ type: 'streamable-http', url: link }] }),
  '/.well-known/oauth-protected-resource': json({ resource: link, authorization_servers: [link] }),
  '/.well-known/agent-card.json': json({ name: 'x', url: link, supportedInterfaces: [{ url: link, protocolBinding: 'JSONRPC' }] }),
  '/openapi.json': json({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    servers: [{ url: link }],
    paths: {
      '/a': {
        get: {
          servers: [{ url: link }],
          responses: { 200: { description: 'x', content: { 'application/json': { schema: { $ref: link } } } } },
        },
      },
    },
  }),
});

/** Forms of addresses that are no ASCII are sent as their bytes. */
const leading = (link: string): Documents => ({
  '*': (request, response) =>
    void (request.url === '/robots.txt'
      ? response.writeHead(404).end()
      : response.writeHead(302, { location: Buffer.from(link).toString('latin1') }).end()),
});

/** Whole runs of a site that says the same address everywhere, by the transport that the service has. */
async function published(lab: Lab, made: (link: string) => Documents): Promise<Figure[]> {
  const inside = await victim();
  const pack = defaultPack();
  const begun: string[] = [];
  const all = linkForms(inside.port).filter((_, i) => !lab.settings.tenth || i % 5 === lab.settings.seed % 5);
  try {
    for (const link of all) {
      // Nothing behind it: what has no document of its own is not there.
      const site = await front({ ...{ '*': (_request, response) => void response.writeHead(404).end() }, ...made(link) }, 0);
      const watch = connections();
      const transport = live({ private: true, target: new URL(site.origin) });
      try {
        await gradeOnce(pack, site.origin, transport);
      } finally {
        watch.end();
        await transport.close();
        await site.close();
      }
      const own = new URL(site.origin).host;
      begun.push(...watch.places.filter((place) => place !== own).map((place) => `${link} led to ${place}`));
    }
    return [
      atLeast('forms', all.length, lab.settings.tenth ? 5 : 30),
      none('connections begun elsewhere', begun),
      none('connections', inside.met),
    ];
  } finally {
    inside.close();
  }
}

export const GUARD_ROWS: readonly Row[] = [
  { group: 'guard', name: 'guard-forms', does: 'every way to write an address of the inside as a target, twice', run: forms },
  { group: 'guard', name: 'guard-names', does: 'public names that resolve to the inside, alone or among good addresses', run: names },
  { group: 'guard', name: 'guard-redirects', does: 'a site that leads every request inside', run: (lab) => published(lab, leading) },
  {
    group: 'guard',
    name: 'guard-documents',
    does: 'a site whose documents name the inside everywhere',
    run: (lab) => published(lab, naming),
  },
];
