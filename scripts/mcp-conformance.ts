// Runs the official MCP conformance runner against a service on loopback: node path and the runner's folder are the arguments.
// Every server scenario of the runner is either run or left out for a reason (.ci/conformance/scenarios.json); a new one fails this until it is in the list.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/service/config.ts';

interface Scenarios {
  run: { scenario: string; revision: string; except?: Record<string, string> }[];
  leftOut: { why: string; scenarios: string[] }[];
}

interface Check {
  id: string;
  name: string;
  status: string;
  errorMessage?: string;
}

const [node, folder] = process.argv.slice(2);
if (node === undefined || folder === undefined) throw new Error('usage: mcp-conformance NODE FOLDER');
const runner = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const list = JSON.parse(readFileSync(fileURLToPath(new URL('../.ci/conformance/scenarios.json', import.meta.url)), 'utf8')) as Scenarios;

/** What it prints. The service answers from this process, which must not be blocked; a failed scenario shows in what it leaves behind. */
function conformance(...args: string[]): Promise<string> {
  const options = { timeout: 60_000, env: { PATH: process.env.PATH ?? '', NO_COLOR: '1' } };
  return new Promise((resolve, reject) => {
    execFile(node as string, [runner, ...args], options, (error, stdout) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout);
    });
  });
}

/** Scenarios that the runner has and the list lacks, and the other way round. */
async function differences(): Promise<string[]> {
  const server = (await conformance('list')).split('Server scenarios')[1]?.split('\n\n')[0] ?? '';
  const known = new Set([...server.matchAll(/^ +- (\S+)/gm)].map((match) => match[1] as string));
  const listed = new Set([...list.run.map(({ scenario }) => scenario), ...list.leftOut.flatMap(({ scenarios }) => scenarios)]);
  return [
    ...(known.size === 0 ? ['the runner names no scenario'] : []),
    ...[...known].filter((name) => !listed.has(name)).map((name) => `${name} is neither run nor left out`),
    ...[...listed].filter((name) => !known.has(name)).map((name) => `the runner has no scenario ${name}`),
  ];
}

/** What failed beyond what cannot be tested, and what was expected to fail and does not. */
async function faultsOf(url: string, { scenario, revision, except = {} }: Scenarios['run'][number], out: string): Promise<string[]> {
  await conformance('server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--output-dir', out);
  const [result] = readdirSync(out);
  if (result === undefined) return ['the runner left no result'];
  const checks = JSON.parse(readFileSync(join(out, result, 'checks.json'), 'utf8')) as Check[];
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  console.log(`${scenario} (${revision}): ${passed} passed, ${failed.length} not testable or failed`);
  return [
    ...(checks.length === 0 ? ['nothing was checked'] : []),
    ...failed.filter(({ id }) => !Object.hasOwn(except, id)).map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`),
    ...Object.keys(except)
      .filter((id) => !failed.some((check) => check.id === id))
      .map((id) => `${id} is expected to be untestable, and is not`),
  ];
}

const place = mkdtempSync(join(tmpdir(), 'axproof-conformance-'));
const { serve } = await import('../src/start/serve.ts');
const settings = {
  AXPROOF_DATA: join(place, 'data'),
  AXPROOF_KEYS: join(place, 'keys'),
  AXPROOF_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'fatal',
};
const service = await serve(readConfig({ PORT: '0', AXPROOF_SHUTDOWN: '1', ...settings }));
const faults = await differences();
try {
  for (const [i, one] of list.run.entries()) {
    const found = await faultsOf(`${service.url}/mcp`, one, join(place, String(i)));
    faults.push(...found.map((fault) => `${one.scenario} (${one.revision}): ${fault}`));
  }
} finally {
  await service.close();
  rmSync(place, { recursive: true });
}
for (const fault of faults) console.log(`FAULT ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
