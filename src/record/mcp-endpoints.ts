// The one place that says which addresses a site itself declares as endpoints of MCP (or as JSON-RPC interfaces of A2A): nothing else is posted to
// without consent. It is a matter of safety, not of any rule, and grades nobody.
import { isObject, type Members } from '../contract/json.ts';
import { isSameEndpoint, plainAddress } from '../contract/plain-address.ts';
import { MiB } from '../contract/units.ts';
import type { Node, Observation } from './observation.ts';
import type { Record } from './record.ts';

/** agents: a card of an agent; card: one of an MCP server, or its manifest; catalog: of such cards; links: a linkset, or Link fields; list: llms.txt. */
type Kind = 'agents' | 'card' | 'catalog' | 'links' | 'list';

/** Documents by which a site speaks for itself. Any other document of it may hold what its users wrote. */
const PLACES: { readonly [path: string]: Kind } = {
  '/.well-known/agents.json': 'agents',
  '/agents.json': 'agents',
  '/.well-known/agent-card.json': 'agents',
  '/.well-known/agent.json': 'agents',
  '/.well-known/mcp': 'card',
  '/.well-known/mcp.json': 'card',
  '/.well-known/mcp/server-card.json': 'card',
  '/.well-known/mcp/server.json': 'card',
  '/.well-known/ai-catalog.json': 'catalog',
  '/.well-known/api-catalog': 'links',
  '/': 'links',
  '/llms.txt': 'list',
};

/** Media types of documents that a catalog names. */
const TYPES: { readonly [type: string]: Kind } = {
  'application/mcp-server-card+json': 'card',
  'application/a2a-agent-card+json': 'agents',
  'application/ai-catalog+json': 'catalog',
};

/** Relations of links to documents that declare. */
const RELATIONS: { readonly [relation: string]: Kind } = { 'api-catalog': 'links', linkset: 'links', 'ai-catalog': 'catalog' };

/** A document that is larger declares nothing: cards are small. */
const MOST_BYTES = MiB;
const MOST = 1000;
/** A chain of documents that name one another: a catalog, one within it, a card. */
const DEEPEST = 4;

/** A link whose relation or media type speaks of MCP. */
const SAYS_MCP = /(?:^|[^a-z])(?:mcp|modelcontextprotocol)(?:[^a-z]|$)/i;
/** Where a link alone declares: an address of the usual name. A page about MCP, such as /docs/mcp, is no endpoint. */
const MCP_PATH = /^(?:\/api|\/v\d+)*\/mcp\/?$/i;

/** A member of a card that holds such an address as text, and members around it that say no more than that an address stands there. */
const NAMES_MCP = /^(?:mcp(?:[-_]?(?:url|uri|endpoint|address|servers?))?|server[-_]?ur[il])$/i;
const NAMES_PLACES =
  /^(?:interfaces|protocols|endpoints?|capabilities|discovery|integrations|services?|servers?|remote|transports?|url|uri|href|address|http)$/i;
const DEEPEST_NAMES = 3;

const own = <T>(table: { readonly [key: string]: T }, key: unknown): T | undefined =>
  typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;

const items = (value: unknown): Members[] => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject);

class Declared {
  readonly mcp = new Set<string>();
  readonly a2a = new Set<string>();
  /** Documents that it names, by what they are. */
  readonly documents = new Map<string, Kind>();

  constructor(private readonly base: string) {}

  #url(text: unknown): string | undefined {
    if (typeof text !== 'string' || text === '' || !URL.canParse(text, this.base)) return undefined;
    const { href, protocol } = new URL(text, this.base);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  }

  endpoint(text: unknown, speaks: Set<string> = this.mcp): void {
    const url = this.#url(text);
    if (url !== undefined && speaks.size < MOST) speaks.add(plainAddress(url));
  }

  document(text: unknown, kind: Kind | undefined): void {
    const url = this.#url(text);
    if (kind && url !== undefined && this.documents.size < MOST) this.documents.set(url, kind);
  }

  endpointByPath(text: unknown): void {
    const url = this.#url(text);
    if (url !== undefined && MCP_PATH.test(new URL(url).pathname) && new URL(url).search === '') this.endpoint(url);
  }
}

