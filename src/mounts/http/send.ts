// Sends a document in one form, with what caches need to know: its type, its own ETag, and that it depends on Accept. It renders nothing.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSP } from '../../report/html/assets.ts';
import { contentType, type Form } from './negotiate.ts';

/** Of exact bytes under their digest. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** Of documents that change with the software or its keys. */
export const WHILE = 'public, max-age=300';

export interface Sent {
  form: Form;
  body: string | Uint8Array;
  status?: number;
  /** The document has other forms. */
  varies?: boolean;
  cache?: string;
  /** Strong; a hash of the bytes unless given. */
  etag?: string;
}

const hash = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('base64url').slice(0, 27);

/** RFC 9110 13.1.2: weak comparison of the list. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

export function send(request: FastifyRequest, reply: FastifyReply, { form, body, status = 200, varies, cache, etag }: Sent): FastifyReply {
  const tag = `"${etag ?? hash(body)}"`;
  reply.header('etag', tag).header('cache-control', cache ?? 'no-cache');
  const vary = reply.getHeader('vary');
  if (varies) reply.header('vary', vary === undefined ? 'Accept' : `${vary}, Accept`);
  if (form === 'html') reply.header('content-security-policy', CSP);
  if (status === 200 && matches(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply
    .code(status)
    .header('content-type', contentType(form))
    .send(typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

export const sendJson = (request: FastifyRequest, reply: FastifyReply, value: unknown, more: Partial<Sent> = {}): FastifyReply =>
  send(request, reply, { form: 'json', body: `${JSON.stringify(value, null, 2)}\n`, ...more });
