// The server of the library, which tells callers of their own faults in plain words: by itself it hands out what its validator dumps, some of it as a fault of ours.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type SpecTypeName,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { isObject } from '../../contract/json.ts';

type Handler = Parameters<Server['_wrapHandler']>[1];

/** What each method takes, by its name in the protocol. */
const TAKES: Readonly<Record<string, SpecTypeName>> = {
  initialize: 'InitializeRequest',
  'tools/list': 'ListToolsRequest',
  'tools/call': 'CallToolRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/read': 'ReadResourceRequest',
};

/** The first fault of a request in one sentence; undefined where there is none. */
function faultOf(method: string, request: unknown): string | undefined {
  const name = TAKES[method];
  const first = name && specTypeSchemas[name]['~standard'].validate(request).issues?.[0];
  if (!first) return undefined;
  const path = (first.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  const found = path.reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), request);
  const place = path.join('.');
  return found === undefined ? `${method} needs ${place}, which is missing` : `${place} is not of the kind that ${method} takes`;
}

/** A tool is named, and its arguments are no object: a model can mend that, and is answered like for any other wrong arguments. */
const hasOddArguments = ({ params }: { params?: Record<string, unknown> }): boolean =>
  typeof params?.name === 'string' && params.arguments !== undefined && !isObject(params.arguments);

type Called = (name: string, given: unknown, context: ServerContext) => Promise<CallToolResult>;

export class PlainServer extends Server {
  #called: Called | undefined;

  onCall(called: Called): void {
    this.#called = called;
    this.setRequestHandler('tools/call', ({ params }, context) => called(params.name, params.arguments, context));
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      if (method === 'tools/call' && this.#called && hasOddArguments(request)) {
        const { name, arguments: given } = request.params as { name: string; arguments: unknown };
        return this.#called(name, given, context);
      }
      const fault = faultOf(method, request);
      if (fault !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault);
      return wrapped(request, context);
    };
  }
}
