// An MCP endpoint that speaks both eras, as a route: what honest sites serve and what twists build on. Fixed answers, no state but the session's name.
import type { Ask, Reply } from './site.ts';

export interface Tool {
  name: string;
  description: string;
  inputSchema: { [keyword: string]: unknown };
}

export interface Endpoint {
  tools: readonly Tool[];
  /** How many tools a page of the list holds. */
  page?: number;
  capabilities?: { [name: string]: unknown };
}

const VERSIONS = ['2026-07-28', '2025-11-25'];

export const tool = (name: string): Tool => ({
  name,
  description: `What ${name.replaceAll('_', ' ')} says.`,
  inputSchema: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 50 } }, additionalProperties: false },
});

function listed({ tools, page = 50 }: Endpoint, cursor: unknown) {
  const from = typeof cursor === 'string' ? Number(cursor) : 0;
  const next = from + page;
  return {
    resultType: 'complete',
    ttlMs: 3_600_000,
    cacheScope: 'public',
    tools: tools.slice(from, next),
    ...(next < tools.length ? { nextCursor: String(next) } : {}),
  };
}

interface Message {
  id?: unknown;
  method?: string;
  params?: { cursor?: unknown };
}

function resultOf(message: Message, endpoint: Endpoint, name: string): object | null {
  const serverInfo = { name, version: '1.4.0' };
  const capabilities = endpoint.capabilities ?? { tools: {} };
  if (message.method === 'server/discover')
    return {
      resultType: 'complete',
      supportedVersions: VERSIONS,
      capabilities,
      ttlMs: 3_600_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    };
  if (message.method === 'initialize') return { protocolVersion: VERSIONS[1], capabilities, serverInfo };
  if (message.method === 'tools/list') return listed(endpoint, message.params?.cursor);
  return null;
}

/** What POST gets. */
export function spoken(ask: Ask, endpoint: Endpoint, name: string): Reply {
  const message = (ask.json ?? {}) as Message;
  if (message.method === 'notifications/initialized') return { status: 202 };
  const id = message.id ?? null;
  const result = resultOf(message, endpoint, name);
  if (result === null) return { status: 400, json: { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } } };
  return {
    ...(message.method === 'initialize' ? { headers: { 'mcp-session-id': 'session-1' } } : {}),
    json: { jsonrpc: '2.0', id, result },
  };
}
