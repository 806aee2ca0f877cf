// The machine-readable cards of the service: agent card, icp.json, API catalog and MCP server card. Made from the description alone.
import { AGENT_CLASSES, LADDER, NOT_FOR, SERVICE, SURFACES, TOOLS } from '../../../service/description.ts';

export const agentsJson = (base: string, isSold = false): unknown => ({
  name: SERVICE.name,
  description: SERVICE.description,
  url: `${base}/`,
  version: SERVICE.version,
  interfaces: {
    http: {
      grade: { method: 'GET', url: `${base}/{domain}`, auth: 'none' },
      verify: { method: 'POST', url: `${base}/verify`, auth: 'none' },
      health: { method: 'GET', url: `${base}/health`, auth: 'none' },
    },
    mcp: { transport: 'streamable-http', url: `${base}/mcp`, tools: TOOLS.map(({ name }) => name) },
  },
  openapi: `${base}/openapi.json`,
  links: { llms: `${base}/llms.txt`, icp: `${base}/icp.json`, verify: `${base}/self`, conformance: `${base}/self`, docs: `${base}/about` },
  monetization: {
    model: 'metered',
    description: `The conformance grade and pinned verification are free. Functional testing and monitoring are paid; ${isSold ? 'what one run of functional tests costs is told by the 402 of POST /functional-tests (x402, version 2)' : 'no prices are published yet'}.`,
    probe: { method: 'GET', url: `${base}/offers/attested-run` },
  },
  attestationLadder: LADDER.map((rung) => ({ ...rung })),
  jwksUrl: `${base}/.well-known/jwks.json`,
});

export const icpJson = (base: string): unknown => ({
  contract: SERVICE.contract,
  version: 1,
  description: SERVICE.summary,
  agent_classes: AGENT_CLASSES(base),
  ladder: LADDER.map((rung) => ({ ...rung })),
  not_for: [...NOT_FOR],
});

/** RFC 9727 in the form of RFC 9264. */
export function apiCatalog(base: string): unknown {
  const byRel = new Map<string, { href: string; type: string; title: string }[]>();
  for (const { path, type, title, rel } of SURFACES) {
    const name = rel === undefined || rel === 'api-catalog' ? 'item' : rel;
    byRel.set(name, [...(byRel.get(name) ?? []), { href: `${base}${path}`, type, title }]);
  }
  return { linkset: [{ anchor: `${base}/`, ...Object.fromEntries(byRel) }] };
}

export const mcpServerCard = (base: string): unknown => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: 'axproof/verifier',
  version: SERVICE.version,
  title: SERVICE.title,
  description: 'Grades what a domain publishes for software agents, and holds targets to pinned specs.',
  websiteUrl: `${base}/`,
  remotes: [{ type: 'streamable-http', url: `${base}/mcp` }],
});

/** Link header of the root and of pages: every surface with a relation. */
export const linkHeader = (base: string): string =>
  SURFACES.flatMap(({ path, rel, type }) => (rel === undefined ? [] : [`<${base}${path}>; rel="${rel}"; type="${type}"`])).join(', ');
