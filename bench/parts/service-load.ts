// What the benchmark of the service measures against: a process of the built service, a bare fastify route, targets that hang, and the load itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { BIN } from './setup.ts';

export interface Running {
  url: string;
  pid: number;
  /** What it keeps lies here, where it keeps something. */
  folder?: string;
  /** Milliseconds from the start of the process to the first answer of /health. */
  started: number;
  stop(): Promise<void>;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** The command as it is packed, on an empty folder. */
export async function service(port: number, settings: Record<string, string> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-bench-'));
  const began = performance.now();
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', AXPROOF_SHUTDOWN: '1', ...settings };
  const child = spawn(process.execPath, [BIN, 'serve', '--port', String(port), '--allow-private'], { cwd: folder, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start: npm run build');
    if (
      await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const started = performance.now() - began;
  return {
    url,
    pid: child.pid as number,
    folder,
    started,
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const BARE = `
import fastify from 'fastify';
const app = fastify();
const answer = await fetch(process.argv[1], { headers: { accept: 'application/json' } });
const bytes = Buffer.from(await answer.arrayBuffer());
app.get('/report', (request, reply) => reply.header('content-type', 'application/json').send(bytes));
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
console.log('ready');
`;

/** A process with one fastify route, which gives the bytes of the same report. */
export async function bare(report: string, port: number, cwd: string): Promise<Running> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE, report, String(port)], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { url: `http://127.0.0.1:${port}/report`, pid: child.pid as number, started: 0, stop: () => ended(child) };
}

/** A server that takes every connection and never answers, or answers after a while. */
export async function slowTarget(
  answer?: (path: string) => Buffer | undefined,
): Promise<{ origin: string; asked(): number; close(): void }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    const body = answer?.(request.url ?? '');
    if (body) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    else if (answer) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Load {
  perSecond: number;
  p99: number;
  failed: number;
}

interface LoadOptions {
  seconds?: number;
  connections?: number;
  /** Requests a second; as many as there can be unless given. */
  rate?: number;
}

export async function load(url: string, { seconds = 4, connections = 10, rate }: LoadOptions = {}): Promise<Load> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    duration: seconds,
    connections,
    headers: { accept: 'application/json' },
    // Apart from the targets, which this thread serves.
    workers: 1,
    ...(rate === undefined ? {} : { overallRate: rate }),
  });
  return { perSecond: requests.average, p99: latency.p99, failed: non2xx + errors };
}
