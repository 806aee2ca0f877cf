// A database, a farm of targets of one content and a cluster on them, for the benches of the engine. What it starts ends with this process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.ts';
import { bundled, entry } from '../../test/service/bundle.ts';
import { newServer } from '../../test/store/postgres-server.ts';

export interface ClusterPlace {
  origins: readonly string[];
  cluster: Cluster;
  /** Where the engine keeps its files. */
  engineFolder: string;
  client: pg.Client;
  /** Runs that are grades and meet a condition on their row. */
  countOf(condition: string): Promise<number>;
  /** Asks for a grade and does not wait for it; the status of the answer. */
  asked(target: string): Promise<number>;
  close(): Promise<void>;
}

export interface PlaceWanted {
  targets: number;
  /** Milliseconds after which a target answers. */
  wait: number;
  nodes: number;
  workers: number;
  env?: Record<string, string>;
}

export async function clusterPlace({ targets, wait, nodes, workers, env }: PlaceWanted): Promise<ClusterPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-cluster-'));
  const database = newServer();
  if (!database) throw new Error('there is no PostgreSQL');
  await database.start();
  await bundled();
  const farm = fork(fileURLToPath(new URL('./census-targets.ts', import.meta.url)), [String(targets), String(wait)], {
    execArgv: ['--import', 'tsx'],
  });
  const gone = (): void => {
    farm.kill();
    database.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', gone);
  const [origins] = (await once(farm, 'message')) as [string[]];
  const cluster = await startCluster({
    nodes,
    workers,
    databaseUrl: database.url(),
    folder,
    script: entry,
    env: { AXPROOF_ALLOW_PRIVATE: 'true', AXPROOF_QUEUE: '10000', AXPROOF_WORKERS: '1', LOG_LEVEL: 'error', ...env },
  });
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  return {
    origins,
    cluster,
    engineFolder: join(folder, 'restate'),
    client,
    async countOf(condition) {
      return Number((await client.query(`select count(*) as n from run where kind = 'grade' and ${condition}`)).rows[0].n);
    },
    async asked(target) {
      const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
      return (await fetch(`${cluster.url}/verify`, { method: 'POST', headers, body: JSON.stringify({ target }) })).status;
    },
    async close() {
      process.off('exit', gone);
      await client.end();
      await cluster.stop();
      await database.remove();
      gone();
    },
  };
}

/** Waits for what comes true, `most` milliseconds at longest. */
export async function until(what: string, most: number, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + most;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came true: ${what}`);
    await pause(100);
  }
}