function server(value: unknown, out: Declared): void {
  if (!isObject(value)) return;
  out.endpoint(value.url);
  out.endpoint(value.endpoint);
}

/** Texts of a card at addresses of the usual name, where one of the names that lead to them says MCP. */
function namedEndpoints(value: unknown, names: readonly string[], out: Declared): void {
  if (typeof value === 'string' && names.some((name) => NAMES_MCP.test(name))) out.endpointByPath(value);
  if (Array.isArray(value)) for (const one of value) namedEndpoints(one, names, out);
  else if (isObject(value) && names.length < DEEPEST_NAMES)
    for (const [name, member] of Object.entries(value))
      if (NAMES_MCP.test(name) || NAMES_PLACES.test(name)) namedEndpoints(member, [...names, name], out);
}

function agents(value: Members, out: Declared): void {
  const mcp = isObject(value.interfaces) ? value.interfaces.mcp : undefined;
  const list = Array.isArray(value.mcp) ? value.mcp : [];
  const lists = [mcp, isObject(mcp) ? mcp.servers : undefined, list, value.mcpServers, value.mcp_servers];
  for (const one of [mcp, value.mcp, ...lists.flatMap(items)]) server(one, out);
  // As text it is an address; anything else is a command.
  if (typeof mcp === 'string' && /^(?:https?:\/\/|\/)/.test(mcp)) out.endpoint(mcp);
  namedEndpoints(value, [], out);
  if (isObject(mcp)) out.document(mcp.serverJson ?? mcp.server_json, 'card');
  const isJsonRpc = (binding: unknown): boolean => typeof binding === 'string' && /^json-?rpc$/i.test(binding);
  for (const one of items(value.supportedInterfaces)) if (isJsonRpc(one.protocolBinding)) out.endpoint(one.url, out.a2a);
  for (const one of items(value.additionalInterfaces)) if (isJsonRpc(one.transport)) out.endpoint(one.url, out.a2a);
  // Cards before version 0.3 name neither their version nor a transport.
  if (value.skills === undefined || value.supportedInterfaces !== undefined) return;
  if (value.preferredTransport === undefined || isJsonRpc(value.preferredTransport)) out.endpoint(value.url, out.a2a);
}

function card(value: Members, out: Declared): void {
  for (const name of ['remotes', 'endpoints', 'servers', 'mcpServers', 'transports'] as const)
    for (const one of items(value[name])) server(one, out);
  if (isObject(value.server)) for (const one of items(value.server.remotes)) server(one, out);
  server(value.transport, out);
  namedEndpoints(value, [], out);
  out.endpoint(value.endpoint);
  // The url of a whole card is the website's.
  if (value.name === undefined || value.version === undefined) out.endpoint(value.url);
}

function catalog(value: Members, out: Declared): void {
  for (const entry of items(value.entries)) {
    out.document(entry.url, own(TYPES, entry.type) ?? own(TYPES, entry.mediaType));
    if (isObject(entry.data)) for (const one of items(entry.data.remotes)) server(one, out);
  }
}

function links(record: Record, out: Declared): void {
  const view = record.read('linkset');
  if (!view.ok || !isObject(view.value)) return;
  for (const { rel, type, href } of items(view.value.links)) {
    const kind = own(RELATIONS, rel) ?? own(TYPES, type);
    if (kind) out.document(href, kind);
    else if (SAYS_MCP.test(String(rel)) || SAYS_MCP.test(String(type ?? ''))) out.endpoint(href);
    else out.endpointByPath(href);
  }
}

