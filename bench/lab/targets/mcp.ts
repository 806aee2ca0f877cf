// Targets whose MCP endpoint is made to cost: streams that never end, pages that never end, tools without number.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { siteWith } from './site.ts';
import type { HostileTarget } from './target.ts';

interface Message {
  id?: unknown;
  method?: string;
  params?: { cursor?: string; protocolVersion?: string };
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const tool = (i: number, more: object = {}): object => ({ name: `t${i}`, description: 'x', inputSchema: { type: 'object' }, ...more });

async function messageOf(request: IncomingMessage): Promise<Message> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text) as Message;
  } catch {
    return {};
  }
}

const SHAKE: Record<string, object> = {
  'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: { tools: {} } },
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
};

/** Shakes hands as it should, and lists as it likes. */
const listing =
  (list: (message: Message, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    void messageOf(request).then((message) => {
      const hand = SHAKE[message.method ?? ''];
      if (message.method === 'notifications/initialized') response.writeHead(202).end();
      else if (hand)
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: hand }));
      else list(message, response);
    });
  };

const saying =
  (result: (message: Message) => object): RequestListener =>
  (request, response) =>
    listing(
      (message, to) =>
        void to
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: result(message) })),
    )(request, response);

/** A stream of events for everybody who asks for anything. */
const streaming =
  (piece: string, every: number): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(piece), every);
    response.on('close', () => clearInterval(timer)).on('error', () => {});
  };

const endpoint = (name: string, does: string, listener: () => RequestListener): HostileTarget =>
  siteWith(`mcp-${name}`, `MCP: ${does}`, () => ({ '/mcp': listener() }));

let page = 0;

export const MCP: readonly HostileTarget[] = [
  endpoint('comments', 'a stream of comments that never ends', () => streaming(': x\n\n', 50)),
  endpoint('events', 'a stream of other events that never ends', () => streaming('data: {"jsonrpc":"2.0","method":"x"}\n\n', 1)),
  endpoint('line', 'one line of an event that never ends', () => streaming(`data: ${'x'.repeat(16_384)}`, 1)),
  endpoint('silent', 'a stream that says nothing', () => streaming('', 60_000)),
  endpoint('cursor', 'a list whose cursor stays the same', () => saying(() => ({ tools: [tool(1)], nextCursor: 'again' }))),
  endpoint('pages', 'a list with always one page more', () => saying(() => ({ tools: [tool(page)], nextCursor: `p${page++}` }))),
  endpoint('tools', '10,000 tools', () => saying(() => ({ tools: many(10_000, (i) => tool(i)) }))),
  endpoint('schemas', 'tools whose schemas are 2,000 deep', () =>
    saying(() => ({
      tools: many(20, (i) => tool(i, { inputSchema: JSON.parse(`${'{"not":'.repeat(2000)}{}${'}'.repeat(2000)}`) as object })),
    })),
  ),
  endpoint('batch', 'an answer of 50,000 messages', () =>
    listing(
      (message, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(many(50_000, () => ({ jsonrpc: '2.0', id: message.id, result: { tools: [] } })))),
    ),
  ),
  endpoint(
    'redirect',
    'a handshake that is sent on for ever',
    () => (_request, response) => void response.writeHead(307, { location: '/mcp' }).end(),
  ),
];
