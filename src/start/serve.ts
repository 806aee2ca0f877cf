// Starts the hosted verifier: settings, keys, store, threads, and the mounts before them. The only place that knows them all together.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { AxproofError } from '../contract/errors.ts';
import { systemWords } from '../contract/system-words.ts';
import { Slots } from '../gate/slots.ts';
import { httpMount } from '../mounts/http/mount.ts';
import type { McpOverHttp, McpOverHttpOptions } from '../mounts/mcp/http.ts';
import type { Verifier } from '../mounts/mcp/verifier.ts';
import { Destinations } from '../run/destinations.ts';
import { Bell } from '../service/bell.ts';
import type { Config } from '../service/config.ts';
import { EmbeddedEngine } from '../service/embedded-engine.ts';
import { HostedService } from '../service/hosted.ts';
import { OptOuts } from '../service/opt-outs.ts';
import { BundledPacks } from '../service/packs.ts';
import { Pool } from '../service/pool.ts';
import { Progress } from '../service/progress.ts';
import { Readings } from '../service/readings.ts';
import { Runner } from '../service/runner.ts';
import { Validations } from '../service/validations.ts';
import { Watch } from '../service/watch.ts';
import { openStore } from '../store/open.ts';
import { chores } from './chores.ts';
import { openKeys } from './keys.ts';
import { type Meters, meters } from './meters.ts';

// The MCP endpoint, loaded when the first caller speaks to it: its packages would hold up the start of every service.
function mcpEndpoint(verifier: Verifier, options: McpOverHttpOptions): McpOverHttp {
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

// The log of the service: one JSON object a line on stderr, since stdout says where to look. Target text is quoted before it gets here; pino escapes the rest.
const serviceLog = (level: string): Logger =>
  pino({ level, base: { service: 'axproof' }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));

// What has to be closed again, in the reverse of the order in which it was opened. It closes everything once, whatever fails on the way.
class Closers {
  readonly #list: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<unknown>): void {
    this.#list.push(close);
  }

  /** Rejects with the first failure, after all were tried. */
  close(): Promise<void> {
    this.#closing ??= this.#all();
    return this.#closing;
  }

  async #all(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#list.reverse()) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

export interface Served {
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
}

/** Milliseconds for answers that are on their way when everything else has ended. */
const LAST_WORDS = 2000;

const originOf = ({ address, family, port }: AddressInfo): string => {
  const host = family === 'IPv6' ? `[${address === '::' ? '::1' : address}]` : address === '0.0.0.0' ? '127.0.0.1' : address;
  return `http://${host}:${port}`;
};

function cannotListen(error: unknown, place: string): never {
  throw new AxproofError('bad-config', `the service cannot listen on ${place}: ${systemWords(error)}`, [], { cause: error });
}

async function listening(app: FastifyInstance, { port, host }: Config): Promise<string> {
  await app.listen({ port, host }).catch((error: unknown) => cannotListen(error, `${host}:${port}`));
  return originOf(app.server.address() as AddressInfo);
}

/** Answers that are on their way are finished; whoever holds on to a connection after that is cut off. */
async function closed(app: FastifyInstance, others: Promise<unknown>): Promise<void> {
  const answered = app.close();
  await others;
  const timer = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS);
  await answered;
  clearTimeout(timer);
}

const measured = (config: Config, metrics: Meters, runner: Runner): Promise<{ url: string; close(): Promise<void> }> => {
  const { metricsHost, metricsPort = 0 } = config;
  return metrics
    .listen(metricsPort, metricsHost, () => runner.underWay)
    .catch((error: unknown) => cannotListen(error, `${metricsHost}:${metricsPort}`));
};

async function start(config: Config, { now = Date.now, lease }: ServeOptions, closers: Closers): Promise<Omit<Served, 'close'>> {
  const log = serviceLog(config.logLevel);
  const metrics = meters();
  const store = await openStore({ folder: config.data, ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }) });
  closers.add(() => store.close());
  await openKeys(config, store, now());
  const packs = await BundledPacks.load();
  const pool = new Pool(config);
  const bell = new Bell();
  const progress = new Progress(bell);
  const watch = new Watch(store, bell, progress);
  const optOuts = new OptOuts(now);
  let own = config.publicUrl ?? '';
  const slots = new Slots({ shared: true, ...(config.contained === undefined ? {} : { most: config.contained }) });
  const runner = new Runner({
    slots,
    packs,
    owner: randomBytes(8).toString('hex'),
    config,
    store,
    pool,
    bell,
    progress,
    destinations: new Destinations(config.sharedRanges ?? ''),
    now,
    onDeclined: (target) => optOuts.heard(target),
    onSelfAsk: (path) => service.selfAsks(path),
    log: (level, message, facts) => log[level](facts, message),
    onEnd: metrics.runEnded,
    ...(lease === undefined ? {} : { lease }),
  });
  closers.add(() => runner.settled());
  closers.add(() => pool.close());
  closers.add(() => runner.close(0));
  const service: HostedService = new HostedService({
    config,
    store,
    engine: new EmbeddedEngine({ config, store, runner, watch, optOuts, now }),
    packs,
    validations: new Validations({ config, store, slots, now }),
    readings: new Readings(store, pool),
    own: () => own,
    now,
  });
  const mcp = mcpEndpoint(service, { own: () => own, onFault: (error) => log.warn({ error: String(error) }, 'a call over MCP failed') });
  const app = await httpMount({ service, config, own: () => own, packs, now, log, mcp, onAnswer: metrics.answered });
  // Nobody new comes in; whoever waits for a run gets its end.
  closers.add(() => closed(app, Promise.all([service.close(), mcp.close()])));
  const url = await listening(app, config);
  if (own === '') own = url;
  const { url: metricsUrl, close } = await measured(config, metrics, runner);
  closers.add(close);
  closers.add(chores({ config, store, log, now, monitors: service.monitors }));
  pool.warm();
  void service.self({ most: 0 }).catch((error) => log.warn({ error: String(error) }, 'the service could not grade itself'));
  return { url, metricsUrl };
}

/** Resolves once it listens; the first self-run goes on behind. Throws bad-config, and what keys and store throw. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Served> {
  const closers = new Closers();
  try {
    const places = await start(config, options, closers);
    return { ...places, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
