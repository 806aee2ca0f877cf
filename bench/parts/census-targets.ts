// So many written targets of one content in a process of their own, each on a port of its own, each answer after a while. It tells their origins to its parent, and
// to whoever sends it a message how often they were asked, by how many bytes, and what the first of them was asked.
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { targetFile } from './setup.ts';

const [count = '1', wait = '0'] = process.argv.slice(2);
const target = loadFixture(targetFile('good'));
const servers: FixtureServer[] = [];
for (let i = 0; i < Number(count); i++) servers.push(await serveFixture(target, { wait: Number(wait) }));
process.on('message', () => {
  const all = servers.flatMap(({ log }) => log);
  const bytes = all.map(({ method, path, headers, body }) => `${method} ${path} ${JSON.stringify(headers)}${body ?? ''}`.length);
  process.send?.({ requests: all.length, bytes: bytes.reduce((a, b) => a + b, 0), asks: servers[0]?.log });
});
process.send?.(servers.map(({ origin }) => origin));
