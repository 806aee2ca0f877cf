// How messages of callers are read: JSON that can be read in one way only, and no more of it in memory than there is room for. A long message is admitted before
// it is read, by the length that it may have, and counts by the length that it has until it is answered; short ones are bounded by the number of connections.
import { parse } from 'content-type';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { strictJson } from '../../json/strict-json.ts';
import { siteBucket } from '../../service/budgets.ts';
import { Room } from '../../service/room.ts';
import { onceOver } from './caller.ts';
import { oneEachTurn } from './turns.ts';

/** Bytes of a message, and of one with a spec. */
export const MOST_BODY = 512 * 1024;
export const MOST_SPEC_BODY = 3 * MiB;
/**
 * Values of a message: more than the largest spec has (`specValues` in gate/containment/limits.ts), with what stands around it. Many short values take
 * the parser far longer than as many bytes in long strings.
 */
export const MOST_VALUES = 60_000;
/** Bytes. Reading a body takes a millisecond or more from here on. */
const LONG = 16 * 1024;
/** Bytes of all long messages together; of one caller a quarter. */
const MOST_AT_ONCE = 64 * MiB;

/** Bytes that the message may have. */
function mostOf({ 'content-length': length, 'transfer-encoding': coding }: FastifyRequest['headers'], limit: number): number {
  if (length !== undefined) return Math.min(Number(length), limit);
  return coding === undefined ? 0 : limit;
}

const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);
/** Their messages are not read, whatever is sent along. */
const WITHOUT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws unsupported-media-type for bytes that are said to be something else than JSON in UTF-8: to read them as that would be a guess. */
function refuseOthers({ method, is404, headers }: FastifyRequest): void {
  if (WITHOUT.has(method) || is404) return;
  const codings = (headers['content-encoding'] ?? '').split(',').map((one) => one.trim());
  const coding = codings.find((one) => !['', 'identity'].includes(one.toLowerCase()));
  if (coding !== undefined)
    throw new AxproofError(
      'unsupported-media-type',
      `the body is read as it stands, and not with the Content-Encoding ${quote(coding, 60)}`,
    );
  const { charset = 'utf-8' } = parse(headers['content-type'] ?? '').parameters;
  if (!UTF_8.has(charset.toLowerCase()))
    throw new AxproofError('unsupported-media-type', `the body is read as UTF-8, and not in the charset ${quote(charset, 60)}`);
}

/** The one parser of the mount, and what stands before it for every request, also one for an address that there is not. */
export function readBodies(app: FastifyInstance): void {
  const room = new Room({ all: MOST_AT_ONCE, one: MOST_AT_ONCE / 4 }, 'are sent');
  const held = new WeakMap<FastifyRequest, (now: number) => void>();
  // The last hook before a body is read.
  app.addHook('preParsing', async (request, reply, payload) => {
    refuseOthers(request);
    const most = mostOf(request.headers, request.routeOptions.bodyLimit ?? MOST_BODY);
    if (most >= LONG) {
      const hold = room.take(siteBucket(request.ip), most);
      held.set(request, hold);
      onceOver(reply, () => hold(0));
    }
    return payload;
  });
  const inTurn = oneEachTurn();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    held.get(request)?.(body.length);
    const read = (): void => {
      // Nobody hears the answer to what a caller who left had sent.
      const value = request.raw.socket.destroyed
        ? ({ ok: false, detail: 'its caller left' } as const)
        : strictJson(body as Buffer, MOST_SPEC_BODY, MOST_VALUES);
      if (value.ok) done(null, value.value);
      else done(new AxproofError('bad-request', `the body is not JSON that can be read in one way only: ${value.detail}`));
    };
    if (body.length < LONG) read();
    else inTurn(read);
  });
}
