// npm run bench: runs every other file of this folder as a process of its own; each prints one line of JSON. Names pick some of them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const asked = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => /^[a-z][a-z-]*\.ts$/.test(name) && name !== 'run.ts')
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => asked.length === 0 || asked.includes(name))
  .sort();

for (const name of names) {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', `${folder}${name}.ts`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (status !== 0 || !line.startsWith('{')) {
    process.exitCode = 1;
    console.log(JSON.stringify({ bench: name, error: `ended with ${status}` }));
  } else console.log(line);
}
