// Sends a document in one form, with what caches need to know: its type, its own ETag, and that it depends on Accept. It renders nothing.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSP } from '../../report/html/assets.ts';
import { allBytes, type Content, piecesOf, whole } from '../../report/written.ts';
import { contentType, type Form } from './negotiate.ts';
import { answerInTurn } from './turns.ts';

/** Of exact bytes under their digest. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** Of documents that change with the software or its keys. */
export const WHILE = 'public, max-age=300';

export interface Sent {
  form: Form;
  body: string | Uint8Array | Content;
  status?: number;
  /** The document has other forms. */
  varies?: boolean;
  cache?: string;
  /** Strong; a hash of the bytes unless given. */
  etag?: string;
}

function hash(content: Content): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(content)) hash.update(piece);
  return hash.digest('base64url').slice(0, 27);
}

const contentOf = (body: Sent['body']): Content => (typeof body === 'string' || body instanceof Uint8Array ? whole(body) : body);
const tagOf = (body: Sent['body'], etag: string | undefined): string => `"${etag ?? hash(contentOf(body))}"`;

/** A piece at a time, as fast as it is taken, and not before its turn comes: a body of five megabytes takes a tenth of a second. */
async function* written(content: Content): AsyncGenerator<Buffer> {
  const pieces = piecesOf(content);
  for (;;) {
    const { done, value } = await answerInTurn(() => pieces.next());
    if (done) return;
    yield Buffer.from(value);
  }
}

/** What a message brings about is no copy that its client has. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** RFC 9110 13.1.2: weak comparison of the list. */
function isKnown({ method, headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined || !READING.has(method)) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** No: its client wants its head alone, or has it. */
export const givesBody = (request: FastifyRequest, { body, etag }: Pick<Sent, 'body' | 'etag'>): boolean =>
  request.method !== 'HEAD' && !isKnown(request, tagOf(body, etag));

export function send(reply: FastifyReply, { form, body, status = 200, varies, cache, etag }: Sent): FastifyReply {
  const content = contentOf(body);
  const tag = tagOf(body, etag);
  reply.header('etag', tag).header('cache-control', cache ?? 'no-cache');
  const vary = reply.getHeader('vary');
  if (varies) reply.header('vary', vary === undefined ? 'Accept' : `${vary}, Accept`);
  if (form === 'html') reply.header('content-security-policy', CSP);
  if (status === 200 && isKnown(reply.request, tag)) return reply.code(304).send();
  reply.code(status).header('content-type', contentType(form));
  if (content.bodies.length === 0) return reply.send(allBytes(content));
  return reply.header('content-length', content.size).send(Readable.from(written(content), { objectMode: false }));
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
export const asJson = (value: unknown): Pick<Sent, 'form' | 'body'> => ({ form: 'json', body: jsonText(value) });

export const sendJson = (reply: FastifyReply, value: unknown, more: Partial<Sent> = {}): FastifyReply =>
  send(reply, { ...asJson(value), ...more });
