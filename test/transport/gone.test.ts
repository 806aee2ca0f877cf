// A target that goes away in the middle of a run: every request gets its own answer at once, and nothing escapes to the process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { hop, never, toLoopback } from './support.ts';

const HOPS = 14;

/** Stops listening and drops every connection at its third request. */
async function leavingServer(): Promise<string> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    if (asked === 3) {
      server.close();
      server.closeAllConnections();
    } else response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('transport: a target that goes away', () => {
  it('answers all that was under way or is asked later with a connection failure', async () => {
    const escaped: unknown[] = [];
    const catches = (error: unknown): void => void escaped.push(error);
    process.on('uncaughtExceptionMonitor', catches);
    try {
      for (let round = 0; round < 10; round++) {
        const origin = await leavingServer();
        const transport = toLoopback(origin);
        const asked = Array.from({ length: HOPS }, (_, i) =>
          transport.send(hop(`${origin}/${i}`, i % 5 === 0 ? { method: 'POST', body: '{}' } : {}), never),
        );
        const ends = (await Promise.all(asked)).map(({ failure, status }) => failure?.code ?? status);
        expect(ends.filter((end) => end !== 200 && end !== 'connection-reset' && end !== 'connection-refused')).to.deep.equal([]);
        expect(ends).to.include('connection-refused');
        await transport.close();
      }
    } finally {
      process.off('uncaughtExceptionMonitor', catches);
    }
    expect(escaped).to.deep.equal([]);
  });
});
