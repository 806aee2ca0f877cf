// A PostgreSQL for the tests: the one of DATABASE_URL, or Debian's own binaries in a temporary folder, as somebody who is not root.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const BINARIES = '/usr/lib/postgresql';

const binaries = (): string | undefined =>
  existsSync(BINARIES)
    ? readdirSync(BINARIES)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(BINARIES, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

/** PostgreSQL refuses to run as root. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = users.find((user) => user.startsWith('postgres:')) ?? users.find((user) => user.startsWith('nobody:')) ?? '';
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}

export class PostgresServer {
  readonly folder: string;
  readonly #bin: string;
  #child: ChildProcess | undefined;

  constructor(bin: string) {
    this.#bin = bin;
    this.folder = mkdtempSync(join(tmpdir(), 'axproof-pg-'));
    const { uid, gid } = identity();
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid);
    const args = ['-D', join(this.folder, 'data'), '-U', 'axproof', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(bin, 'initdb'), args, { ...identity(), cwd: this.folder, stdio: 'ignore', env: {} });
  }

  /** Through a socket in the folder: no port that somebody else may have. */
  url(database = 'postgres'): string {
    return `postgres://axproof@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  async start(): Promise<void> {
    const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'logging_collector=off'];
    const args = ['-D', join(this.folder, 'data'), '-k', this.folder, ...settings];
    this.#child = spawn(join(this.#bin, 'postgres'), args, { ...identity(), cwd: this.folder, stdio: 'ignore', env: {} });
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: this.url() });
      // A server that is still coming up may close while a word is on its way to it.
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (tries === 200 || this.#child.exitCode !== null) throw error;
        await pause(50);
      }
    }
  }

  /** At once: connections are cut. */
  async stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** For an exit that waits for nothing. */
  kill(): void {
    this.#child?.kill('SIGQUIT');
  }
}

/** undefined where there is no PostgreSQL: never in CI. */
export function newServer(): PostgresServer | undefined {
  const bin = binaries();
  if (bin) return new PostgresServer(bin);
  if (process.env.CI) throw new Error(`no PostgreSQL: neither DATABASE_URL nor ${BINARIES}`);
  return undefined;
}

let shared: Promise<string | undefined> | undefined;
let server: PostgresServer | undefined;

/** The URL of a database for administration, one for all tests of this process. */
export function sharedServer(): Promise<string | undefined> {
  shared ??= (async () => {
    if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
    server = newServer();
    process.once('exit', () => server?.kill());
    await server?.start();
    return server?.url();
  })();
  return shared;
}

export const stopSharedServer = async (): Promise<void> => {
  await server?.remove();
  server = undefined;
  shared = undefined;
};
