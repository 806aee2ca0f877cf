// Sends spans and figures to a collector of OpenTelemetry. Loaded only where one is named; where it is away, nobody else notices.
import { setTimeout as pause } from 'node:timers/promises';
import { type Attributes, type Context, DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import type { Answered } from '../../mounts/http/context.ts';
import { SERVICE } from '../../service/description.ts';
import type { RunEnd } from '../../service/run-end.ts';
import { figuresOf } from './figures.ts';

export interface SenderOptions {
  traces: string | undefined;
  metrics: string | undefined;
  /** Milliseconds between two sendings of figures. */
  every: number;
  registry: Registry;
  /** Hears why something could not be sent. */
  onFault(text: string): void;
}

export interface Sender {
  answered(answer: Answered): void;
  runEnded(end: RunEnd): void;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

const PATIENCE = 5000;
const LAST_WORDS = 2000;
const SCOPE = { name: SERVICE.name, version: SERVICE.version };

const resource = resourceFromAttributes({ 'service.name': SCOPE.name, 'service.version': SCOPE.version });

const spansTo = (url: string): TracerProvider =>
  new TracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: PATIENCE }),
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: PATIENCE,
      }),
    ],
  });

const figuresTo = (url: string, { every, registry }: SenderOptions): MeterProvider =>
  new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url, timeoutMillis: Math.min(every, PATIENCE) }),
        exportIntervalMillis: every,
        exportTimeoutMillis: Math.min(every, PATIENCE),
        metricProducers: [figuresOf(registry, SCOPE)],
      }),
    ],
  });

function callers(traceparent: string | undefined): Context {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent);
  return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true }) : ROOT_CONTEXT;
}

interface Told {
  kind: SpanKind;
  attributes: Attributes;
  /** When it was over, in milliseconds since 1970. */
  end: number;
  seconds: number;
  failed: boolean;
  /** The caller's, where it named one. */
  context?: Context;
}

export function sender(options: SenderOptions): Sender {
  const fault = (text: string): void => options.onFault(text.slice(0, 300));
  const silent = (): void => undefined;
  diag.setLogger(
    { error: fault, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const spans = options.traces === undefined ? undefined : spansTo(options.traces);
  const figures = options.metrics === undefined ? undefined : figuresTo(options.metrics, options);
  const tracer = spans?.getTracer(SCOPE.name, SCOPE.version);
  /** A span is made when what it tells of is over: nothing of it is carried through the service. */
  const tell = (name: string, { end, seconds, failed, context = ROOT_CONTEXT, ...rest }: Told): Context => {
    const span = tracer?.startSpan(name, { ...rest, startTime: end - seconds * 1000 }, context);
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end(end);
    return span ? trace.setSpan(context, span) : context;
  };
  return {
    answered({ route, method, status, seconds, traceparent }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
      const context = callers(traceparent);
      tell(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, end: Date.now(), seconds, failed: status >= 500, context });
    },
    runEnded({ kind, pack, outcome, seconds, probing, traceparent, report }) {
      const attributes = {
        'axproof.run.kind': kind,
        'axproof.run.outcome': outcome,
        'axproof.pack.digest': pack,
        ...(report ? { 'axproof.grade': report.grade, 'axproof.conclusive': report.conclusive, 'axproof.requests': report.requests } : {}),
      };
      const [end, failed] = [Date.now(), outcome === 'internal'];
      const context = tell('run', { kind: SpanKind.INTERNAL, attributes, end, seconds, failed, context: callers(traceparent) });
      if (probing === undefined) return;
      const judging = Math.max(0, seconds - probing);
      const within = { kind: SpanKind.INTERNAL, attributes: {}, failed: false, context };
      tell('probe', { ...within, end: end - judging * 1000, seconds: Math.min(probing, seconds) });
      tell('judge', { ...within, end, seconds: judging });
    },
    async close() {
      const ended = Promise.allSettled([spans?.shutdown(), figures?.shutdown()]);
      await Promise.race([ended, pause(LAST_WORDS, undefined, { ref: false })]);
    },
  };
}
