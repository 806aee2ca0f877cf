// Figures of the service for Prometheus, on a port of their own. They hold no target text: labels are of closed lists.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Readiness } from '../contract/generated/types.ts';
import type { Answered } from '../mounts/http/context.ts';
import type { RunEnd } from '../service/run-end.ts';
import { originOf } from './listening.ts';

/** What is asked when somebody looks. */
export interface MeteredState {
  underWay(): number;
  queued(): Promise<number>;
  /** Also told here, beside /metrics: a worker has no other port for it. */
  ready(): Promise<Readiness>;
}

export interface Meters {
  /** Where all figures are; what else sends them reads them here. */
  registry: Registry;
  runEnded(end: RunEnd): void;
  answered(answer: Answered): void;
  refused(code: string): void;
  /** Serves /metrics; port 0 picks a free one. */
  listen(port: number, host: string, standing: MeteredState): Promise<{ url: string; close(): Promise<void> }>;
}

/** Asked anew by each look. */
function standingGauges(registry: Registry, { underWay, queued, ready }: MeteredState): void {
  const gauge = (name: string, help: string, look: (own: Gauge) => void | Promise<void>, ...labelNames: string[]): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return look(this);
      },
    });
  gauge('axproof_runs_under_way', 'Runs under way in this process.', (own) => own.set(underWay()));
  gauge(
    'axproof_part_ready',
    'Whether a part that this process needs works, as /health/ready says: 1 or 0.',
    async (own) => {
      for (const { name, ready: works } of (await ready()).parts) own.set({ part: name }, works ? 1 : 0);
    },
    'part',
  );
  // One count serves two figures: the registry begins with both in this order, and waits for each.
  let counted: Promise<{ many?: number; seconds: number }>;
  gauge('axproof_runs_queued', 'Runs that wait in the store, of all processes.', async (own) => {
    counted = timeCount(queued);
    const { many } = await counted;
    if (many !== undefined) own.set(many);
  });
  gauge('axproof_store_answer_seconds', 'How long the store took to count the queue.', async (own) => own.set((await counted).seconds));
}

/** Of a store that is away only the time is known. */
async function timeCount(count: () => Promise<number>): Promise<{ many?: number; seconds: number }> {
  const began = performance.now();
  const many = await count().catch(() => undefined);
  return { ...(many === undefined ? {} : { many }), seconds: (performance.now() - began) / 1000 };
}

async function serving(
  registry: Registry,
  port: number,
  host: string,
  { ready }: MeteredState,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/health/ready')
      return void ready().then((found) =>
        response
          .writeHead(found.ready ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(JSON.stringify(found)),
      );
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `${originOf(server.address() as AddressInfo)}/metrics`, close };
}

export function meters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const runs = new Histogram({
    name: 'axproof_run_seconds',
    help: 'Duration of ended runs.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 60, 90],
    registers,
  });
  const answers = new Histogram({
    name: 'axproof_http_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'method'],
    buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 25],
    registers,
  });
  const counted = <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  const statuses = counted('axproof_http_answers_total', 'Answers by status.', 'route', 'status');
  const refusals = counted('axproof_refusals_total', 'Requests that were refused, by the code of the problem.', 'code');
  const grades = counted('axproof_grades_total', 'Reports by grade.', 'kind', 'grade', 'conclusive');
  const inconclusive = counted('axproof_inconclusive_checks_total', 'Checks that could not be judged, by reason.', 'reason');
  const requests = counted('axproof_probe_requests_total', 'Requests that runs sent to their targets.', 'kind');
  return {
    registry,
    runEnded({ kind, outcome, seconds, report }) {
      runs.observe({ kind, outcome }, seconds);
      if (!report) return;
      grades.inc({ kind, grade: report.grade, conclusive: String(report.conclusive) });
      requests.inc({ kind }, report.requests);
      // A caller's spec cannot name one: these codes are the engine's own.
      for (const reason of report.inconclusive) inconclusive.inc({ reason });
    },
    answered({ route, method, status, seconds }) {
      answers.observe({ route, method }, seconds);
      statuses.inc({ route, status: String(status) });
    },
    refused: (code) => refusals.inc({ code }),
    listen(port, host, standing) {
      standingGauges(registry, standing);
      return serving(registry, port, host, standing);
    },
  };
}
