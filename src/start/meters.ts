// Figures of the service for Prometheus, on a port of their own. They hold no target text: labels are of closed lists.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Meters {
  runEnded(kind: string, outcome: string, seconds: number): void;
  answered(route: string, method: string, status: number, seconds: number): void;
  /** Serves /metrics; port 0 picks a free one. */
  listen(port: number, host: string, underWay: () => number): Promise<{ url: string; close(): Promise<void> }>;
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
  const statuses = new Counter({
    name: 'axproof_http_answers_total',
    help: 'Answers by status.',
    labelNames: ['route', 'status'],
    registers,
  });
  return {
    runEnded: (kind, outcome, seconds) => runs.observe({ kind, outcome }, seconds),
    answered(route, method, status, seconds) {
      answers.observe({ route, method }, seconds);
      statuses.inc({ route, status: String(status) });
    },
    async listen(port, host, underWay) {
      new Gauge({
        name: 'axproof_runs_under_way',
        help: 'Runs under way in this process.',
        registers,
        collect() {
          this.set(underWay());
        },
      });
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') return void response.writeHead(404).end();
        registry.metrics().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        );
      });
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
      const { port: bound } = server.address() as AddressInfo;
      const close = (): Promise<void> =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
      return { url: `http://${host}:${bound}/metrics`, close };
    },
  };
}
