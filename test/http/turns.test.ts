// What others notice of work that holds the serving thread: between two pieces of it the loop looks at the network.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { AxproofError } from '../../src/contract/errors.ts';
import type { Route } from '../../src/mounts/http/route.ts';
import { fewEachTurn, oneEachTurn, valueEachTurn } from '../../src/mounts/http/turns.ts';
import { checkOf } from '../../src/mounts/http/validate.ts';
import { mounted } from './served.ts';

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

  it('give what was made of them, or why nothing was, and those behind go on', async () => {
    const inTurn = valueEachTurn(oneEachTurn((next) => void setImmediate(next)));
    const ends = await Promise.allSettled([
      inTurn(() => 1),
      inTurn(() => {
        throw new TypeError('none');
      }),
      inTurn(() => 'x'),
    ]);
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).to.deep.equal([1, 'TypeError: none', 'x']);
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
    const check = checkOf({ method: 'POST', path: '/verify', body: 'VerificationRequest' } as Route);
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

describe('a crowd of requests', () => {
  it('goes on a few in a turn of the loop, in its order, and leaves turns to others', async () => {
    const inTurn = fewEachTurn(2);
    let said = '';
    const go = (name: string): void => void inTurn().then(() => (said += name));
    for (const name of 'abcde') go(name);
    await Promise.resolve();
    const perTurn = [said];
    for (let i = 0; i < 4; i++) {
      said = '';
      await turn();
      perTurn.push(said);
      // One that comes meanwhile is the last.
      if (i === 0) go('f');
    }
    expect(perTurn).to.deep.equal(['ab', 'cd', 'ef', '', '']);
    go('g');
    await Promise.resolve();
    expect(said, 'where nobody waits it goes on at once').to.equal('g');
    await turn();
    await turn();
    for (const name of 'hij') go(name);
    await turn();
    await turn();
    expect(said, 'it begins again').to.equal('ghij');
  });

  it('is answered after whoever asks whether the service runs', async () => {
    const place = await mounted({ ready: async () => ({ ready: true, parts: [] }) as never });
    const { port } = new URL(place.url);
    const paths = [...Array.from({ length: 40 }, () => '/errors/busy'), '/health', '/health/ready'];
    const sockets = await Promise.all(
      paths.map(async (): Promise<Socket> => {
        const socket = connect(Number(port), '127.0.0.1');
        // The service has taken it when it has answered.
        socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
        await once(socket, 'data');
        return socket;
      }),
    );
    const order: string[] = [];
    const all = paths.map(async (path, i) => {
      const [answer] = await once(sockets[i]!, 'data');
      expect(String(answer)).to.match(/^HTTP\/1\.1 200 /);
      order.push(path);
    });
    for (const [i, path] of paths.entries()) sockets[i]!.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await Promise.all(all);
    for (const path of ['/health', '/health/ready']) expect(order.indexOf(path), path).to.be.lessThan(20);
    await place.close();
  });
});
