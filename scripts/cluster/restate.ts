// Nodes of Restate on loopback: the server of npm (npm run restate:install), each node a process with a folder of its own. Telemetry is off. It knows no worker.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(
  new URL(
    `../../.ci/restate/node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
    import.meta.url,
  ),
);
const PATIENCE = 60_000;

export interface RestateNode {
  ingress: string;
  admin: string;
  child: ChildProcess;
}

/** Ports that nobody has now. */
export async function freePorts(many: number): Promise<number[]> {
  const servers = Array.from({ length: many }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

const local = (port: number | undefined): string => `127.0.0.1:${port}`;

async function healthy({ admin, child }: RestateNode): Promise<void> {
  const end = Date.now() + PATIENCE;
  const isUp = (): Promise<boolean> =>
    fetch(`${admin}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('a node of Restate did not come up: see its log');
    await pause(100);
  }
}

/** Of more than one, each thing is kept by two. */
export async function restateNodes(many: number, folder: string): Promise<RestateNode[]> {
  if (!existsSync(BINARY)) throw new Error('the server of Restate is not installed: npm run restate:install');
  const ports = await freePorts(3 * many);
  const fabric = ports.slice(0, many).map((port) => `http://${local(port)}`);
  const nodes = fabric.map((address, i): RestateNode => {
    const [ingress, admin] = [ports[many + i], ports[2 * many + i]];
    const base = join(folder, `node-${i + 1}`);
    mkdirSync(base, { recursive: true });
    const log = openSync(join(base, 'log'), 'a');
    const env = {
      // Nor does it ask the network for a newer user interface.
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_ADMIN__DISABLE_WEB_UI: 'true',
      RESTATE_LOG_FILTER: 'warn',
      RESTATE_CLUSTER_NAME: 'axproof',
      RESTATE_NODE_NAME: `node-${i + 1}`,
      RESTATE_FORCE_NODE_ID: String(i + 1),
      RESTATE_BASE_DIR: base,
      RESTATE_BIND_ADDRESS: local(ports[i]),
      RESTATE_ADVERTISED_ADDRESS: address,
      RESTATE_INGRESS__BIND_ADDRESS: local(ingress),
      RESTATE_ADMIN__BIND_ADDRESS: local(admin),
      RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(fabric),
      RESTATE_DEFAULT_NUM_PARTITIONS: '8',
      RESTATE_DEFAULT_REPLICATION: many > 1 ? '2' : '1',
      // So that a search of the files sees what is written.
      RESTATE_WORKER__STORAGE__ROCKSDB_DISABLE_WAL_COMPRESSION: 'true',
      RESTATE_LOG_SERVER__ROCKSDB_DISABLE_WAL_COMPRESSION: 'true',
      RESTATE_AUTO_PROVISION: String(i === 0),
    };
    const child = spawn(BINARY, [], { env, stdio: ['ignore', log, log] });
    return { ingress: `http://${local(ingress)}`, admin: `http://${local(admin)}`, child };
  });
  try {
    await Promise.all(nodes.map(healthy));
    return nodes;
  } catch (error) {
    for (const { child } of nodes) child.kill('SIGKILL');
    throw error;
  }
}
