// Starts a worker: it grades what Restate calls it for, and answers nobody else. With the services it shares the store, the engine and the keys.
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { AxproofError } from '../contract/errors.ts';
import type { Config } from '../service/config.ts';
import { DurableRuns } from '../service/durable-runs.ts';
import type { RunnerOptions } from '../service/runner.ts';
import type { Closers } from './closers.ts';
import { cannotListen, originOf } from './listening.ts';
import { observing, serviceLog } from './observing.ts';
import { openService, type RunningService, type ServeOptions, serveFigures } from './places.ts';
import { announce } from './restate/calls.ts';
import { restateEndpoint } from './restate/endpoint.ts';
import { openRunning } from './running.ts';

/** The engine keeps its connections for ever: they are cut when nothing runs any more. */
async function listening(server: Http2Server, { workerPort, workerHost }: Config, closers: Closers): Promise<string> {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session.once('close', () => sessions.delete(session))));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(workerPort, workerHost, resolve)).catch(
    (error: unknown) => cannotListen(error, `${workerHost}:${workerPort}`, 'AXPROOF_WORKER_HOST and AXPROOF_WORKER_PORT'),
  );
  closers.add(async () => {
    server.close();
    for (const session of sessions) session.destroy();
  });
  return originOf(server.address() as AddressInfo);
}

async function start(config: Config, { now = Date.now, lease }: ServeOptions, closers: Closers): Promise<Omit<RunningService, 'close'>> {
  if (config.engine !== 'restate') throw new AxproofError('bad-config', 'a worker takes runs of an engine: AXPROOF_ENGINE=restate');
  const log = serviceLog(config.logLevel);
  const metrics = await observing(config, (fault) => log.warn({ fault }, 'figures or traces could not be sent'), closers);
  const tell: RunnerOptions['log'] = (level, message, facts) => log[level](facts, message);
  const { store, pool, runner, ready } = await openRunning(
    // Whoever asks for /self is answered by the services, which hear nothing of this.
    { config, now, log: tell, onEnd: metrics.runEnded, onSelfAsk: () => undefined, lease },
    closers,
  );
  const runs = new DurableRuns({ store, runner, now, lease });
  const { identity, admin } = config;
  const server = await restateEndpoint({ runs, log: (message) => log.warn(message), identity });
  const url = await listening(server, config, closers);
  closers.add(() => runner.close(config.shutdown * 1000));
  const { url: metricsUrl, close } = await serveFigures(config, metrics, { store, runner, ready });
  closers.add(close);
  pool.warm();
  const stopping = new AbortController();
  closers.add(async () => stopping.abort());
  if (admin !== undefined) void announce(admin, config.workerUrl ?? url, stopping.signal);
  return { url, metricsUrl };
}

/** Resolves once it listens. Throws bad-config, and what keys and store throw. */
export const work = (config: Config, options: ServeOptions = {}): Promise<RunningService> =>
  openService((closers) => start(config, options, closers));
