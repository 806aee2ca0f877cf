// OpenTelemetry beside Prometheus, against a real receiver of OTLP over HTTP: the same figures, spans of requests and runs, and no harm where nobody takes them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { build } from 'esbuild';
import { inputOf, keyOf } from '../../src/service/run-request.ts';
import { ROOT } from '../sources.ts';
import { hostOf, newFolder, served } from './built.ts';
import { fixtureSite, until } from './site.ts';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  boolValue?: boolean;
}
interface Span {
  name: string;
  traceId: string;
  spanId: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { message?: string };
  events?: unknown[];
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
}
interface Point {
  attributes: { key: string; value: Value }[];
  asDouble?: number;
  count?: number;
  sum?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}
interface Metric {
  name: string;
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}

async function receiver(): Promise<{ url: string; bodies: string[]; spans(): Span[]; metrics(): Metric[]; server: Server }> {
  const heard: { path: string; text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      heard.push({ path: request.url as string, text });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const of = (path: string): Record<string, Record<string, unknown[]>[]>[] =>
    heard.filter((one) => one.path === path).map(({ text }) => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bodies() {
      return heard.map(({ text }) => text);
    },
    spans: () =>
      of('/v1/traces').flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => (scopeSpans as { spans: Span[] }[]).flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      of('/v1/metrics')
        .at(-1)
        ?.resourceMetrics?.flatMap(({ scopeMetrics }) => (scopeMetrics as { metrics: Metric[] }[]).flatMap(({ metrics }) => metrics)) ?? [],
    server,
  };
}

const plain = (attributes: Span['attributes']): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, boolValue, intValue } }) => [key, stringValue ?? boolValue ?? Number(intValue)]),
  );

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** All that an attribute may say, in closed words: what a target wrote, a target, a query or a caller fits none. */
const MAY: { [key: string]: RegExp } = {
  'http.request.method': /^(GET|POST)$/,
  'http.route': /^(\/:domain|\/health|none)$/,
  'http.response.status_code': /^\d{3}$/,
  'axproof.run.kind': /^(grade|pinned|self)$/,
  'axproof.run.outcome': /^(done|interrupted|unreachable)$/,
  'axproof.pack.digest': DIGEST,
  'axproof.grade': /^[A-F]\+?$/,
  'axproof.conclusive': /^(true|false)$/,
  'axproof.requests': /^\d+$/,
};
const SPAN = /^((GET|POST) (\/:domain|\/health|none)|run|probe|judge)$/;

/** What a span says beyond that. */
const leaks = ({ name, attributes, status, events = [] }: Span): string[] => [
  ...(SPAN.test(name) ? [] : [name]),
  ...Object.entries(plain(attributes)).flatMap(([key, value]) => (MAY[key]?.test(String(value)) ? [] : [`${key}=${value}`])),
  ...(status?.message ? [status.message] : []),
  ...events.map((event) => JSON.stringify(event)),
];

