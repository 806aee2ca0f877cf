// A client and nothing else, in a process of its own: sends the requests of one grade to each target, by node:http or by got, and reads the answers whole. Its parent sends rounds of it.
import { Agent, request } from 'node:http';
import got from 'got';
import type { Served } from '../../src/transport/fixture/server.ts';

interface Work {
  origins: string[];
  asks: Served[];
  sideBySide: number;
}

/** As many connections to one origin as a grade has. */
const CONNECTIONS = 6;

type Client = (origin: string, ask: Served, agent: Agent) => Promise<unknown>;

const byNode: Client = (origin, { method, path, headers, body }, agent) =>
  new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const byGot: Client = (origin, { method, path, headers, body }, agent) =>
  got(`${origin}${path}`, {
    method: method as 'GET',
    headers,
    ...(body === '' ? {} : { body }),
    agent: { http: agent },
    throwHttpErrors: false,
    followRedirect: false,
    decompress: false,
    retry: { limit: 0 },
    responseType: 'buffer',
  });

const client = process.argv[2] === 'got' ? byGot : byNode;

/** Takes from the list until it is empty, so many at once. */
async function each<T>(list: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...list];
  const one = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

process.on('message', ({ origins, asks, sideBySide }: Work) => {
  void each(origins, sideBySide, async (origin) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await each(asks, CONNECTIONS, (ask) => client(origin, ask, agent));
    agent.destroy();
  }).then(() => process.send?.('done'));
});
process.send?.('ready');
