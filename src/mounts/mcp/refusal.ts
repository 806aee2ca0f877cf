// An error of JSON-RPC (section 5.1) for what never became a call: why, and the id where one could be read.
import { isObject } from '../../contract/json.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const NO_BATCHES = 'batches are not taken: send one message at a time';
export const BAD_ID = 'an id has to be text or an integer of at most 2^53 - 1';

/** Whether an answer could not bear the id as it was sent: greater integers were changed where they were read. */
export const hasBadId = (message: unknown): boolean =>
  isObject(message) && 'method' in message && 'id' in message && typeof message.id !== 'string' && !Number.isSafeInteger(message.id);

export const refusal = (code: number, message: string, id: string | number | null = null): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
