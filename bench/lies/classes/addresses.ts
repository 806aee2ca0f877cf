// Lies of addresses: a surface names one that is not there.
import type { SiteLie } from '../lie.ts';
import type { Site } from '../site.ts';

const lie = (name: string, claim: string, tell: (site: Site) => void, contradicted = 'it is absent'): SiteLie => ({
  name,
  claim,
  contradicted,
  at: 'site',
  tell,
});

const http = (site: Site, path: string, status: number): void => {
  site.card.interfaces.http.export = { method: 'GET', url: site.origin + path, auth: 'none' };
  site.routes.set(`GET ${path}`, { status, json: { error: 'nothing here' } });
};

const flow = (site: Site, text: string): void => {
  site.profile.agent_classes.push({ id: 'curious', fit: 'You want to see more.', flow: text });
};

const catalog = (site: Site, relation: string, href: string): void => {
  site.catalog.linkset[0]![relation] = [{ href }];
};

export const ADDRESSES: readonly SiteLie[] = [
  lie('card-http', 'the card has an HTTP interface', (site) => {
    site.card.interfaces.http.export = { method: 'GET', url: `${site.origin}/export`, auth: 'none' };
  }),
  lie('card-http-410', 'the card has an HTTP interface', (site) => http(site, '/export', 410), 'it is gone'),
  lie('card-http-405', 'the card has an HTTP interface for GET', (site) => http(site, '/export', 405), 'GET is refused by method'),
  lie('card-docs', 'the card links documentation', (site) => {
    site.card.links.docs = `${site.origin}/manual`;
  }),
  lie('card-pricing', 'the card links its prices', (site) => void site.routes.delete('GET /pricing')),
  lie('card-openapi', 'the card names its OpenAPI document', (site) => {
    site.card.openapi = `${site.origin}/spec/openapi.json`;
  }),
  lie('card-llms', 'the card links llms.txt', (site) => {
    site.card.links.llms = `${site.origin}/docs/llms.txt`;
  }),
  lie('documentation-url', 'the card names its documentation', (site) => {
    site.card.documentationUrl = `${site.origin}/handbook`;
  }),
  lie('external-docs', 'the OpenAPI document links documentation', (site) => {
    site.contract.externalDocs = { url: `${site.origin}/handbook` };
  }),
  lie('llms-link', 'llms.txt links a page', (site) => void site.llms.push('- [Guide](/guide): how to begin')),
  lie(
    'llms-link-410',
    'llms.txt links a page',
    (site) => {
      site.llms.splice(7, 0, '- [Guide](/guide.md): how to begin');
      site.routes.set('GET /guide.md', { status: 410, type: 'text/plain', body: 'gone' });
    },
    'it is gone',
  ),
  lie('linkset-doc', 'the catalog links documentation', (site) => catalog(site, 'service-doc', `${site.origin}/reference`)),
  lie('linkset-status', 'the catalog links a status page', (site) => catalog(site, 'status', `${site.origin}/state-of-things`)),
  lie('linkset-desc', 'the catalog links a second description', (site) => catalog(site, 'service-meta', `${site.origin}/meta.json`)),
  lie('root-link', 'a Link header of the root names documentation', (site) => {
    site.rootLinks.push('</reference>; rel="service-doc"');
  }),
  lie('flow', 'a class of icp.json begins with a literal GET', (site) => flow(site, 'GET /catalogue')),
  lie('flow-then', 'a flow goes on with a literal GET', (site) => flow(site, 'GET /health, then GET /catalogue/all')),
  lie('flow-deep', 'a flow begins with a literal GET of several segments', (site) => flow(site, 'GET /reports/2026/summary to begin')),
  lie('flow-two-servers', 'a flow names a literal GET, and the API has two servers', (site) => {
    site.contract.servers.push({ url: `${site.origin}/mirror` });
    site.profile.agent_classes.unshift({ id: 'curious', fit: 'You want to see more.', flow: 'GET /catalogue' });
  }),
  lie(
    'docs-host',
    'llms.txt links a page of another host of the site',
    (site) => {
      site.llms.push(`- [Guide](${site.origin.replace('https://', 'https://docs.')}/start): how to begin`);
    },
    'that host does not exist',
  ),
  lie('rung-key', 'a rung of the ladder says where its key is', (site) => {
    Object.assign(site.card, { attestationLadder: [{ rung: 'signed', jwks: `${site.origin}/keys/2026.json` }] });
  }),
  lie('card-link-object', 'the card links documentation in a list of links', (site) => {
    Object.assign(site.card, { links: [{ rel: 'documentation', href: `${site.origin}/manual` }] });
  }),
  lie('key-url', 'the card says where its keys are', (site) => void site.routes.delete('GET /.well-known/jwks.json')),
  lie('key-url-410', 'the card says where its keys are', (site) => {
    site.routes.set('GET /.well-known/jwks.json', { status: 410, json: { error: 'rotated away' } });
  }),
  lie(
    'server',
    'the document names a server',
    (site) => {
      site.contract.servers = [{ url: `${site.origin}/v9` }];
      site.card.interfaces.http = {
        order: site.card.interfaces.http.order!,
      };
    },
    'none of its operations is there',
  ),
  lie('probe', 'the card names an address behind the payment boundary', (site) => {
    site.card.monetization = { ...site.card.monetization, model: 'metered', probe: { method: 'GET', url: `${site.origin}/premium` } };
  }),
];
