// POST /mcp. MCP answers with its own framing, and has its own rule about Origin: it is handed the sockets.
import type { IncomingMessage } from 'node:http';
import { callerOf } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { MEDIA, takesAll } from '../negotiate.ts';
import type { Route } from '../route.ts';

/** What a client of the older protocols has to take. */
const FORMS = ['json', 'events'] as const;

/** The library looks for the two names as they are written here: ranges, and names in capitals, say the same. */
function spellOut({ headers }: IncomingMessage): void {
  if (headers.accept !== undefined && takesAll(headers.accept, FORMS)) headers.accept = FORMS.map((form) => MEDIA[form]).join(', ');
}

const MESSAGE = { type: 'object', required: ['jsonrpc'], properties: { jsonrpc: { const: '2.0' } } } as const;

export const mcpRoute = (context: HttpContext): Route => ({
  method: 'POST',
  path: '/mcp',
  id: 'mcpMessage',
  tag: 'verify',
  summary: 'MCP over Streamable HTTP, both protocol eras, stateless.',
  takesSpecs: true,
  message: MESSAGE,
  answers: {
    200: { description: 'The answer to a JSON-RPC request.', content: { json: MESSAGE, events: { type: 'string' } } },
    202: { description: 'A notification was taken.' },
    400: { description: 'Not a message of the protocol, or of no version that is spoken.', content: { json: MESSAGE, problem: 'Problem' } },
    403: { description: 'A page of another site asked (its Origin).', content: { json: MESSAGE } },
    404: { description: 'There is no such method.', content: { json: MESSAGE } },
    406: { description: 'The client does not take both JSON and an event stream.', content: { json: MESSAGE } },
    415: { description: 'Nothing was sent.', content: { json: MESSAGE } },
  },
  async handle(request, reply) {
    // An answer that is written past the framework has none of its headers.
    for (const name of ['x-content-type-options', 'referrer-policy']) reply.raw.setHeader(name, reply.getHeader(name) ?? '');
    spellOut(request.raw);
    reply.hijack();
    await context.mcp(request.raw, reply.raw, request.body, callerOf(request));
  },
});
