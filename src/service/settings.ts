// Every setting of the hosted verifier: its environment variable, what it means, and its default. The table of docs/operating.md is made from it.
import type { JsonSchema } from '../contract/generated/types.ts';

export interface Setting {
  name: string;
  schema: JsonSchema & { type: 'string' | 'integer' | 'number' | 'boolean' };
  meaning: string;
  /** The value may hold a password: it is never shown. */
  secret?: true;
}

/** What stands for one address, or for several by commas. */
export type AddressFormat = 'address' | 'addresses';

const port = { type: 'integer', minimum: 0, maximum: 65535 } as const;
const no = { type: 'boolean', default: false } as const;
/** By its pattern an address is one of ours; by its format, it can be read at all: `http://[` cannot. A list has a comma between any two. */
const at = (pattern: string, format: AddressFormat = 'address') => ({ type: 'string', pattern, format }) as const;
const origin = at('^https?://[^/?#@]+/?$');
const address = at('^https?://\\S+$');
const addresses = at('^https?://[^\\s,]+(,https?://[^\\s,]+)*$', 'addresses');
const contact = at('^(mailto:[^\\s@]+@\\S+|https://\\S+)$');
const word = (value: string) => ({ type: 'string', minLength: 1, default: value }) as const;
const count = (minimum: number, maximum: number, value: number) => ({ type: 'integer', minimum, maximum, default: value }) as const;

