// So many written targets of one content in a process of their own, each on a port of its own, each answer after a while. It tells their origins to its parent.
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { targetFile } from './setup.ts';

const [count = '1', wait = '0'] = process.argv.slice(2);
const target = loadFixture(targetFile('good'));
const origins: string[] = [];
for (let i = 0; i < Number(count); i++) origins.push((await serveFixture(target, { wait: Number(wait) })).origin);
process.send?.(origins);
