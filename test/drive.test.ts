// The driver of a run: what others wait for is sent before what came first, and never more at once than a target bears.
import { expect } from 'chai';
import type { Answer } from '../src/contract/generated/types.ts';
import { LIMITS } from '../src/contract/limits.ts';
import type { Hop, Transport } from '../src/contract/transport.ts';
import type { Sending } from '../src/record/exchange-recorder.ts';
import type { Driven, NextHops } from '../src/record/recording.ts';
import { drive } from '../src/run/drive.ts';

const sending = (key: string, order: number, urgency: number): Sending => ({
  key,
  hop: 0,
  request: { method: 'GET', url: `https://site.example/${key}`, headers: {} },
  bytes: 100,
  order: [order],
  urgency,
  follow: 0,
});
const hops = (send: Sending[], finished: boolean): NextHops => ({ send, checks: [], cleanup: false, finished });

describe('the driver of a run', () => {
  it('sends what is urgent before what waits longer, and so many at once as it may', async () => {
    const sent: string[] = [];
    const answers: ((answer: Answer) => void)[] = [];
    const transport: Pick<Transport, 'send'> = {
      send: ({ key }: Hop) => {
        sent.push(key);
        return new Promise((resolve) => answers.push(resolve));
      },
    };
    const plain = Array.from({ length: LIMITS.connections + 2 }, (_, i) => sending(`plain-${i}`, i, 0));
    // The answer of the first leads to one that others wait for, and the rest to nothing.
    const steps = [hops(plain, false), hops([sending('urgent', 99, 5)], false)];
    const run: Driven = { next: () => steps.shift() ?? hops([], true) };
    const done = drive(run, { transport: transport as Transport });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await turn();
    const first = plain.slice(0, LIMITS.connections).map(({ key }) => key);
    expect(sent).to.deep.equal(first);
    answers[0]?.({ failure: { code: 'aborted' } });
    await turn();
    expect(sent).to.deep.equal([...first, 'urgent']);
    for (let i = 1; i < plain.length + 1; i++) {
      answers[i]?.({ failure: { code: 'aborted' } });
      await turn();
    }
    await done;
    expect(sent.slice(first.length + 1)).to.deep.equal(plain.slice(first.length).map(({ key }) => key));
  });
});
