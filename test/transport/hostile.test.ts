// Servers that mean harm or know no better: each ends by its deadline with the named outcome, in bounded memory.
import { expect } from 'chai';
import { bodySize } from '../../src/contract/answer-body.ts';
import type { Answer, Request } from '../../src/contract/generated/types.ts';
import { OK, SERVERS, type Speak } from './hostile-servers.ts';
import { ask, HEADERS, rawServer } from './support.ts';

const limits = { dns: 300, connect: 300, firstByte: 300, exchange: 700, wireBytes: 1024 * 1024 };
/** Where another outcome than a time-out is expected: a busy machine must not turn it into one. */
const patient = { ...limits, connect: 3000, firstByte: 3000, exchange: 8000 };
const MiB = 1024 * 1024;

/** The outcome, how long it took, and how far memory rose at most. */
async function endure(
  speak: Speak,
  bytes: number | undefined,
  own: typeof limits,
): Promise<{ answer: Answer; took: number; rise: number }> {
  const raw = await rawServer((socket) => speak(socket));
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  const begun = performance.now();
  const answer = await ask(raw.origin, { ...(bytes === undefined ? {} : { bytes }), options: { limits: own } });
  const took = performance.now() - begun;
  clearInterval(sampler);
  await raw.close();
  return { answer, took, rise: peak - before };
}

describe('transport: hostile servers', () => {
  before(async () => {
    const raw = await rawServer((socket) => socket.write(`${OK}content-length: 0\r\n\r\n`));
    await ask(raw.origin);
    await raw.close();
  });

  for (const [name, speak, outcome, { bytes } = {}] of SERVERS) {
    it(name, async () => {
      const own = 'code' in outcome && outcome.code === 'timed-out' ? limits : patient;
      const { answer, took, rise } = await endure(speak, bytes, own);
      if ('truncated' in outcome) {
        expect(answer).to.deep.include({ status: 200, truncated: true });
        expect(answer).to.not.have.property('failure');
        expect(answer.wireBytes, 'bytes of body taken').to.be.below(limits.wireBytes + 128 * 1024);
        expect(bodySize(answer)).to.be.within(1, bytes ?? 256 * 1024);
      } else {
        const { status, ...failure } = outcome;
        expect(answer.failure).to.deep.include(failure);
        expect(answer.status).to.equal(status);
        expect(answer).to.not.have.property('truncated');
      }
      expect(took, 'milliseconds').to.be.below(own.exchange + 500);
      expect(rise, 'bytes of memory').to.be.below(50 * MiB);
    });
  }

  it('waits for the first byte no longer than that limit says', async () => {
    const { took } = await endure(() => {}, undefined, patient);
    expect(took).to.be.within(patient.firstByte - 10, patient.exchange - 100);
  });

  it('keeps what came before the failure', async () => {
    const raw = await rawServer((socket) => socket.end(`${OK}content-length: 10\r\nx-a: b\r\n\r\nabc`));
    const answer = await ask(raw.origin, { options: { limits: patient } });
    expect(answer).to.deep.include({ status: 200, body: { text: 'abc' }, wireBytes: 3 });
    expect(answer.headers).to.include({ 'x-a': 'b' });
    await raw.close();
  });

  it('a length that the body exceeds poisons nothing', async () => {
    const raw = await rawServer((socket) =>
      socket.write(`${OK}content-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison`),
    );
    const answers = [await ask(raw.origin, { options: { limits: patient } }), await ask(raw.origin, { options: { limits: patient } })];
    for (const answer of answers) expect(answer.body?.text ?? 'ok').to.equal('ok');
    await raw.close();
  });

  it('fails by name where nothing listens', async () => {
    const raw = await rawServer(() => {});
    await raw.close();
    expect((await ask(raw.origin)).failure).to.deep.include({ code: 'connection-refused', phase: 'connect' });
  });

  it('never rejects, whatever the request is', async () => {
    const raw = await rawServer((socket) => socket.write(`${OK}content-length: 0\r\n\r\n`));
    const odd: Partial<Request>[] = [
      { url: 'no url' },
      { url: 'ftp://127.0.0.1/' },
      { url: raw.origin, body: 'a GET with a body' },
      { url: raw.origin, method: 'NO SUCH' as never },
      { url: raw.origin, headers: { 'x-a': '\ud800' } },
      { url: raw.origin, headers: { ...HEADERS, ['__proto__']: 'x' } },
    ];
    for (const request of odd) {
      const { failure } = await ask(raw.origin, { ...request });
      expect(failure, JSON.stringify(request)).to.have.property('code').that.is.oneOf(['own-fault', 'blocked-address']);
    }
    await raw.close();
  });
});
