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

export async function warm(root: string, dist: string): Promise<void> {
  const fixture = join(root, 'fixtures', 'targets', 'good.yaml');
  if (!existsSync(fixture)) return;
  const bin = join(dist, 'axproof.js');
  try {
    const { origin, stop } = await serve(bin, fixture);
    const { status, stderr } = spawnSync(process.execPath, [bin, 'grade', origin, '--seed', '1'], {
      env: { ...process.env, AXPROOF_WRITE_CACHE: '1' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    stop();
    if (status === null || status > 1) throw new Error(`the warm-up ended with ${status}: ${stderr}`);
  } catch (error) {
    console.warn(`build: no code cache (${(error as Error).message}); the command line starts without one`);
  }
}
