// A cluster on loopback: nodes of Restate, workers behind one address, and a service, on one PostgreSQL. What it starts ends with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Balancer, balancer } from './balancer.ts';
import { freePorts, type RestateNode, restateNodes } from './restate.ts';

export interface ClusterWanted {
  nodes: number;
  workers: number;
  databaseUrl: string;
  /** Everything that is written lies here. */
  folder: string;
  /** What Node runs for `axproof`. */
  script: string;
  /** Settings of all processes. */
  env?: Record<string, string>;
  port?: number;
}

export interface Cluster {
  url: string;
  nodes: readonly RestateNode[];
  workers: readonly ChildProcess[];
  service: ChildProcess;
  stop(): Promise<void>;
}

const gone = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'close');

/** Resolves with the address that the process prints. */
async function started({ script, folder, env: more, databaseUrl }: ClusterWanted, command: string, env: Record<string, string>) {
  const settings = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    AXPROOF_ENGINE: 'restate',
    AXPROOF_DATA: join(folder, 'data'),
    AXPROOF_KEYS: join(folder, 'keys'),
    ...more,
    ...env,
  };
  const child = spawn(process.execPath, [realpathSync(script), command], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', (status) => reject(new Error(`axproof ${command} ended with ${status}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [found] = /http:\/\/127[^\s/]+/.exec(said) ?? [];
      if (found && said.includes('/metrics')) resolve(found);
    });
  });
  return { child, url };
}

export async function startCluster(wanted: ClusterWanted): Promise<Cluster> {
  const children: ChildProcess[] = [];
  let front: Balancer | undefined;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= end();
    return stopped;
  };
  const end = async (): Promise<void> => {
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => children.map((child) => child.kill('SIGKILL')), 15_000);
    await Promise.all(children.map(gone));
    clearTimeout(timer);
    front?.close();
  };
  process.once('exit', () => children.map((child) => child.kill('SIGKILL')));
  try {
    const nodes = await restateNodes(wanted.nodes, join(wanted.folder, 'restate'));
    children.push(...nodes.map(({ child }) => child));
    const all = (name: 'ingress' | 'admin'): string => nodes.map((node) => node[name]).join(',');
    const engine = { AXPROOF_RESTATE_INGRESS: all('ingress'), AXPROOF_RESTATE_ADMIN: all('admin') };
    const ports = await freePorts(wanted.workers);
    front = await balancer(ports);
    const at = { ...engine, AXPROOF_WORKER_URL: front.url };
    // The first makes the keys that all of them use.
    const service = await started(wanted, 'serve', { ...engine, PORT: String(wanted.port ?? 0) });
    children.push(service.child);
    const workers = await Promise.all(ports.map((port) => started(wanted, 'worker', { ...at, AXPROOF_WORKER_PORT: String(port) })));
    children.push(...workers.map(({ child }) => child));
    return { url: service.url, nodes, workers: workers.map(({ child }) => child), service: service.child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
