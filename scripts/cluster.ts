// npm run cluster: a service on three nodes of Restate and three workers, on loopback, until Ctrl-C. With DATABASE_URL in that PostgreSQL, in one of Debian's binaries
// otherwise. --nodes, --workers, --port; what is kept goes away at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newServer } from '../test/store/postgres-server.ts';
import { startCluster } from './cluster/cluster.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    port: { type: 'string', default: '8787' },
    'allow-private': { type: 'boolean', default: false },
  },
});
const told = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
const folder = mkdtempSync(join(tmpdir(), 'axproof-cluster-'));
chmodSync(folder, 0o700);
const database = process.env.DATABASE_URL === undefined ? newServer() : undefined;
const databaseUrl = process.env.DATABASE_URL ?? database?.url();
try {
  if (databaseUrl === undefined) throw new Error('there is no PostgreSQL: set DATABASE_URL, or install the package postgresql');
  await database?.start();
  const cluster = await startCluster({
    nodes: Number(values.nodes),
    workers: Number(values.workers),
    port: Number(values.port),
    databaseUrl,
    folder,
    script: fileURLToPath(new URL('../dist/axproof.js', import.meta.url)),
    env: { LOG_LEVEL: 'warn', AXPROOF_ALLOW_PRIVATE: String(values['allow-private']) },
  });
  console.log(`axproof serves ${cluster.url}/ on ${values.nodes} nodes of Restate and ${values.workers} workers`);
  for (const { ingress, admin } of cluster.nodes) console.log(`  ingress ${ingress}, admin ${admin}`);
  console.log('Ctrl-C stops all of it.');
  await told;
  await cluster.stop();
} finally {
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
}
