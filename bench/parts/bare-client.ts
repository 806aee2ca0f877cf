// A client and nothing else, in a process of its own: sends the requests of one grade to each target, by node:http or by got, and reads the answers whole. Its parent sends rounds of it.
import { Agent, request } from 'node:http';
import got from 'got';
import { LIMITS } from '../../src/contract/limits.ts';
import type { ServedRequest } from '../../src/transport/fixture/server.ts';
import { sideBySide } from './side-by-side.ts';

interface Work {
  origins: string[];
  asks: ServedRequest[];
  most: number;
}

type Client = (origin: string, ask: ServedRequest, agent: Agent) => Promise<unknown>;

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

process.on('message', ({ origins, asks, most }: Work) => {
  void sideBySide(origins, most, async (origin) => {
    const agent = new Agent({ keepAlive: true, maxSockets: LIMITS.connections });
    await sideBySide(asks, LIMITS.connections, (ask) => client(origin, ask, agent));
    agent.destroy();
  }).then(() => process.send?.('done'));
});
process.send?.('ready');