describe('OpenTelemetry', function () {
  this.timeout(90_000);

  it('gets spans of requests and runs, and the figures of /metrics; no target and no query', async () => {
    const [taker, site] = [await receiver(), await fixtureSite()];
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${taker.url}/`, OTEL_METRIC_EXPORT_INTERVAL: '200', AXPROOF_TRUST_PROXY: '1' };
    const service = await served(newFolder(), env, { ahead: false });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const headers = { accept: 'application/json', traceparent, 'x-forwarded-for': '203.0.113.77', 'user-agent': 'caller-agent' };
    expect((await fetch(`${service.url}/${hostOf(site.origin)}?seed=4711`, { headers })).status).to.equal(200);
    await until(async () => taker.spans().length >= 4 && taker.metrics().some(({ name }) => name === 'axproof_grades_total'));
    const asked = taker.spans().find(({ name }) => name.startsWith('GET '));
    expect(asked).to.include({ traceId, parentSpanId: 'b7ad6b7169203331', name: 'GET /:domain' });
    expect(plain(asked!.attributes)).to.deep.equal({
      'http.request.method': 'GET',
      'http.route': '/:domain',
      'http.response.status_code': 200,
    });
    const spanOf = (name: string): Span => taker.spans().find((one) => one.name === name)!;
    const [ran, probe, judge] = [spanOf('run'), spanOf('probe'), spanOf('judge')];
    // The run joins the trace of who asked for it, and its parts make it up.
    expect(ran).to.include({ traceId, parentSpanId: 'b7ad6b7169203331' });
    for (const part of [probe, judge]) expect(part).to.include({ traceId, parentSpanId: ran.spanId });
    // To the microsecond: milliseconds as doubles do not hold nanoseconds.
    const apart = (one: string, other: string): number => Math.abs(Number(BigInt(one) - BigInt(other)));
    expect(apart(probe.startTimeUnixNano, ran.startTimeUnixNano)).to.be.below(1000);
    expect(apart(probe.endTimeUnixNano, judge.startTimeUnixNano)).to.be.below(1000);
    expect(apart(judge.endTimeUnixNano, ran.endTimeUnixNano)).to.be.below(1000);
    const run = plain(ran.attributes);
    expect(run).to.include({ 'axproof.run.kind': 'grade', 'axproof.run.outcome': 'done' });
    expect(run['axproof.pack.digest']).to.match(/^sha256:/);
    expect(run['axproof.grade']).to.match(/^[A-F]\+?$/);
    const text = await (await fetch(service.metricsUrl)).text();
    const count = (line: RegExp): number => Number(line.exec(text)?.[1]);
    expect(run['axproof.requests'])
      .to.equal(count(/^axproof_probe_requests_total\{kind="grade"\} (\d+)$/m))
      .and.to.be.above(3);
    await until(() => taker.metrics().find(({ name }) => name === 'axproof_run_seconds')?.histogram?.dataPoints.length === 1);
    const [point] = taker.metrics().find(({ name }) => name === 'axproof_run_seconds')!.histogram!.dataPoints;
    expect(Number(point!.count)).to.equal(1);
    expect(point!.bucketCounts!.map(Number).reduce((sum, many) => sum + many)).to.equal(1);
    expect(point!.bucketCounts).to.have.length(point!.explicitBounds!.length + 1);
    expect(point!.sum).to.be.closeTo(count(/^axproof_run_seconds_sum\{[^}]*\} (\S+)$/m), 1e-9);
    expect(
      taker
        .metrics()
        .find(({ name }) => name === 'axproof_grades_total')!
        .sum!.dataPoints.map(({ asDouble }) => asDouble),
    ).to.deep.equal([1]);
    await service.close();
    expect(taker.spans().flatMap(leaks)).to.deep.equal([]);
    const port = new URL(site.origin).port;
    for (const word of ['127.0.0.1', `:${port}`, `%3A${port}`, '203.0.113.77', 'caller-agent', 'seed', 'Fixture', 'llms.txt'])
      expect(taker.bodies.join('\n').includes(word), word).to.equal(false);
    taker.server.close();
    await site.close();
  });

  it('makes no two runs of one: a trace is no part of what is asked for', () => {
    const asked = { origin: 'https://example.com', reach: 'public', digest: 'sha256:1', kind: 'grade', seed: null } as const;
    const traced = { ...asked, traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };
    expect(keyOf(traced)).to.equal(keyOf(asked));
    expect(inputOf(traced)).to.deep.equal({ reach: 'public', traceparent: traced.traceparent });
  });

  for (const [what, listen] of [
    ['is away', false],
    ['hangs', true],
  ] as const)
    it(`harms no run and no shutdown where the receiver ${what}`, async () => {
      const server = createServer(() => undefined);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      if (!listen) await new Promise((resolve) => server.close(resolve));
      const site = await fixtureSite();
      const service = await served(newFolder(), { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_METRIC_EXPORT_INTERVAL: '100' }, { ahead: false });
      expect((await fetch(`${service.url}/${hostOf(site.origin)}`, { headers: { accept: 'application/json' } })).status).to.equal(200);
      const began = Date.now();
      await service.close();
      expect(Date.now() - began).to.be.below(6000);
      server.closeAllConnections();
      server.close();
      await site.close();
    });

  it('is not loaded before an endpoint is named: no static import leads to the SDK', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['src/start/commands.ts'],
      outdir: '/nowhere',
      write: false,
      bundle: true,
      metafile: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      external: ['libsql', 'piscina', 'pino', 'pg'],
      logLevel: 'silent',
    });
    const { outputs } = metafile;
    const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/start/commands.ts')!;
    const closure = (from: string[], dynamic: (path: string) => boolean): Set<string> => {
      const seen = new Set(from);
      for (const one of seen)
        for (const { path, kind, external } of outputs[one]!.imports)
          if (!external && (kind !== 'dynamic-import' || dynamic(path))) seen.add(path);
      return seen;
    };
    const sdk = (all: Set<string>): boolean =>
      [...all].some((one) => Object.keys(outputs[one]!.inputs).some((input) => /@opentelemetry\/(sdk|exporter|core|otlp)/.test(input)));
    // What starts a service is loaded when it is told to: all but the sender itself.
    expect(sdk(closure([entry], (path) => !/telemetry\/sender/.test(outputs[path]!.entryPoint ?? '')))).to.equal(false);
    expect(sdk(closure([entry], () => true))).to.equal(true);
  });
});
