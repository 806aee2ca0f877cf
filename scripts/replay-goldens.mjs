// Replays every golden report with the built command line under the Node that runs this: each has to give the same bytes again.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const folder = path('fixtures/golden/reports');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const failed = files.filter((name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path('dist/axproof.js'), 'replay', `${folder}/${name}`], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status === 0 && stdout.startsWith('same verdict, byte for byte')) return false;
  console.error(`${name}: exit ${status}\n${stdout}${stderr}`);
  return true;
});
console.log(`Node ${process.versions.node}: ${files.length - failed.length} of ${files.length} golden reports give the same bytes`);
if (failed.length > 0 || files.length === 0) process.exitCode = 1;
