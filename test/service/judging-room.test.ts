// What the runs of one judging thread hold together: the heavy ones are judged one at a time, and nobody waits for ever.
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { ReceivedAnswer } from '../../src/record/recording.ts';
import { JudgingRoom, type RoomOfRun } from '../../src/service/judging-room.ts';

const bytes = (length: number): ReceivedAnswer[] => [{ key: 'one', answer: { status: 200, body: { text: 'x'.repeat(length) } } }];

describe('what runs of a judging thread hold together', () => {
  const gone: string[] = [];
  beforeEach(() => gone.splice(0));

  const take = async (name: string, run: RoomOfRun, length: number): Promise<void> => {
    void run.take(bytes(length)).then(() => gone.push(name));
    await turn();
  };

  it('one run is as heavy as it likes, the next heavy one waits until it has left, and light ones wait for nobody', async () => {
    const room = new JudgingRoom(() => 4, 100);
    const [first, second, third, light] = [room.enter(), room.enter(), room.enter(), room.enter()];
    await take('first', first, 500);
    await take('second', second, 90);
    await take('second again', second, 90);
    await take('third', third, 80);
    await take('light', light, 6);
    await take('first again', first, 500);
    expect(gone).to.deep.equal(['first', 'second', 'light', 'first again']);
    first.leave();
    await turn();
    expect(gone).to.deep.equal(['first', 'second', 'light', 'first again', 'second again', 'third']);
  });

  it('what waits is in the way of nobody', async () => {
    const room = new JudgingRoom(() => 4, 100);
    const [first, second, third] = [room.enter(), room.enter(), room.enter()];
    await take('first', first, 500);
    await take('second', second, 300);
    await take('third', third, 60);
    expect(gone).to.deep.equal(['first', 'third']);
  });

  it('several that wait go on one after another', async () => {
    const room = new JudgingRoom(() => 4, 100);
    const runs = ['a', 'b', 'c'].map((name) => ({ name, run: room.enter() }));
    for (const { name, run } of runs) await take(name, run, 200);
    for (const [i, { run }] of runs.entries()) {
      expect(gone).to.deep.equal(['a', 'b', 'c'].slice(0, i + 1));
      run.leave();
      await turn();
    }
  });

  it('one that was given up while it waited takes no place, and what it held is free', async () => {
    const room = new JudgingRoom(() => 2, 100);
    const [first, given, last] = [room.enter(), room.enter(), room.enter()];
    await take('first', first, 200);
    await take('given up', given, 200);
    given.leave();
    await take('last', last, 90);
    first.leave();
    await turn();
    expect(gone).to.deep.equal(['first', 'last']);
  });

  it('text and base64 count alike, and answers without a body nothing', async () => {
    const room = new JudgingRoom(() => 2, 100);
    const [first, second] = [room.enter(), room.enter()];
    await first.take([{ answer: { body: { base64: 'x'.repeat(200) } } }]);
    await take('second', second, 150);
    await take('empty', room.enter(), 0);
    expect(gone).to.deep.equal(['empty']);
  });
});
