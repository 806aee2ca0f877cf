// An error of JSON-RPC (section 5.1) for what never became a call: why, and the id where one could be read.

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const NO_BATCHES = 'batches are not taken: send one message at a time';

export const refusal = (code: number, message: string, id: string | number | null = null): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
