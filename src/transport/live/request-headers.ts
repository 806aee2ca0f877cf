// The header fields of a hop as they go on the wire: exactly what the engine says. It must not add a field.
import type { HeaderMap, Request } from '../../contract/generated/types.ts';
import { TransportFault } from './fault.ts';

/** Framing, routing and credentials belong to the connection or to nobody; a request that names one is not sent. */
const NEVER = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
  'proxy-authorization',
]);
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** got writes its own user-agent unless the name is there, even with undefined as its value. */
export function wireHeaders(request: Request): { [name: string]: string | undefined } {
  const headers: { [name: string]: string | undefined } = { 'user-agent': undefined };
  for (const [given, value] of Object.entries(request.headers as HeaderMap)) {
    const name = given.toLowerCase();
    if (!NAME.test(name) || !VALUE.test(value))
      throw new TransportFault('own-fault', 'headers', 'a request header is not one that can be sent');
    if (NEVER.has(name) || name === '__proto__')
      throw new TransportFault('own-fault', 'headers', `the request header ${name} is never sent`);
    headers[name] = value;
  }
  return headers;
}
