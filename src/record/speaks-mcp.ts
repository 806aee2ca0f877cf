// Whether a POST is one of the methods of MCP that change nothing, by its body: such a one is no write. It sends nothing.
import type { Request } from '../contract/generated/types.ts';
import { parsedJson } from '../contract/json.ts';
import { mcpBodyFault } from '../pack/request-rules.ts';

export function speaksMcp({ method: http, body, headers }: Request): boolean {
  if (http !== 'POST' || headers['content-type'] !== 'application/json' || body === undefined) return false;
  return mcpBodyFault(parsedJson(body)) === undefined;
}
