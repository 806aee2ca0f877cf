// The Origin rule, and the Host rule of a service on loopback: pages of other sites must not reach an MCP server through a browser.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';

const LOOPBACK: ReadonlySet<string> = new Set(localhostAllowedHostnames());

/**
 * Whether the request may proceed; it has been answered with 403 otherwise. A public service needs no Host rule: it holds nothing that rebinding a
 * name to it would reach, and proxies before it write what they like.
 */
export function mayProceed(request: IncomingMessage, response: ServerResponse, own: string): boolean {
  const { hostname } = new URL(own);
  const allowed = [...new Set([hostname, ...LOOPBACK])];
  if (LOOPBACK.has(hostname) && !hostHeaderValidation(allowed)(request, response)) return false;
  if (!originValidation(allowed)(request, response)) return false;
  const { origin } = request.headers;
  if (origin !== undefined)
    response.setHeader('access-control-allow-origin', origin).setHeader('access-control-expose-headers', '*').setHeader('vary', 'Origin');
  return true;
}
