// What the service is, in its own words: the one description that every surface is made from, so that no two of them can disagree.
import type { AgentClassRecord, LadderRung } from '../contract/generated/types.ts';
import { bundledNames } from '../run/bundled.ts';
import { VERSION } from '../run/version.ts';

/** A surface by its path: what it is called, its media type, and its relation in link headers and the catalog where it has one. */
export interface Surface {
  path: string;
  title: string;
  note: string;
  type: string;
  rel?: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
}

export const SERVICE = {
  name: 'axproof',
  /** Of the contract that the service keeps, which every surface tells alike (OpenAPI, cards, /health, MCP): it goes up when the contract changes, not with each release. */
  version: '0.1.0',
  /** Of the program, from package.json. */
  software: VERSION,
  title: 'axproof',
  summary:
    'An outside verifier that grades how well a domain’s published surfaces work for software agents, and holds targets to pinned specs.',
  description:
    'axproof asks a domain what it publishes for software agents (llms.txt, agents.json, icp.json, OpenAPI, MCP, 402 offers, linksets, attestations), checks it ' +
    'with seeded probes, and answers with a grade from A+ to F, a verdict and a reason for every check, and the recorded evidence. Reports of public targets are ' +
    'signed with Ed25519 and can be replayed by anybody. No key and no signup.',
  contract: 'axproof/icp',
} as const;

export const AGENT_CLASSES = (base: string): AgentClassRecord[] => [
  {
    id: 'builder',
    fit: 'You just built or changed an API and need to know that it works for agents.',
    flow: `GET ${base}/{domain}, read the grade, fix the FAILs, run it again. For local URLs use the command line, whose grade is advisory.`,
  },
  {
    id: 'fleet-orchestrator',
    fit: 'You run a hill-climbing loop and need an acceptance gate that the workers cannot edit.',
    flow: `POST ${base}/verify with a pinned spec and expectedDigest. Done means passed: true from the deployed verifier.`,
  },
  {
    id: 'evaluator',
    fit: 'You decide whether to integrate an API of somebody else.',
    flow: `GET ${base}/{domain}, read the score, check the receipts in the evidence bundle, and integrate only above your own bar.`,
  },
  {
    id: 'pack-author',
    fit: 'You write down what you expect of a target.',
    flow: `GET ${base}/llms.txt, start from a pack that it links and from ${base}/schemas/pack/1.json, POST ${base}/verify with yours as spec, and have its digest ratified.`,
  },
  {
    id: 'procurement',
    fit: 'You settle 402 offers for a principal.',
    flow: `GET ${base}/offers/attested-run to see the shape of an offer. At a boundary, receive one with a checkout link, then settle or relay.`,
  },
];

export const LADDER: readonly LadderRung[] = [
  { rung: 'advisory-local', durability: 'unsigned' },
  { rung: 'attested-remote', durability: 'Ed25519-signed, replayable' },
  { rung: 'grant-bound', durability: 'declared seam: attestations bound to an organizational grant (not built)' },
];

export const NOT_FOR: readonly string[] = [
  'load testing or fuzzing a target',
  'penetration testing or auth bypass',
  'verifying targets the caller intends to game',
];

export const SURFACES: readonly Surface[] = [
  { path: '/llms.txt', title: 'llms.txt', note: 'this service for language models', type: 'text/markdown', rel: 'service-doc' },
  { path: '/llms-full.txt', title: 'llms-full.txt', note: 'the same with every endpoint and error', type: 'text/markdown' },
  {
    path: '/.well-known/agents.json',
    title: 'Agent card',
    note: 'interfaces, prices and trust',
    type: 'application/json',
    rel: 'service-meta',
  },
  {
    path: '/icp.json',
    title: 'Who this is for',
    note: 'classes of agents and their first call',
    type: 'application/json',
    rel: 'describedby',
  },
  { path: '/openapi.json', title: 'OpenAPI description', note: 'every route, every answer', type: 'application/json', rel: 'service-desc' },
  {
    path: '/.well-known/api-catalog',
    title: 'API catalog',
    note: 'a linkset of all surfaces',
    type: 'application/linkset+json',
    rel: 'api-catalog',
  },
  { path: '/.well-known/mcp/server-card.json', title: 'MCP server card', note: 'where MCP is spoken', type: 'application/json' },
  { path: '/.well-known/jwks.json', title: 'Signing keys', note: 'current, next and historic', type: 'application/jwk-set+json' },
  { path: '/self', title: 'Self-report', note: 'this service graded by itself, signed', type: 'text/markdown' },
  { path: '/offers/attested-run', title: 'Offer', note: 'the shape of a 402 offer; no amounts', type: 'application/problem+json' },
  { path: '/health', title: 'Health', note: 'whether the service works', type: 'application/json', rel: 'status' },
  { path: '/about', title: 'About', note: 'who runs this, how to opt out, what is stored', type: 'text/html' },
];

/** What a caller may name in place of the default pack. */
export const PACK_WORDS = `Name of another bundled pack: ${bundledNames().join(', ')}.`;

export const TOOLS: readonly Tool[] = [
  {
    name: 'verify_domain',
    title: 'Grade a domain',
    description:
      'Grades how well a public domain’s published surfaces work for software agents: a grade from A+ to F, points, and a verdict with a reason for every check, and of those that fail ' +
      'what was found and what to do. ' +
      'Answers with the fresh stored grade where there is one, and runs otherwise. Advisory: gate on verify_pinned_spec.',
  },
  {
    name: 'discover_domain',
    title: 'Find what a domain publishes',
    description:
      'Lists the agent surfaces that a public domain publishes: which, where, of what dialect and media type, and what each says of itself. Judges nothing.',
  },
  {
    name: 'explain_check',
    title: 'Explain one check of a report',
    description:
      'Gives one check of a report whole: every finding, why it matters, what to do, and what to serve instead where that can be known.',
  },
  {
    name: 'verify_pinned_spec',
    title: 'Hold a target to a pinned spec',
    description:
      'Runs a pinned spec (a resolved pack) against a public domain. passed is true only at the ratified digest, when everything was seen and every rule holds. ' +
      'Give expectedDigest, and the spec itself unless it is bundled or stored; leave the seed out in a gate.',
  },
];
