// Who gets a slot, who waits, and who is refused: counts alone, without a child.
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { type QueuePlace, Slots } from '../../src/gate/slots.ts';

/** Names of those whose turn it is, in order. */
function order(): { heard: string[]; hear(name: string, place: QueuePlace): QueuePlace } {
  const heard: string[] = [];
  return {
    heard,
    hear(name, place) {
      place.turn.then(
        () => heard.push(name),
        (why: unknown) => heard.push(`${name}: ${why instanceof AxproofError ? why.code : String(why)}`),
      );
      return place;
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function refusal(act: () => unknown): AxproofError {
  try {
    act();
  } catch (error) {
    if (error instanceof AxproofError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('slots', () => {
  it('gives so many and no more, and the next when one is given back', async () => {
    const slots = new Slots({ most: 2 });
    const { heard, hear } = order();
    const first = hear('first', slots.enter('run'));
    for (const name of ['second', 'third', 'fourth']) hear(name, slots.enter('run'));
    await settled();
    expect([heard, slots.load]).to.deep.equal([['first', 'second'], { taken: 2, waiting: 2 }]);
    first.leave();
    first.leave();
    await settled();
    expect([heard, slots.load]).to.deep.equal([['first', 'second', 'third'], { taken: 2, waiting: 1 }]);
  });

  it('lets callers take turns, however many places one of them has', async () => {
    const slots = new Slots({ most: 1 });
    const { heard, hear } = order();
    const held: QueuePlace[] = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => hear(name, slots.enter('run', { caller: name.slice(0, 1) })));
    for (let i = 0; i < 5; i++) {
      await settled();
      held.find((_, at) => ['a1', 'a2', 'a3', 'b1', 'c1'][at] === heard.at(-1))?.leave();
    }
    expect(heard).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3']);
    expect(slots.load).to.deep.equal({ taken: 0, waiting: 0 });
  });

  it('refuses at once where too many wait, of all and of one caller, and says when to come back', () => {
    const slots = new Slots({ most: 1, waiting: 3, each: 2 });
    for (const caller of ['a', 'a', 'a']) slots.enter('run', { caller });
    const one = refusal(() => slots.enter('run', { caller: 'a' }));
    expect([one.code, one.remedy?.retryAfter]).to.deep.equal(['busy', 5]);
    slots.enter('run', { caller: 'b' });
    expect(refusal(() => slots.enter('run', { caller: 'c' })).code).to.equal('busy');
    expect(slots.load).to.deep.equal({ taken: 1, waiting: 3 });
  });

  it('refuses whoever waits too long, and those whose turn it is stay', async () => {
    const slots = new Slots({ most: 1, patience: 20 });
    const { heard, hear } = order();
    hear('holds', slots.enter('run'));
    hear('waits', slots.enter('run'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([heard, slots.load]).to.deep.equal([['holds', 'waits: busy'], { taken: 1, waiting: 0 }]);
  });

  it('forgets a caller who leaves while waiting, and who has left before', async () => {
    const slots = new Slots({ most: 1 });
    const { heard, hear } = order();
    const first = slots.enter('run');
    const gone = new AbortController();
    hear('gone', slots.enter('run', { signal: gone.signal }));
    hear('stays', slots.enter('run'));
    gone.abort('left');
    first.leave();
    await settled();
    expect([heard, slots.load]).to.deep.equal([['gone: left', 'stays'], { taken: 1, waiting: 0 }]);
    expect(() => slots.enter('run', { signal: AbortSignal.abort(new Error('left')) })).to.throw('left');
  });

  it('leaves a slot to the other kind of work where both are done', async () => {
    const slots = new Slots({ most: 3, shared: true });
    const { heard, hear } = order();
    for (const name of ['v1', 'v2', 'v3']) hear(name, slots.enter('validation'));
    const [r1, r2] = [slots.take('run'), slots.take('run')];
    await settled();
    expect([heard, r1 !== undefined, r2]).to.deep.equal([['v1', 'v2'], true, undefined]);
    r1?.leave();
    await settled();
    expect(heard, 'a run gave back the slot that is for runs').to.deep.equal(['v1', 'v2']);
    expect(slots.take('run')).to.not.equal(undefined);
  });

  it('stay with a spec that was validated, for the run of it: what waits to be validated waits for that, and other runs do not', async () => {
    const slots = new Slots({ most: 2, shared: true });
    const { heard, hear } = order();
    const validated = hear('validated', slots.enter('validation'));
    hear('next', slots.enter('validation'));
    await settled();
    slots.keep('sha256:new', validated);
    expect([slots.kept, slots.fits('validation'), slots.fits('run')]).to.deep.equal([['sha256:new'], false, true]);
    hear('known', slots.enter('run'));
    await settled();
    expect(heard).to.deep.equal(['validated', 'known']);
    const run = slots.claim('sha256:new');
    expect([run, slots.claim('sha256:new'), slots.kept]).to.deep.equal([validated, undefined, []]);
    run?.leave();
    await settled();
    expect(heard).to.deep.equal(['validated', 'known', 'next']);
  });

  it('are given back where such a run does not begin, or another takes the place', async () => {
    const slots = new Slots({ most: 3 });
    slots.keep('sha256:one', slots.enter('validation'), 5);
    slots.keep('sha256:two', slots.enter('validation'));
    slots.keep('sha256:two', slots.enter('validation'));
    expect(slots.load.taken).to.equal(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([slots.kept, slots.load.taken]).to.deep.equal([['sha256:two'], 1]);
    slots.claim('sha256:two')?.leave();
  });
});