export const SETTINGS = {
  port: { name: 'PORT', schema: { ...port, default: 8787 }, meaning: 'Port to listen on; 0 picks a free one.' },
  host: { name: 'HOST', schema: word('127.0.0.1'), meaning: 'Address to listen on.' },
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: origin,
    meaning: 'Origin at which callers reach the service; the address it listens on unless given. It is what `/self` grades.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    schema: at('^postgres(ql)?://'),
    secret: true,
    meaning: 'PostgreSQL to keep everything in, shared by several processes. Without it, SQLite in AXPROOF_DATA.',
  },
  data: { name: 'AXPROOF_DATA', schema: word('axproof-data'), meaning: 'Folder of the embedded store; made on first start.' },
  keys: {
    name: 'AXPROOF_KEYS',
    schema: word('axproof-keys'),
    meaning: 'Folder of the signing keys, outside the store; made with a first key on first start.',
  },
  allowPrivate: {
    name: 'AXPROOF_ALLOW_PRIVATE',
    schema: no,
    meaning: 'Loopback and private targets may be named, for tests and local use (`--allow-private`). Such reports are unsigned.',
  },
  cooldown: {
    name: 'AXPROOF_COOLDOWN',
    schema: { type: 'number', minimum: 0, maximum: 86400 },
    meaning: 'Seconds for which a grade is fresh, and in which its target is not asked again; 60, or 0 with AXPROOF_ALLOW_PRIVATE.',
  },
  workers: {
    name: 'AXPROOF_WORKERS',
    schema: count(1, 64, 2),
    meaning: 'Threads that judge, sign and store. One more probes for all of them.',
  },
  concurrency: {
    name: 'AXPROOF_CONCURRENCY',
    schema: count(1, 256, 16),
    meaning: 'Runs under way at the same time in this process; a quarter more are for the gate alone.',
  },
  queue: {
    name: 'AXPROOF_QUEUE',
    schema: count(0, 10000, 100),
    meaning: 'Runs that may wait; beyond them new ones are refused with 503. A quarter more may wait for the gate.',
  },
  engine: {
    name: 'AXPROOF_ENGINE',
    schema: { type: 'string', enum: ['embedded', 'restate'], default: 'embedded' },
    meaning:
      'What begins runs: the processes of the service themselves, or Restate, which calls `axproof worker`. With `restate`, DATABASE_URL and AXPROOF_RESTATE_INGRESS are needed.',
  },
  ingress: {
    name: 'AXPROOF_RESTATE_INGRESS',
    schema: addresses,
    meaning: 'Ingress of Restate; of a cluster, those of all nodes by commas: one after another is tried.',
  },
  admin: {
    name: 'AXPROOF_RESTATE_ADMIN',
    schema: addresses,
    meaning: 'Admin of Restate (by commas), which a worker tells where workers are; without it, somebody else registers them.',
  },
  identity: {
    name: 'AXPROOF_RESTATE_IDENTITY',
    schema: { type: 'string', pattern: '^publickeyv1_' },
    meaning: 'Public keys of Restate (by commas): a worker answers only calls that they sign. Without it, keep the port of workers inside.',
  },
  workerPort: {
    name: 'AXPROOF_WORKER_PORT',
    schema: { ...port, default: 9080 },
    meaning: 'Port on which `axproof worker` takes calls of the engine (HTTP/2 without TLS); 0 picks a free one.',
  },
  workerHost: { name: 'AXPROOF_WORKER_HOST', schema: word('127.0.0.1'), meaning: 'Address on which it does.' },
  workerUrl: {
    name: 'AXPROOF_WORKER_URL',
    schema: origin,
    meaning: 'Where the engine finds workers: one address that leads to all of them. The one of this worker unless given.',
  },
  x402Facilitator: {
    name: 'AXPROOF_X402_FACILITATOR',
    schema: at('^https?://[^\\s?#@]+$'),
    meaning:
      'Facilitator of x402 (version 2) that looks at payments for single functional tests and settles them. Unset: nothing can be bought.',
  },
  x402Accepts: {
    name: 'AXPROOF_X402_ACCEPTS',
    schema: { type: 'string', minLength: 2, maxLength: 20000 },
    meaning: 'What one run costs: a JSON list of payment requirements of x402. They are the only prices that the service publishes.',
  },
  callerRuns: {
    name: 'AXPROOF_CALLER_RUNS',
    schema: count(1, 100000, 10),
    meaning: 'Fresh runs that one caller (an IPv4 address, an IPv6 /64) may start in an hour; four times as many for a whole IPv6 /48.',
  },
  callerBurst: { name: 'AXPROOF_CALLER_BURST', schema: count(1, 100000, 3), meaning: 'How many of them at once.' },
  gateRuns: {
    name: 'AXPROOF_GATE_RUNS',
    schema: count(1, 100000, 600),
    meaning:
      'Runs of pinned specs that one caller may start in an hour, and four times as many a whole IPv6 /48. Grades do not spend them: many runners of a CI may share an address.',
  },
  gateBurst: { name: 'AXPROOF_GATE_BURST', schema: count(1, 100000, 100), meaning: 'How many of them at once.' },
  callerSpecs: {
    name: 'AXPROOF_CALLER_SPECS',
    schema: count(1, 100000, 120),
    meaning:
      'New specs of one caller that are validated in an hour, and four times as many of a whole IPv6 /48; one that the service has, or validates already, costs nothing.',
  },
  callerSpecsBurst: { name: 'AXPROOF_CALLER_SPECS_BURST', schema: count(1, 100000, 30), meaning: 'How many of them at once.' },
  contained: {
    name: 'AXPROOF_CONTAINED',
    schema: { type: 'integer', minimum: 2, maximum: 64 },
    meaning:
      "Children that may hold callers' specs at the same time, each of two processes and up to 150 MB; half of the cores and one more unless given.",
  },
  sharedRanges: {
    name: 'AXPROOF_SHARED_RANGES',
    schema: { type: 'string', minLength: 1, maxLength: 20000 },
    meaning:
      'Ranges (CIDR, by commas) of addresses that many targets share, such as those of a CDN: runs there are paced by registrable domain alone. Elsewhere at most four runs a second start, and six are under way, for one address.',
  },
  runTime: {
    name: 'AXPROOF_RUN_TIME',
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 60, default: 60 },
    meaning: 'Seconds for one run; lower it, never raise it.',
  },
  trustProxy: {
    name: 'AXPROOF_TRUST_PROXY',
    schema: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
    meaning:
      'How many proxies stand before the service: the caller is that many entries from the end of X-Forwarded-For. 0 ignores the header.',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    schema: port,
    meaning: 'Port of `/metrics`, on AXPROOF_METRICS_HOST; a free one unless given, and printed.',
  },
  metricsHost: { name: 'AXPROOF_METRICS_HOST', schema: word('127.0.0.1'), meaning: 'Address of `/metrics`.' },
  otlp: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: address,
    meaning:
      'Collector that takes traces and figures of OpenTelemetry as JSON over HTTP (`/v1/traces` and `/v1/metrics` below it). Nothing is sent unless given.',
  },
  otlpTraces: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    schema: address,
    meaning: 'Whole address for traces alone, in place of that one.',
  },
  otlpMetrics: {
    name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    schema: address,
    meaning: 'Whole address for figures alone, in place of that one.',
  },
  otlpEvery: {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    schema: { type: 'integer', minimum: 100, maximum: 3600000, default: 60000 },
    meaning: 'Milliseconds after which figures are sent again.',
  },
  userAgent: {
    name: 'AXPROOF_USER_AGENT',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,200}$' },
    meaning: 'User-Agent of every probe; what Node sends unless given.',
  },
  operator: {
    name: 'AXPROOF_OPERATOR',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    meaning: 'Who runs this: a name, which `/about` shows. Unless given, `/about` says that the operator has not named themselves.',
  },
  contact: { name: 'AXPROOF_CONTACT', schema: contact, meaning: 'Contact of security.txt and `/about`: a mailto: or https: address.' },
  abuse: {
    name: 'AXPROOF_ABUSE_CONTACT',
    schema: contact,
    meaning:
      'Where those who are graded complain, and ask for take-downs: a mailto: or https: address of `/about` and security.txt. AXPROOF_CONTACT unless given.',
  },
  unisolated: {
    name: 'AXPROOF_UNISOLATED_SPECS',
    schema: no,
    meaning: "Accept callers' specs although the operating system gives no isolation for judging them. Read docs/adr/0012 first.",
  },
  selfEvery: {
    name: 'AXPROOF_SELF_EVERY',
    schema: { type: 'number', minimum: 10, maximum: 604800, default: 3600 },
    meaning: 'Seconds after which `/self` is graded again when somebody asks for it.',
  },
  shutdown: {
    name: 'AXPROOF_SHUTDOWN',
    schema: { type: 'number', minimum: 0, maximum: 600, default: 30 },
    meaning: 'Seconds that runs may take to finish when the service is told to stop.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: { type: 'string', enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], default: 'info' },
    meaning: 'Least level that is logged.',
  },
} as const satisfies Record<string, Setting>;
