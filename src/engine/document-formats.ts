// What a document is by its own shape, and what it says of itself: titles, versions and counts, quoted. It judges nothing.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { quote } from '../contract/quote.ts';
import type { ReadOther } from '../contract/view.ts';
import { list, member } from '../views/members.ts';

export interface Described {
  dialect: string;
  /** Of a protocol: those that it was heard to speak. */
  versions?: string[];
  claims: string[];
}

const MOST_TEXT = 120;
const MOST_VERSIONS = 5;

const has = (value: JsonObject, ...names: string[]): boolean => names.every((name) => Object.hasOwn(value, name));

/** `title: …` where the value is a text with anything in it. */
function textLine(label: string, value: Json | undefined): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [`${label}: ${quote(value, MOST_TEXT)}`] : [];
}

function countLine(label: string, value: Json | undefined): string[] {
  if (Array.isArray(value)) return [`${label}: ${value.length}`];
  return isObject(value) ? [`${label}: ${Object.keys(value).length}`] : [];
}

const readView = (read: ReadOther, name: string): Json | undefined => {
  const reading = read(name);
  return reading.ok ? reading.value : undefined;
};

/** An answer of an MCP server. Names of tools are for the target's own clients: only their number is told. */
function rpc(read: ReadOther): Described | undefined {
  const result = member(readView(read, 'jsonrpc'), 'result');
  if (!isObject(result)) return undefined;
  const info = member(result, 'serverInfo') ?? member(member(result, '_meta'), 'io.modelcontextprotocol/serverInfo');
  const versions = [member(result, 'protocolVersion'), ...list(result, 'supportedVersions')]
    .filter((version) => typeof version === 'string')
    .slice(0, MOST_VERSIONS)
    .map((version) => quote(version, MOST_TEXT / MOST_VERSIONS));
  if (has(result, 'tools')) return { dialect: 'mcp', claims: countLine('tools', result.tools) };
  const claims = [
    ...textLine('name', member(info, 'name')),
    ...textLine('version', member(info, 'version')),
    ...countLine('capabilities', result.capabilities),
  ];
  return { dialect: versions.length === 0 ? 'json-rpc' : 'mcp', versions, claims };
}

function contract(read: ReadOther): Described | undefined {
  const value = readView(read, 'openapi');
  const version = member(value, 'version');
  if (typeof version !== 'string') return undefined;
  const claims = [...textLine('title', member(value, 'title')), ...textLine('version', member(value, 'apiVersion'))];
  const counts = [...countLine('operations', member(value, 'operations')), ...countLine('servers', member(value, 'servers'))];
  return { dialect: `${version.startsWith('2') ? 'swagger' : 'openapi'} ${quote(version, 20)}`, claims: [...claims, ...counts] };
}

function links(read: ReadOther): Described | undefined {
  const value = readView(read, 'linkset');
  const source = member(value, 'source');
  if (typeof source !== 'string' || source === 'header') return undefined;
  return { dialect: source, claims: countLine('links', member(value, 'links')) };
}

/** JSON documents by the members that tell them apart, the most particular first. */
const SHAPES: readonly [dialect: string, is: (value: JsonObject) => boolean][] = [
  ['agents.json (wildcard)', (value) => has(value, 'agentsJson')],
  ['agents.json (AXP)', (value) => has(value, 'interfaces')],
  ['A2A agent card', (value) => has(value, 'skills') || has(value, 'supportedInterfaces')],
  ['icp.json', (value) => has(value, 'contract') && /\bicp$/.test(String(value.contract))],
  ['MCP server card', (value) => has(value, 'name', 'version') && (has(value, 'remotes') || has(value, 'packages'))],
  ['AI catalog', (value) => Array.isArray(member(value, 'entries'))],
  ['problem details', (value) => has(value, 'type', 'status') && typeof value.status === 'number'],
];
const NAMES = ['title', 'name', 'version', 'agentsJson', 'protocolVersion', 'contract'];
const COUNTS = ['interfaces', 'skills', 'remotes', 'packages', 'entries', 'flows', 'sources', 'classes', 'tools', 'offers'];

function document(read: ReadOther): Described | undefined {
  const value = readView(read, 'json');
  if (!isObject(value)) return undefined;
  const offers = countLine('offers', member(readView(read, 'offer'), 'offers'));
  const claims = [
    ...NAMES.flatMap((name) => textLine(name, member(value, name))),
    ...COUNTS.flatMap((name) => countLine(name, member(value, name))),
    ...offers,
  ];
  return { dialect: SHAPES.find(([, is]) => is(value))?.[0] ?? 'json', claims: [...new Set(claims)] };
}

function prose(read: ReadOther): Described | undefined {
  const value = readView(read, 'markdown');
  if (!isObject(value)) return undefined;
  return {
    dialect: 'markdown',
    claims: [
      ...textLine('title', member(value, 'title')),
      ...countLine('sections', member(value, 'sections')),
      ...countLine('links', member(value, 'links')),
    ],
  };
}

/** `kind` is what the body is when no view knows more of it; `posted`: it answers a message, not a question for a document. */
export function described(read: ReadOther, kind: string, posted: boolean): Described {
  const readers = posted ? [rpc] : kind === 'json' || kind === 'yaml' ? [contract, links, document] : kind === 'html' ? [] : [links, prose];
  for (const reader of readers) {
    const found = reader(read);
    if (found) return found;
  }
  return { dialect: kind, claims: [] };
}
