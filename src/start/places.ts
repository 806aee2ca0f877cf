// What starts a process of the service has in hand: its closers, its figures and what it tells who started it.
import type { Config } from '../service/config.ts';
import type { Runner } from '../service/runner.ts';
import type { Store } from '../store/store.ts';
import { Closers } from './closers.ts';
import { cannotListen } from './listening.ts';
import type { MeteredState } from './meters.ts';
import type { Observing } from './observing.ts';

export interface RunningService {
  /** Origin that the service listens on. */
  url: string;
  metricsUrl: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** The clock of all but the threads; the system's unless a test gives another. Milliseconds since 1970. */
  now?(): number;
  /** Milliseconds for which a run belongs to its process without a sign of life. */
  lease?: number;
  /** Unless false, the threads of runs start and the service grades itself before anybody asks. */
  ahead?: boolean;
}

export const serveFigures = (
  config: Config,
  metrics: Observing,
  { store, runner, ready }: { store: Store; runner: Runner; ready: MeteredState['ready'] },
): Promise<{ url: string; close(): Promise<void> }> => {
  const { metricsHost, metricsPort = 0 } = config;
  return metrics
    .listen(metricsPort, metricsHost, { underWay: () => runner.underWay, queued: () => store.queueLength(), ready })
    .catch((error: unknown) => cannotListen(error, `${metricsHost}:${metricsPort}`, 'AXPROOF_METRICS_HOST and METRICS_PORT'));
};

/** Starts it; what was opened is closed again where that fails, and else when it is told to. */
export async function openService(start: (closers: Closers) => Promise<Omit<RunningService, 'close'>>): Promise<RunningService> {
  const closers = new Closers();
  try {
    return { ...(await start(closers)), close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
