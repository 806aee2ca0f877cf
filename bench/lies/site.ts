// A generated site: what it publishes and what it answers. A function from request to answer; it must not open a socket or read a clock.
import type { FailureCode, HeaderMap } from '../../src/contract/generated/types.ts';
import type { Card, Catalog, Contract, OperationSpec, Profile } from './documents.ts';

export interface Ask {
  method: string;
  url: URL;
  headers: HeaderMap;
  /** The body as JSON, where it is some. */
  json?: unknown;
  /** How many requests came before: of this method and address, and of any. Only answers that are said to change may look at them. */
  before: number;
  total: number;
}

export interface Reply {
  /** 200 unless said. */
  status?: number;
  /** Media type; application/json where there is json and nothing else is said. */
  type?: string;
  headers?: HeaderMap;
  json?: unknown;
  body?: string | Buffer;
  /** In place of a response, or after its body. */
  failure?: FailureCode;
}

export type Route = Reply | ((ask: Ask, site: Site) => Reply);
/** Something between the service and the client: it may change an answer, or give one of its own. */
export type Layer = (ask: Ask, reply: Reply, site: Site) => Reply;

export type Kind = 'health' | 'about' | 'report' | 'list' | 'item' | 'search' | 'stats' | 'latest' | 'by-state';

/** A GET operation that a client without a key can ask, as the document says. */
export interface Operation {
  kind: Kind;
  /** Template in the document. */
  path: string;
  /** Key of its route: method, space, path of the call on its origin. */
  key: string;
  /** The operation in the document. */
  spec: OperationSpec;
}

export interface Site {
  seed: number;
  size: number;
  name: string;
  origin: string;
  /** Path under which the API lives: empty, or such as /v1. */
  prefix: string;
  contract: Contract;
  contractPath: string;
  /** The contract as text, for where it is not plain JSON or YAML. */
  write?: (contract: Contract) => string;
  card: Card;
  /** Lines of llms.txt. */
  llms: string[];
  profile: Profile;
  catalog: Catalog;
  /** Links in the header of the root. */
  rootLinks: string[];
  /** Operations that can be asked, as many as the size says. */
  operations: Operation[];
  /** By METHOD /path on the own origin, or METHOD https://host/path on another one. */
  routes: Map<string, Route>;
  /** By beginnings of paths, for what no route answers; the first that fits. */
  prefixes: [string, Route][];
  /** For what nothing else answers. */
  unknown: Route;
  /** From the inside out. */
  layers: Layer[];
}

const replyOf = (route: Route, ask: Ask, site: Site): Reply => (typeof route === 'function' ? route(ask, site) : route);

/** Whether anything is known of an origin; other names do not exist. */
function knows(site: Site, origin: string): boolean {
  return origin === site.origin || [...site.routes.keys()].some((key) => key.includes(` ${origin}/`));
}

/** What the site answers; null where the name of the host does not exist. */
export function replyTo(site: Site, ask: Ask): Reply | null {
  const { origin, pathname } = ask.url;
  if (!knows(site, origin)) return null;
  const place = origin === site.origin ? pathname : origin + pathname;
  const own = site.routes.get(`${ask.method} ${place}`) ?? (ask.method === 'HEAD' ? site.routes.get(`GET ${place}`) : undefined);
  const route = own ?? site.prefixes.find(([start]) => place.startsWith(start))?.[1] ?? site.unknown;
  return site.layers.reduce((reply, layer) => layer(ask, reply, site), replyOf(route, ask, site));
}

/** What the site's own route answers to a plain GET of an operation: what lies and twists change. */
export function honestReply(site: Site, operation: Operation, ask?: Ask): Reply {
  const url = new URL(operation.key.replace(/^GET /, ''), site.origin);
  const plain: Ask = { method: 'GET', url, headers: { accept: '*/*' }, before: 0, total: 0 };
  return replyOf(site.routes.get(operation.key)!, ask ?? plain, site);
}

/** Puts a change over the answer of an operation, whatever is asked there; one that has no route of its own stays as it is. */
export function alter(site: Site, operation: Operation, change: (reply: Reply, ask: Ask) => Reply): void {
  const before = site.routes.get(operation.key);
  if (before === undefined) return;
  site.routes.set(operation.key, (ask) => change(replyOf(before, ask, site), ask));
}
