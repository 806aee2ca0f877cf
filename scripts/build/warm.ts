// Runs the fresh bundle once over a loopback server, so that the code cache holds every function that a grade uses.
// A cache is a convenience: where this cannot be done, the build says so and goes on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

function serve(bin: string, fixture: string): Promise<{ origin: string; stop(): void }> {
  const child = spawn(process.execPath, [bin, 'fixture', 'serve', fixture, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const origin = /http:\/\/\S+/.exec(text)?.[0];
      if (origin) resolve({ origin, stop: () => child.kill() });
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error('the fixture server ended')));
  });
}

function ran(bin: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status === null || status > 1) throw new Error(`the warm-up ended with ${status}: ${stderr}`);
}

const fixtureOf = (root: string): string => join(root, 'fixtures', 'targets', 'good.yaml');

/** Grades a written target over loopback with the default pack. */
export async function gradeOnce(root: string, bin: string, env: Readonly<Record<string, string>>): Promise<void> {
  const fixture = fixtureOf(root);
  if (!existsSync(fixture)) return;
  try {
    const { origin, stop } = await serve(bin, fixture);
    try {
      ran(bin, ['grade', origin, '--seed', '1'], env);
    } finally {
      stop();
    }
  } catch (error) {
    console.warn(`build: no warm-up (${(error as Error).message}); the command line starts slower than it could`);
  }
}

/** The first chunk keeps what a grade over the network uses; the other one what a target of YAML and another pack need. */
export async function warm(root: string, dist: string): Promise<void> {
  const bin = join(dist, 'axproof.js');
  await gradeOnce(root, bin, { AXPROOF_WRITE_CACHE: 'cli' });
  if (existsSync(fixtureOf(root))) ran(bin, ['grade', fixtureOf(root), '--seed', '1', '--quiet'], { AXPROOF_WRITE_CACHE: 'rest' });
}
