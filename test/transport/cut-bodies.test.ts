// What a run keeps of bodies that the verifier cut, and how much chunk framing it reads.
import { expect } from 'chai';
import { bodySize } from '../../src/contract/answer-body.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { CutBodies } from '../../src/transport/live/cut-bodies.ts';
import { endless, OK } from './hostile-servers.ts';
import { ask, hop, never, rawServer, toLoopback } from './support.ts';

const MiB = 1024 * 1024;

describe('bodies that were cut', () => {
  it('are kept while there is room for them, and their heads after that', () => {
    const cut = new CutBodies();
    expect([5 * MiB, 5 * MiB, MiB, 3 * MiB, MiB, 1000].map((size) => cut.keep(size))).to.deep.equal([
      5 * MiB,
      LIMITS.cutHead,
      MiB,
      LIMITS.cutHead,
      MiB,
      1000,
    ]);
    for (let i = 0; i < 40; i++) cut.keep(MiB);
    expect([cut.keep(MiB), cut.keep(1000)], 'without any room').to.deep.equal([LIMITS.cutHead, 1000]);
  });

  it('count over all exchanges of a run, and what came to its end is kept whole', async () => {
    const whole = 'y'.repeat(300_000);
    const raw = await rawServer((socket, heard) => {
      if (heard.startsWith('GET /whole ')) socket.write(`${OK}content-length: ${whole.length}\r\n\r\n${whole}`);
      else {
        socket.write(`${OK}\r\n`);
        endless(socket, 'x'.repeat(16384));
      }
    });
    const transport = toLoopback(raw.origin);
    try {
      const sizes: [number, boolean][] = [];
      for (const [path, bytes] of [
        ['/', 5 * MiB],
        ['/', 5 * MiB],
        ['/whole', MiB],
      ] as const) {
        const answer = await transport.send(hop(raw.origin + path, { bytes }), never);
        sizes.push([bodySize(answer), answer.truncated === true]);
      }
      expect(sizes).to.deep.equal([
        [5 * MiB, true],
        [LIMITS.cutHead, true],
        [whole.length, false],
      ]);
    } finally {
      await transport.close();
      await raw.close();
    }
  });

  it('are cut where chunks frame more than they hold, long before the cap', async () => {
    const raw = await rawServer((socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      endless(socket, '1\r\nx\r\n'.repeat(1000));
    });
    const answer = await ask(raw.origin, { bytes: 5 * MiB });
    await raw.close();
    expect(answer).to.deep.include({ status: 200, truncated: true });
    expect(answer.wireBytes).to.be.within(1, LIMITS.framingBytes);
  });

  it('are not those of a server that writes a small document byte by byte, or a large one in chunks', async () => {
    const served = async (chunk: string, times: number): Promise<[number, boolean]> => {
      const raw = await rawServer((socket) => {
        const framed = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
        socket.write(`${OK}transfer-encoding: chunked\r\n\r\n${framed.repeat(times)}0\r\n\r\n`);
      });
      const answer = await ask(raw.origin, { bytes: 16 * MiB });
      await raw.close();
      return [bodySize(answer), answer.truncated === true];
    };
    expect(await served('x', 65_536)).to.deep.equal([65_536, false]);
    expect(await served('x'.repeat(16), 400_000)).to.deep.equal([6_400_000, false]);
    expect(await served('x'.repeat(65_536), 120)).to.deep.equal([120 * 65_536, false]);
  });
});
