// MCP over Streamable HTTP, stateless in both eras. The HTTP mount hands it raw requests whose body was parsed; it knows no other route.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { BundledPacks } from '../../service/packs.ts';
import type { Caller } from '../../service/service.ts';
import type { ToolService } from './call.ts';
import { BAD_ID, hasBadId, INVALID_REQUEST, NO_BATCHES, refusal } from './refusal.ts';
import { mcpServer } from './server.ts';

// The Origin rule, and the Host rule of a service on loopback: pages of other sites must not reach an MCP server through a browser.
const LOOPBACK: ReadonlySet<string> = new Set(localhostAllowedHostnames());

/**
 * Whether the request may proceed; it has been answered with 403 otherwise. A public service needs no Host rule: it holds nothing that rebinding a
 * name to it would reach, and proxies before it write what they like.
 */
function mayProceed(request: IncomingMessage, response: ServerResponse, own: string): boolean {
  const { hostname } = new URL(own);
  const allowed = [...new Set([hostname, ...LOOPBACK])];
  if (LOOPBACK.has(hostname) && !hostHeaderValidation(allowed)(request, response)) return false;
  if (!originValidation(allowed)(request, response)) return false;
  const { origin } = request.headers;
  if (origin !== undefined)
    response.setHeader('access-control-allow-origin', origin).setHeader('access-control-expose-headers', '*').setHeader('vary', 'Origin');
  return true;
}

/** A batch, which the protocol does not have any more, is answered with one refusal, and nothing in it is read as work; so is an id that no answer could bear. */
function refuses(body: unknown, response: ServerResponse): boolean {
  const why = Array.isArray(body) ? NO_BATCHES : hasBadId(body) ? BAD_ID : undefined;
  if (why === undefined) return false;
  response.writeHead(400, { 'content-type': 'application/json' }).end(refusal(INVALID_REQUEST, why));
  return true;
}

export interface McpOverHttp {
  (request: IncomingMessage, response: ServerResponse, body: unknown, caller: Caller): Promise<void>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

export interface McpOverHttpOptions {
  /** Public origin of the service; known once it listens. */
  own(): string;
  packs: BundledPacks;
  /** Hears of our own faults. */
  onFault?(error: unknown): void;
}

/** Streams of clients that listen for changes. Nothing here ever changes, so that few are enough. */
const SUBSCRIPTIONS = 64;

export function mcpOverHttp(verifier: ToolService, { own, packs, onFault = () => undefined }: McpOverHttpOptions): McpOverHttp {
  const callers = new AsyncLocalStorage<Caller>();
  const host = () => ({ verifier, packs, place: { own: own() }, caller: callers.getStore() ?? { address: '::' }, onFault });
  const handler = createMcpHandler(() => mcpServer(host), { maxSubscriptions: SUBSCRIPTIONS });
  const answer = toNodeHandler(handler, { onerror: onFault });
  const handle = async (request: IncomingMessage, response: ServerResponse, body: unknown, caller: Caller): Promise<void> => {
    if (!mayProceed(request, response, own()) || refuses(body, response)) return;
    await callers.run(caller, () => answer(request, response, body));
  };
  return Object.assign(handle, { close: () => handler.close() });
}
