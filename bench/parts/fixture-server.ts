// A written target in a process of its own: its work is not the work that is measured. Needs npm run build.
import { spawn } from 'node:child_process';
import { BIN, targetFile } from './setup.ts';

export interface FixtureServer {
  origin: string;
  stop(): void;
}

export async function fixtureServer(name: string): Promise<FixtureServer> {
  const child = spawn(process.execPath, [BIN, 'fixture', 'serve', targetFile(name), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', () => reject(new Error('the fixture server ended')));
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  return { origin, stop };
}
