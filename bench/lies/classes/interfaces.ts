// Lies of interfaces that are spoken to: MCP endpoints and their tools, A2A agents.
import type { SiteLie } from '../lie.ts';
import { spoken } from '../mcp.ts';
import type { Site } from '../site.ts';
import { toolsOf } from '../surfaces.ts';

const lie = (name: string, claim: string, contradicted: string, tell: (site: Site) => void): SiteLie => ({
  name,
  claim,
  contradicted,
  at: 'site',
  tell,
});

function without(site: Site, ...keys: string[]): void {
  for (const key of keys) site.routes.delete(key);
}

const SKILL = { id: 'look-up', name: 'Look up', description: 'Looks things up.', tags: ['search'] };

/** An A2A card of version 1 with one JSON-RPC interface. */
export function a2aCard(site: Site, url: string) {
  return {
    name: site.name,
    description: 'Looks things up for other agents.',
    version: '1.4.0',
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['application/json'],
    skills: [SKILL],
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] as object[],
  };
}

export const publishA2a = (site: Site, card: object): void => {
  site.routes.set('GET /.well-known/agent-card.json', { json: card });
};

const phantom = (site: Site, name: string): void => {
  const tools = site.card.interfaces.mcp!.tools as string[];
  site.card.interfaces.mcp!.tools = [...tools, name];
};

const a2a03 = (site: Site, url: string) => {
  const { supportedInterfaces: _, ...card } = a2aCard(site, url);
  return { ...card, protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC' };
};

export const INTERFACES: readonly SiteLie[] = [
  lie('mcp-dead', 'the card has an MCP endpoint', 'POST and GET are both absent', (site) => without(site, 'GET /mcp', 'POST /mcp')),
  lie('mcp-elsewhere-on-site', 'the card has an MCP endpoint', 'it stands at another path', (site) => {
    site.card.interfaces.mcp!.url = `${site.origin}/v2/mcp`;
  }),
  lie('mcp-sse-dead', 'the card has an MCP endpoint by HTTP and SSE', 'POST and GET are both absent', (site) => {
    site.card.interfaces.mcp = { ...site.card.interfaces.mcp, transport: 'sse', url: `${site.origin}/sse` };
  }),
  lie('mcp-gone', 'the card has an MCP endpoint', 'POST and GET both answer 410', (site) => {
    for (const method of ['GET', 'POST']) site.routes.set(`${method} /mcp`, { status: 410, json: { error: 'gone' } });
  }),
  lie('mcp-link', 'llms.txt links an MCP endpoint', 'POST and GET are both absent', (site) => {
    delete site.card.interfaces.mcp;
    without(site, 'GET /mcp', 'POST /mcp');
    site.llms.push('- [MCP](/mcp): the same for agents');
  }),
  lie('mcp-server-card', 'a server card names a remote', 'POST and GET are both absent', (site) => {
    delete site.card.interfaces.mcp;
    without(site, 'GET /mcp', 'POST /mcp');
    site.routes.set('GET /.well-known/mcp/server-card.json', {
      json: {
        name: 'example.site/stock',
        version: '1.0.0',
        description: 'Stock.',
        remotes: [{ type: 'streamable-http', url: `${site.origin}/mcp` }],
      },
    });
  }),
  lie('phantom-tool', 'the card names a tool', 'the whole list was read, and it is not in it', (site) => phantom(site, 'predict_prices')),
  lie('phantom-tool-case', 'the card names a tool', 'the whole list was read, and it has another spelling', (site) =>
    phantom(site, toolsOf(site)[0]!.name.toUpperCase()),
  ),
  lie('phantom-tool-one-page', 'the card names two tools', 'the list has one page and holds one of them', (site) => {
    site.routes.set('POST /mcp', (ask) => spoken(ask, { tools: toolsOf(site).slice(0, 1) }, site.name));
  }),
  lie('a2a-dead', 'an A2A card has a JSON-RPC interface', 'a POST to it is answered like the control', (site) =>
    publishA2a(site, a2aCard(site, `${site.origin}/a2a`)),
  ),
  lie('a2a-old-dead', 'an A2A card that names no version has its address', 'a POST to it is answered like the control', (site) => {
    const { protocolVersion: _, preferredTransport: __, ...card } = a2a03(site, `${site.origin}/agent`);
    publishA2a(site, card);
  }),
  lie('a2a-03-dead', 'an A2A card of version 0.3 has its address', 'a POST to it is answered like the control', (site) =>
    publishA2a(site, a2a03(site, `${site.origin}/agent`)),
  ),
];
