// A functional test with secrets on Restate (npm run restate:install first): no file of the engine and no row of the database may hold a secret. That the run is found by its id shows that the search sees what is written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startCluster } from '../scripts/cluster/cluster.ts';
import { builtChild } from '../test/gate/containment/built.ts';
import { crud, crudSpec } from '../test/http/crud.ts';
import { bundled, entry } from '../test/service/bundle.ts';
import { newServer } from '../test/store/postgres-server.ts';
import { until } from './parts/cluster-place.ts';

const BIN = fileURLToPath(new URL('../src/mounts/cli/bin.ts', import.meta.url));
const SECRETS = { token: 'tok-5f3a77c1-the-bearer', note: 'ein Schlüssel ✓ "ключ"' };

function filesWith(text: string, place: string): string[] {
  return readdirSync(place, { withFileTypes: true }).flatMap((one) => {
    const path = join(place, one.name);
    if (one.isDirectory()) return filesWith(text, path);
    return one.isFile() && readFileSync(path).includes(text) ? [path] : [];
  });
}

async function everyRow(client: pg.Client): Promise<string> {
  const { rows } = await client.query("select table_name as name from information_schema.tables where table_schema = 'public'");
  const texts: string[] = [];
  for (const { name } of rows) {
    const { rows: all } = await client.query(`select t::text as row from "${name}" t`);
    texts.push(...all.map(({ row }) => String(row)));
  }
  return texts.join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'axproof-journal-'));
const database = newServer();
if (!database) throw new Error('there is no PostgreSQL');
await database.start();
process.once('exit', () => database.kill());
await Promise.all([bundled(), builtChild()]);
const site = await crud(SECRETS.token);
const env = { AXPROOF_ALLOW_PRIVATE: 'true', AXPROOF_UNISOLATED_SPECS: 'true', AXPROOF_WORKERS: '1', LOG_LEVEL: 'error' };
const cluster = await startCluster({ nodes: 1, workers: 1, databaseUrl: database.url(), folder, script: entry, env });
const client = new pg.Client({ connectionString: database.url() });
await client.connect();
try {
  const order = ['--for', 'x', '--capabilities', 'monitors,functional-tests', '--targets', site.host, '--ceiling', '2'];
  const settings = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url(),
    AXPROOF_DATA: join(folder, 'data'),
    AXPROOF_KEYS: join(folder, 'keys'),
  };
  const token = execFileSync(process.execPath, ['--import', 'tsx', BIN, 'entitlements', 'issue', ...order], { env: settings })
    .toString()
    .trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { document: spec, digest: expectedDigest } = crudSpec;
  const body = JSON.stringify({ target: site.host, spec, expectedDigest, secrets: SECRETS, interval: 1, jitter: 0 });
  const made = await fetch(`${cluster.url}/monitors`, { method: 'POST', headers, body });
  if (made.status !== 201) throw new Error(await made.text());
  const { id } = (await made.json()) as { id: string };
  const state = async (): Promise<{ stopped?: string; results: { passed?: boolean }[] }> =>
    (await fetch(`${cluster.url}/monitors/${id}`, { headers })).json() as Promise<{ stopped?: string; results: { passed?: boolean }[] }>;
  await until('the monitor has used up its entitlement', 60_000, async () => (await state()).stopped !== undefined);
  const passed = (await state()).results.filter((one) => one.passed).length;
  const [run] = (await client.query("select id from run where kind = 'pinned' limit 1")).rows;
  const rows = await everyRow(client);
  await cluster.stop();
  const shapes = Object.values(SECRETS).flatMap((text) => [
    text,
    Buffer.from(text).toString('base64').slice(0, -4),
    Buffer.from(text).toString('hex'),
  ]);
  const figures = {
    passed,
    heard: site.heard.length,
    filesWithASecret: shapes.flatMap((text) => [...filesWith(text, folder), ...filesWith(text, database.folder)]).length,
    rowsWithASecret: shapes.filter((text) => rows.includes(text)).length,
    filesOfTheEngineWithTheRun: filesWith(run.id, join(folder, 'restate')).length,
  };
  const good =
    passed === 2 &&
    figures.heard === 6 &&
    figures.filesWithASecret + figures.rowsWithASecret === 0 &&
    figures.filesOfTheEngineWithTheRun > 0;
  console.log(JSON.stringify({ bench: 'journal', ...figures, good }));
  if (!good) process.exitCode = 1;
} finally {
  await client.end();
  await cluster.stop();
  site.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
