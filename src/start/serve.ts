// Starts the hosted verifier: settings, keys, store, threads, and the mounts before them. The only place that knows them all together.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { httpMount } from '../mounts/http/mount.ts';
import type { ToolService } from '../mounts/mcp/call.ts';
import type { McpOverHttp, McpOverHttpOptions } from '../mounts/mcp/http.ts';
import type { Config } from '../service/config.ts';
import { HandOver } from '../service/hand-over.ts';
import { HostedService } from '../service/hosted.ts';
import type { Payments } from '../service/payments/payments.ts';
import { Queue } from '../service/queue.ts';
import { Readings } from '../service/readings.ts';
import type { RunnerOptions } from '../service/runner.ts';
import { SpecReading } from '../service/spec-reading.ts';
import { StoredEngine } from '../service/stored-engine.ts';
import { Validations } from '../service/validations.ts';
import { Watch } from '../service/watch.ts';
import type { Store } from '../store/store.ts';
import { parseTarget } from '../transport/live/target.ts';
import { chores } from './chores.ts';
import type { Closers } from './closers.ts';
import { cannotListen, originOf } from './listening.ts';
import { observing, serviceLog } from './observing.ts';
import { openService, type RunningService, type ServeOptions, serveFigures } from './places.ts';
import { restateCalls } from './restate/calls.ts';
import { openRunning } from './running.ts';

// The MCP endpoint, loaded when the first caller speaks to it: its packages would hold up the start of every service.
function mcpEndpoint(verifier: ToolService, options: McpOverHttpOptions): McpOverHttp {
  let loading: Promise<McpOverHttp> | undefined;
  const load = async (): Promise<McpOverHttp> => (await import('../mounts/mcp/http.ts')).mcpOverHttp(verifier, options);
  const handle = async (...asked: Parameters<McpOverHttp>): Promise<void> => {
    loading ??= load();
    await (await loading)(...asked);
  };
  const close = async (): Promise<void> => {
    await (await loading)?.close();
  };
  return Object.assign(handle, { close });
}

/** Milliseconds for answers that are on their way when everything else has ended. */
const LAST_WORDS = 2000;

async function listening(app: FastifyInstance, { port, host }: Config): Promise<string> {
  await app.listen({ port, host }).catch((error: unknown) => cannotListen(error, `${host}:${port}`, 'HOST and PORT'));
  return originOf(app.server.address() as AddressInfo);
}

/** Answers that are on their way are finished; whoever holds on to a connection after that is cut off. */
async function closeApp(app: FastifyInstance, others: Promise<unknown>): Promise<void> {
  const answered = app.close();
  await others;
  const timer = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS);
  await answered;
  clearTimeout(timer);
}

/** Loaded where somebody can pay. */
async function paymentsOf(config: Config, store: Store, now: () => number, log: Logger): Promise<{ payments?: Payments }> {
  const { x402Facilitator: base } = config;
  if (base === undefined) return {};
  const [{ Payments: Taking }, { httpFacilitator }, { live }] = await Promise.all([
    import('../service/payments/payments.ts'),
    import('../service/payments/facilitator.ts'),
    import('../transport/live/live.ts'),
  ]);
  // The operator named it, so that it may stand in a network of the operator's own.
  const facilitator = httpFacilitator(base, async (target) => live({ target, private: parseTarget(target.origin).private }));
  return { payments: new Taking(config, { store, facilitator, now, log: (message, facts) => log.warn(facts, message) }) };
}

async function start(
  config: Config,
  { now = Date.now, lease, ahead = true }: ServeOptions,
  closers: Closers,
): Promise<Omit<RunningService, 'close'>> {
  const log = serviceLog(config.logLevel);
  const metrics = await observing(config, (fault) => log.warn({ fault }, 'figures or traces could not be sent'), closers);
  let own = config.publicUrl ?? '';
  const tell: RunnerOptions['log'] = (level, message, facts) => log[level](facts, message);
  const onSelfAsk = (path: string): void => service.selfAsks(path);
  const running = await openRunning({ config, now, log: tell, onEnd: metrics.runEnded, onSelfAsk, lease }, closers);
  const { store, packs, pool, bell, progress, optOuts, slots, runner, ready } = running;
  const starter =
    config.engine === 'restate'
      ? new HandOver({ store, bell, now, log: tell, call: restateCalls(config.ingress as string) })
      : new Queue({ store, bell, now, log: tell, slots, runner, lease });
  closers.add(() => starter.close(0));
  const watch = new Watch(store, bell, progress);
  const service: HostedService = new HostedService({
    config,
    store,
    engine: new StoredEngine({ config, store, starter, watch, optOuts, now }),
    packs,
    validations: new Validations({ config, store, slots, now }),
    specs: new SpecReading(pool),
    readings: new Readings(store, pool),
    ready,
    // Loaded where somebody pays.
    willing: async (...asked) => (await import('../service/payments/willing.ts')).willing(...asked),
    own: () => own,
    now,
  });
  const onFault = (error: unknown): void => log.warn({ error: String(error) }, 'a call over MCP failed');
  const mcp = mcpEndpoint(service, { own: () => own, packs, onFault });
  const payments = await paymentsOf(config, store, now, log);
  const app = await httpMount({
    ...payments,
    service,
    config,
    own: () => own,
    packs,
    now,
    log,
    mcp,
    onAnswer: metrics.answered,
    onRefusal: metrics.refused,
  });
  // Nobody new comes in; whoever waits for a run gets its end.
  closers.add(() => closeApp(app, Promise.all([service.close(), mcp.close()])));
  const url = await listening(app, config);
  if (own === '') own = url;
  const { url: metricsUrl, close } = await serveFigures(config, metrics, { store, runner, ready });
  closers.add(close);
  closers.add(chores({ config, store, log, now, monitors: service.monitors }));
  if (ahead) {
    pool.warm();
    void service.self({ most: 0 }).catch((error) => log.warn({ error: String(error) }, 'the service could not grade itself'));
  }
  return { url, metricsUrl };
}

/** Resolves once it listens; the first self-run goes on behind. Throws bad-config, and what keys and store throw. */
export const serve = (config: Config, options: ServeOptions = {}): Promise<RunningService> =>
  openService((closers) => start(config, options, closers));
