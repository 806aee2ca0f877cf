// The live transport: the only outbound network of the house. It must not decide what is asked, nor follow redirects.
import type { Answer } from '../../contract/generated/types.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isSafeMethod } from '../../contract/method.ts';
import type { Hop, Transport } from '../../contract/transport.ts';
import { registrable } from '../registrable.ts';
import { CutBodies } from './cut-bodies.ts';
import { LiveExchange, type Surroundings } from './exchange.ts';
import { guard } from './guard.ts';
import { type Measured, measureLateness, overloaded, SecondMeasurements } from './measured.ts';
import { effectiveLimits, type LiveOptions } from './options.ts';
import { pool } from './pool.ts';

// So many exchanges at a time, first come first served. It must not know what an exchange is.
export function slots(most: number) {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    /** Settles with true when a place is free, with false when the signal fires first. */
    take(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return Promise.resolve(false);
      if (taken < most) {
        taken++;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const go = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(true);
        };
        const leave = (): void => {
          waiting.delete(go);
          resolve(false);
        };
        waiting.add(go);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
    free(): void {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else taken--;
    },
  };
}

const aborted = (now: () => number): Answer => ({
  failure: { code: 'aborted' },
  timing: { startedAt: new Date(now()).toISOString(), total: 0 },
});

/**
 * A kept connection may be closed by the server at the very moment when it is used again; HTTP (RFC 9112, 9.3.1) has
 * the client send a safe request once more then.
 */
async function once(hop: Hop, signal: AbortSignal, around: Surroundings): Promise<Answer> {
  const first = await new LiveExchange(hop, around).run(signal);
  if (!first.stale || !isSafeMethod(hop.request.method) || signal.aborted) return first.answer;
  around.pool.dropIdle();
  return (await new LiveExchange(hop, around).run(signal)).answer;
}

/** Beside that, a hop goes out twice only where the verifier itself was late. What writes never does. */
async function inTime(hop: Hop, signal: AbortSignal, around: Surroundings, again: SecondMeasurements): Promise<Answer> {
  const measure = (): Promise<Measured> => measureLateness(around.limits, () => once(hop, signal, around));
  const first = await measure();
  if (!first.spoiled) return first.answer;
  if (!isSafeMethod(hop.request.method) || signal.aborted || !again.take()) return overloaded(first.answer);
  around.pool.dropIdle();
  await around.guard.retry(new URL(hop.request.url));
  const second = await measure();
  return second.spoiled ? overloaded(second.answer) : second.answer;
}

export function live(options: LiveOptions): Transport {
  const limits = effectiveLimits(options);
  const now = options.now ?? Date.now;
  const connections = pool(limits.connections);
  const places = slots(limits.connections);
  const again = new SecondMeasurements(LIMITS.measuredAgain);
  const closing = new AbortController();
  const around: Surroundings = {
    guard: guard(options, limits.dns),
    pool: connections,
    limits,
    cutBodies: new CutBodies(),
    ca: options.ca,
    now,
  };
  return {
    registrable,
    async send(hop, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      if (!(await places.take(either))) return aborted(now);
      // Nothing that rests may be taken: the request opens its own.
      if (hop.renew) connections.dropIdle();
      try {
        // What is not measured is answered as it came: a status says all that a receiver has to say.
        return await (options.patient ? once(hop, either, around) : inTime(hop, either, around, again));
      } finally {
        // node:http gives a connection back to its agent after the end of the response: only then can the next one use it.
        setImmediate(() => places.free());
      }
    },
    async close() {
      closing.abort();
      connections.close();
    },
  };
}
