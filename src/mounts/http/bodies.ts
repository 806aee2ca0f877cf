// How messages of callers are read: JSON that can be read in one way only, and no more of it in memory than there is room for. A long message is admitted before
// it is read, by the length that it may have, and counts by the length that it has until it is answered; short ones are bounded by the number of connections.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AxproofError } from '../../contract/errors.ts';
import { strictJson } from '../../json/strict-json.ts';
import { siteBucket } from '../../service/budgets.ts';
import { oneEachTurn } from './turns.ts';

/** Bytes of a message, and of one with a spec. */
export const MOST_BODY = 512 * 1024;
export const MOST_SPEC_BODY = 3 * 1024 * 1024;
/** Bytes. Reading a body takes a millisecond or more from here on. */
const LONG = 16 * 1024;
/** Bytes of all long messages together, and of those of one caller. */
const MOST_AT_ONCE = 64 * 1024 * 1024;
const MOST_OF_ONE = MOST_AT_ONCE / 4;
/** Seconds. */
const AGAIN = 5;

function full(message: string): AxproofError {
  const error = new AxproofError('busy', message);
  error.remedy = { retryAfter: AGAIN };
  return error;
}

/** Bytes that the message may have. */
function mostOf({ 'content-length': length, 'transfer-encoding': coding }: FastifyRequest['headers'], limit: number): number {
  if (length !== undefined) return Math.min(Number(length), limit);
  return coding === undefined ? 0 : limit;
}

export class Bodies {
  #all = 0;
  readonly #callers = new Map<string, number>();
  readonly #held = new WeakMap<FastifyRequest, (bytes: number) => void>();

  /** Before any of the message is read. Throws busy where there is no room for it. */
  admit(request: FastifyRequest, reply: FastifyReply, limit: number): void {
    const most = mostOf(request.headers, limit);
    if (most < LONG) return;
    const caller = siteBucket(request.ip);
    if (this.#of(caller) + most > MOST_OF_ONE) throw full('this address sends too many long messages at once');
    if (this.#all + most > MOST_AT_ONCE) throw full('too many long messages are sent at once');
    let held = 0;
    const hold = (bytes: number): void => {
      this.#count(caller, bytes - held);
      held = bytes;
    };
    hold(most);
    this.#held.set(request, hold);
    reply.raw.once('close', () => hold(0));
  }

  #of(caller: string): number {
    return this.#callers.get(caller) ?? 0;
  }

  #count(caller: string, bytes: number): void {
    this.#all += bytes;
    const own = this.#of(caller) + bytes;
    if (own === 0) this.#callers.delete(caller);
    else this.#callers.set(caller, own);
  }

  /** The one parser of the mount. */
  readBy(app: FastifyInstance): void {
    const inTurn = oneEachTurn();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      this.#held.get(request)?.(body.length);
      const read = (): void => {
        // Nobody hears the answer to what a caller who left had sent.
        const value = request.raw.socket.destroyed
          ? ({ ok: false, detail: 'its caller left' } as const)
          : strictJson(body as Buffer, MOST_SPEC_BODY);
        if (value.ok) done(null, value.value);
        else done(new AxproofError('bad-request', `the body is not JSON that can be read in one way only: ${value.detail}`));
      };
      if (body.length < LONG) read();
      else inTurn(read);
    });
  }
}
