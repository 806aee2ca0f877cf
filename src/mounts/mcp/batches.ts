// Batches of JSON-RPC over HTTP, which the protocol does not have any more: each is answered with one refusal, and nothing in it is read as work.
import type { ServerResponse } from 'node:http';
import { INVALID_REQUEST, NO_BATCHES, refusal } from './refusal.ts';

/** Whether the body is a batch; it has been answered with 400 then. */
export function refusesBatch(body: unknown, response: ServerResponse): boolean {
  if (!Array.isArray(body)) return false;
  response.writeHead(400, { 'content-type': 'application/json' }).end(refusal(INVALID_REQUEST, NO_BATCHES));
  return true;
}
