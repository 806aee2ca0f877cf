// The Restate object whose key is a registrable domain: its runs go one after another over the whole cluster. The journal holds names, digests and codes only.
import { createServer, type Http2Server } from 'node:http2';
import { HOUR_MS, MINUTE_MS } from '../../contract/units.ts';
import type { DurableRuns } from '../../service/durable-runs.ts';
import { SERVICE } from './calls.ts';

/** A step may take as long as a run and what surrounds it. */
const OPTIONS = {
  inactivityTimeout: 3 * MINUTE_MS,
  abortTimeout: MINUTE_MS,
  idempotencyRetention: HOUR_MS,
  journalRetention: HOUR_MS,
  // Unless told, the engine gives up after 70: the run would wait for ever, and with it all others of its domain.
  retryPolicy: { initialInterval: 100, maxInterval: 5000, maxAttempts: Number.MAX_SAFE_INTEGER },
} as const;

/** Of Node 22; the SDK asks for it. */
function withResolvers(): unknown {
  const out = {};
  return Object.assign(out, { promise: new Promise((resolve, reject) => Object.assign(out, { resolve, reject })) });
}

export interface EndpointOptions {
  runs: Pick<DurableRuns, 'step'>;
  /** Whose calls are answered; everybody's unless given. */
  identity?: string;
  log(message: string): void;
}

export async function restateEndpoint({ runs, identity, log }: EndpointOptions): Promise<Http2Server> {
  (Promise as { withResolvers?: () => unknown }).withResolvers ??= withResolvers;
  const { createEndpointHandler, handlers, object } = await import('@restatedev/restate-sdk/node');
  const domain = object({
    name: SERVICE,
    handlers: {
      run: handlers.object.exclusive(OPTIONS, async (context, { run }: { run: string }) => {
        for (;;) {
          const step = await context.run('step', () => runs.step(run));
          if ('end' in step) return step;
          await context.sleep(step.wait);
        }
      }),
    },
  });
  return createServer(
    createEndpointHandler({
      services: [domain],
      identityKeys: identity?.split(','),
      logger: ({ level }, ...words) => {
        if (level === 'warn' || level === 'error') log(words.map(String).join(' '));
      },
    }),
  );
}
