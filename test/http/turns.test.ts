// What others notice of work that holds the serving thread: between two pieces of it the loop looks at the network.
import { expect } from 'chai';
import type { AxproofError } from '../../src/contract/errors.ts';
import type { Route } from '../../src/mounts/http/route.ts';
import { oneEachTurn } from '../../src/mounts/http/turns.ts';
import { checkOf } from '../../src/mounts/http/validate.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('large bodies', () => {
  it('are read one in a turn of the loop, in their order, also those that come meanwhile', async () => {
    const inTurn = oneEachTurn((next) => void setImmediate(next));
    const said: string[] = [];
    for (const name of ['a', 'b', 'c']) inTurn(() => void said.push(name));
    inTurn(() => inTurn(() => void said.push('e')));
    const perTurn: string[] = [];
    for (let i = 0; i < 7; i++) {
      await turn();
      perTurn.push(said.splice(0).join(''));
    }
    expect(perTurn.filter((one) => one !== '')).to.deep.equal(['a', 'b', 'c', 'e']);
    inTurn(() => void said.push('later'));
    await turn();
    expect(said, 'it begins again').to.deep.equal(['later']);
  });

  it('leave the thread to others for twice as long as they took, also where one is no more than begun', async () => {
    let clock = 0;
    const rests: number[] = [];
    let go: () => void = () => {};
    const inTurn = oneEachTurn(
      (next, ms) => {
        rests.push(ms);
        go = next;
      },
      () => clock,
    );
    const said: string[] = [];
    const takes = (name: string, ms: number) => (): void => {
      said.push(name);
      clock += ms;
    };
    inTurn(takes('a', 30));
    await turn();
    inTurn(takes('b', 5));
    await turn();
    expect(said, 'b came while the thread rests').to.deep.equal(['a']);
    go();
    expect([said, rests]).to.deep.equal([
      ['a', 'b'],
      [60, 10],
    ]);
  });

  it('with a thousand wrong members are told of one, those with few of each', () => {
    const check = checkOf({ method: 'POST', path: '/verify', body: 'VerificationRequest' } as unknown as Route);
    const faults = (count: number): number => {
      const wrong = Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 0]));
      try {
        check({ params: {}, query: {}, headers: {}, body: { target: 'example.com', ...wrong } });
        return 0;
      } catch (error) {
        return (error as AxproofError).details.length;
      }
    };
    expect([faults(0), faults(3), faults(1000)]).to.deep.equal([0, 3, 1]);
  });
});
