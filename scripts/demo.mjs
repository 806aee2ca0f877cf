// npm run demo: serves the bundled target on loopback and grades it over the socket, with the built command line alone.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const axproof = (...args) => [path('dist/axproof.js'), ...args];

const server = spawn(process.execPath, axproof('fixture', 'serve', path('fixtures/targets/good.yaml'), '--port', '0'), {
  stdio: ['ignore', 'pipe', 'inherit'],
});
server.on('exit', (code) => {
  if (code) process.exitCode = code;
});
server.stdout.once('data', (line) => {
  const grade = spawn(process.execPath, axproof('grade', String(line).trim()), { stdio: 'inherit' });
  grade.on('exit', (code) => {
    process.exitCode = code ?? 1;
    server.kill();
  });
});
