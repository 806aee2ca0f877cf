// The product as it is built, for tests: in this process, or as processes of its own on folders that go away with them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../src/service/config.ts';
import type { RunningService, ServeOptions } from '../../src/start/places.ts';
import { bundled, entry } from './bundle.ts';

type Serving = typeof import('./serving.ts');

export async function built(): Promise<Serving> {
  await bundled();
  return (await import(pathToFileURL(entry).href)) as Serving;
}

const folders: string[] = [];
const children = new Set<ChildProcess>();

after(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
// Several files of tests may run in this process, one after another, and this hook belongs to the first.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-service-'));
  folders.push(folder);
  return folder;
}

export type Env = Record<string, string>;

/** Settings for an empty folder; loopback targets may be named, and the port is a free one. */
export const envOf = (folder: string, env: Env = {}): Env => ({
  AXPROOF_DATA: join(folder, 'data'),
  AXPROOF_KEYS: join(folder, 'keys'),
  AXPROOF_ALLOW_PRIVATE: 'true',
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...env,
});

/** In this process. Nothing is done ahead: the service grades itself when it is asked for that, which costs more than most tests. */
export async function served(folder: string, env: Env = {}, options: ServeOptions = {}): Promise<RunningService & { config: Config }> {
  const { serve, readConfig } = await built();
  const config = readConfig(envOf(folder, env));
  return { ...(await serve(config, { ahead: false, ...options })), config };
}

export interface Process {
  url: string;
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** As a process of its own, with nothing done ahead unless TEST_AHEAD says so; `url` is empty when it ended instead of serving. */
export async function started(folder: string, env: Env = {}): Promise<Process> {
  await built();
  const child = spawn(process.execPath, [realpathSync(entry)], {
    env: { PATH: process.env.PATH, TEST_AHEAD: 'no', ...envOf(folder, env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([status, signal]) => {
    children.delete(child);
    return (status ?? signal) as number | NodeJS.Signals;
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && !stdout.includes('/metrics')) await new Promise((resolve) => setTimeout(resolve, 20));
  const url = /http:\/\/\S+(?=\/self)/.exec(stdout)?.[0] ?? '';
  return { url, child, stdout: () => stdout, stderr: () => stderr, ended };
}

export const hostOf = (origin: string): string => new URL(origin).host;
export const json = async <T>(url: string, init: RequestInit = {}): Promise<T> =>
  (await fetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } })).json() as Promise<T>;
