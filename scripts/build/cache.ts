// Writes the code cache of the built command line: one grade over loopback, so that it holds the functions which a grade uses.
// A cache is a convenience: where it cannot be written, the build says so and goes on.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

function gradeOnce(bin: string, target: string): void {
  const { status, stderr } = spawnSync(process.execPath, [bin, 'grade', target, '--seed', '1', '--quiet'], {
    env: { ...process.env, AXPROOF_WRITE_CACHE: '1' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0)
    console.warn(`build: no code cache (a grade of ${target} ended with ${status}: ${stderr}); the command line starts slower`);
}

export async function writeCodeCache(root: string, dist: string): Promise<void> {
  const bin = join(dist, 'axproof.js');
  const fixture = join(root, 'fixtures', 'targets', 'good.yaml');
  const server = spawn(process.execPath, [bin, 'fixture', 'serve', fixture, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
    gradeOnce(bin, String(line).trim());
  } finally {
    server.kill();
  }
}
