// The command as it is packed (npm run build first), serving on a folder of its own or a given one, as a process with a number that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN } from './setup.ts';

export interface ServiceProcess {
  url: string;
  pid: number;
  /** Exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Told to stop, and its own folder removed. */
  stop(): Promise<void>;
  /** At once, with nothing removed. */
  kill(): Promise<void>;
}

export interface ServiceWanted {
  env?: Readonly<Record<string, string>>;
  /** Kept when the service ends; a new one that goes with it unless given. */
  folder?: string;
  /** What is run instead of the command, where a settable clock is wanted. */
  script?: readonly string[];
  /** Loopback and private targets may be named. */
  allowPrivate?: boolean;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resolves when it listens; rejects when it ends instead. */
export async function serviceProcess({
  env = {},
  folder,
  script = [BIN, 'serve'],
  allowPrivate = true,
}: ServiceWanted = {}): Promise<ServiceProcess & { child: ChildProcess }> {
  const cwd = folder ?? mkdtempSync(join(tmpdir(), 'axproof-lab-'));
  const settings = { PORT: '0', LOG_LEVEL: 'error', AXPROOF_SHUTDOWN: '1', AXPROOF_ALLOW_PRIVATE: String(allowPrivate), ...env };
  const child = spawn(process.execPath, script ?? [BIN, 'serve'], {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', ...(script ? (['ipc'] as const) : [])],
  });
  running.add(child);
  let [said, complained] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    said += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    complained = (complained + String(chunk)).slice(-4000);
    // For whoever wants to know why a row is beyond its bound.
    if (process.env.LAB_LOG !== undefined) appendFileSync(process.env.LAB_LOG, String(chunk));
  });
  let over = false;
  const ended = once(child, 'close').then(([status, signal]) => {
    over = true;
    running.delete(child);
    return (status ?? signal) as number | NodeJS.Signals;
  });
  while (!over && !said.includes('/metrics')) await new Promise((resolve) => setTimeout(resolve, 10));
  const url = /http:\/\/\S+(?=\/self)/.exec(said)?.[0];
  if (url === undefined) throw new Error(`the service did not start (npm run build first?): ${complained || said}`);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    child,
    pid: child.pid as number,
    ended,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      if (folder === undefined) rmSync(cwd, { recursive: true, force: true });
    },
  };
}