/** Every address of the usual name that the text holds, as a link or by itself. */
function list(record: Record, out: Declared): void {
  const view = record.read('text');
  if (!view.ok || !isObject(view.value)) return;
  const words = String(view.value.text).split(/[\s()<>[\]"'`]+/);
  // The last word of what was cut may go on.
  if (record.source?.truncated) words.pop();
  for (const word of words) if (/mcp\/?[.,;:]?$/i.test(word)) out.endpointByPath(word.replace(/[.,;:]$/, ''));
}

const READERS: { readonly [kind in 'agents' | 'card' | 'catalog']: (value: Members, out: Declared) => void } = { agents, card, catalog };

/** Each document is read once for all that may be posted: an answer may name thousands of addresses. */
const read = new WeakMap<Record, Map<Kind, Declared>>();

function declaredIn(record: Record, kind: Kind): Declared {
  const known = read.get(record) ?? new Map<Kind, Declared>();
  read.set(record, known);
  let out = known.get(kind);
  if (!out) {
    out = new Declared(record.url);
    known.set(kind, out);
    if (!speaksForItself(record)) return out;
    if (kind === 'links') links(record, out);
    else if (kind === 'list') list(record, out);
    else {
      const view = record.read('json');
      if (view.ok && isObject(view.value)) READERS[kind](view.value, out);
    }
  }
  return out;
}

/** It was got, and is no more than a card may be. */
function speaksForItself({ request, answer, stopped, source }: Record): boolean {
  const { status = 0, failure } = answer;
  if (request.method !== 'GET' || stopped !== undefined || status < 200 || status > 299) return false;
  return (failure === undefined || failure.phase === 'body') && (source?.bytes.length ?? 0) <= MOST_BYTES;
}

/** What a document at an address is, where the target itself has its declarations. */
function kindAt(url: string, target: string): Kind | undefined {
  const { origin, pathname, search } = new URL(url);
  return origin === target && search === '' ? own(PLACES, pathname) : undefined;
}

/** What an exchange is by the place that it was got from, or by the document that named it. */
function kindOf({ record, item }: Observation, target: string, depth = 0): Kind | undefined {
  const { url } = record.request;
  const placed = kindAt(url, target);
  if (placed || !item?.observation || depth >= DEEPEST) return placed;
  const kind = kindOf(item.observation, target, depth + 1);
  return kind && declaredIn(item.observation.record, kind).documents.get(url);
}

const methodOf = (body: string | undefined): unknown => {
  const value: unknown = JSON.parse(body ?? 'null');
  return isObject(value) ? value.method : undefined;
};

type Post = Pick<Record['request'], 'url' | 'body'>;

const isDeclared = ({ mcp, a2a }: Declared, { url, body }: Post): boolean =>
  mcp.has(plainAddress(url)) || (a2a.has(plainAddress(url)) && methodOf(body) === 'ping');

/**
 * Whether a body of MCP may go to the address that a template took from an answer: the document that it stands in declares it, or it was posted to before.
 * Only that one document is asked, so that the order in which others arrive changes nothing.
 */
export function mayBePosted(post: Post, from: Node | undefined, target: string): boolean {
  const { observation } = from ?? {};
  if (!observation) return false;
  const { request } = observation.record;
  // An interface of A2A was sent a ping, and gets nothing else.
  if (request.method === 'POST')
    return isSameEndpoint(post.url, request.url) && (methodOf(request.body) !== 'ping' || methodOf(post.body) === 'ping');
  const kind = kindOf(observation, target);
  return kind !== undefined && isDeclared(declaredIn(observation.record, kind), post);
}

/** The same for somebody who saw the exchanges of a run and knows no templates: any document of the site may declare it. */
export function isDeclaredAmong(records: readonly Record[], post: Post, target: string): boolean {
  const all = new Set<Declared>();
  const others: Record[] = [];
  for (const record of records) {
    const placed = kindAt(record.request.url, target);
    if (placed) all.add(declaredIn(record, placed));
    else others.push(record);
  }
  // What declarations name may declare too, and name others.
  for (let depth = 0, known = 0; depth < DEEPEST && all.size > known; depth++) {
    known = all.size;
    const kindsOf = ({ request }: Record): Kind[] => [...all].flatMap(({ documents }) => documents.get(request.url) ?? []);
    for (const [record, kinds] of others.map((one) => [one, kindsOf(one)] as const))
      for (const kind of kinds) all.add(declaredIn(record, kind));
  }
  return [...all].some((declared) => isDeclared(declared, post));
}
