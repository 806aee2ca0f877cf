// A generated site as a transport in process: bodies are cut and decoded as the live one does it. It must not know what is a lie.

import { bodiless } from '../../src/contract/bodiless.ts';
import type { Answer, HeaderMap } from '../../src/contract/generated/types.ts';
import type { Hop, Transport } from '../../src/contract/transport.ts';
import { BodyReader, codingsOf } from '../../src/transport/body-reader.ts';
import { registrableInFixture } from '../../src/transport/registrable.ts';
import { storedBody } from '../../src/transport/stored-body.ts';
import { type Ask, type Reply, replyTo, type Site } from './site.ts';

const TIMING = { startedAt: '1970-01-01T00:00:00.000Z', firstByte: 0, total: 0 };

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const bytesOf = ({ json, body }: Reply): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body ?? (json === undefined ? '' : JSON.stringify(json)), 'utf8');

function headersOf(reply: Reply, length: number, status: number): HeaderMap {
  const type = reply.type ?? (reply.json === undefined ? undefined : 'application/json');
  return Object.assign(
    Object.create(null) as HeaderMap,
    type === undefined ? {} : { 'content-type': type },
    bodiless('GET', status) ? {} : { 'content-length': String(length) },
    reply.headers ?? {},
  );
}

async function received(reply: Reply, hop: Hop): Promise<Answer> {
  const { failure } = reply;
  if (failure && reply.status === undefined) return { failure: { code: failure }, timing: { ...TIMING } };
  const status = reply.status ?? 200;
  const bytes = bytesOf(reply);
  const headers = headersOf(reply, bytes.length, status);
  const answer: Answer = { status, headers, wireBytes: bytes.length, timing: { ...TIMING } };
  if (bodiless(hop.request.method, status)) return answer;
  const codings = codingsOf(headers['content-encoding'], hop.request.headers['accept-encoding']);
  if (codings === null) return { ...answer, wireBytes: 0, failure: { code: 'unsupported-encoding', phase: 'body' } };
  const reader = new BodyReader({ codings, cap: hop.bytes, full: () => {} });
  reader.write(bytes);
  const read = await reader.end();
  answer.body = storedBody(read.bytes);
  if (read.truncated) answer.truncated = true;
  if (read.failure) answer.failure = read.failure;
  else if (failure && !read.truncated) answer.failure = { code: failure, phase: 'body' };
  return answer;
}

/** Counts from nothing: each transport meets the site for the first time. */
export function transportOf(site: Site): Transport {
  const seen = new Map<string, number>();
  let total = 0;
  return {
    registrable: registrableInFixture,
    async send(hop, signal) {
      if (signal.aborted) return { failure: { code: 'aborted' }, timing: { ...TIMING } };
      const { method, url, headers, body } = hop.request;
      const key = `${method} ${url}`;
      const before = seen.get(key) ?? 0;
      seen.set(key, before + 1);
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const ask: Ask = { method, url: new URL(url), headers: lower, json: parsed(body), before, total: total++ };
      const reply = replyTo(site, ask);
      if (reply === null) return { failure: { code: 'name-not-found', phase: 'dns' }, timing: { ...TIMING } };
      return received(reply, hop);
    },
    async close() {},
  };
}
