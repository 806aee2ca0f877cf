// npm run bench: runs every other file of this folder as a process of its own; each prints one line of JSON. Names pick some of them; options are theirs.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const asked = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
const names = readdirSync(folder)
  .filter((name) => /^[a-z][a-z-]*\.ts$/.test(name) && name !== 'run.ts')
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => asked.length === 0 || asked.includes(name))
  .sort();

for (const name of names) {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', `${folder}${name}.ts`, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    process.exitCode = 1;
    console.log(JSON.stringify({ bench: name, error: `ended with ${status}` }));
    continue;
  }
  if (status !== 0) process.exitCode = 1;
  console.log(line);
}
