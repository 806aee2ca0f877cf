// Whose lateness it was: a verifier that was held up itself measures again, or says so, and never sends twice what writes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Answer, Method } from '../../src/contract/generated/types.ts';
import { live } from '../../src/transport/live/live.ts';
import { HEADERS, never } from './support.ts';

const limits = { firstByte: 300, exchange: 600 };

/** Holds this thread, as a large document would. */
function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

interface Place {
  origin: string;
  /** Methods of the requests that came. */
  came: string[];
  server: Server;
}

/** Answers no request by itself; `heard` is told of each. */
async function place(heard: (nth: number, answer: () => void) => void): Promise<Place> {
  const came: string[] = [];
  const server = createServer((request, response) => {
    came.push(request.method as string);
    heard(came.length, () => response.end('here'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came, server };
}

async function asked({ origin, server }: Place, method: Method): Promise<Answer> {
  const transport = live({ target: new URL(origin), private: true, limits });
  try {
    return await transport.send({ key: 'one', hop: 0, bytes: 1000, request: { method, url: `${origin}/`, headers: HEADERS } }, never);
  } finally {
    await transport.close();
    server.close();
    server.closeAllConnections();
  }
}

/** Milliseconds for which the verifier is held while the first and the second answer are awaited, and what then comes of it. */
const ROWS: [string, Method, [number, number], boolean, { code?: string; came: number }][] = [
  ['measures a GET again that it was late for itself', 'GET', [700, 0], true, { came: 2 }],
  ['says of a target that is silent the second time too that it was', 'GET', [700, 0], false, { code: 'timed-out', came: 2 }],
  ['says that it is overloaded where it is late twice', 'GET', [700, 700], false, { code: 'verifier-overloaded', came: 2 }],
  ['measures OPTIONS again', 'OPTIONS', [700, 0], true, { came: 2 }],
  ['sends nothing twice that may write', 'POST', [700, 0], true, { code: 'verifier-overloaded', came: 1 }],
  ['takes a silent target for what it is where it was in time itself', 'GET', [0, 0], false, { code: 'timed-out', came: 1 }],
];

describe('transport: a verifier that is late itself', function () {
  // On a machine that holds this very process up, another row is the right one.
  this.retries(3);
  for (const [name, method, held, answers, expected] of ROWS)
    it(name, async () => {
      const target = await place((nth, answer) => {
        if (answers && nth > 1) answer();
        if (held[nth - 1]) hold(held[nth - 1] as number);
      });
      const { failure, body } = await asked(target, method);
      expect({ ...(failure ? { code: failure.code } : {}), came: target.came.length }).to.deep.equal(expected);
      expect(body?.text).to.equal(failure ? undefined : 'here');
    });
});
