// A run and the driver that sends for it, at the two ends of a port: the same run as side by side, and the end of one is the end of the other.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { AxproofError } from '../src/contract/errors.ts';
import type { Check } from '../src/contract/generated/types.ts';
import { jcs } from '../src/json/jcs.ts';
import { openPack } from '../src/pack/compiled/open-pack.ts';
import { type Driven, Recording } from '../src/record/recording.ts';
import { Times } from '../src/run/deadlines.ts';
import { drive } from '../src/run/drive.ts';
import { FarRun, goneFrom, serveRun } from '../src/run/judge-port.ts';
import { judgeHere } from '../src/run/run.ts';
import { json, ORIGIN, pack, rule, world } from './engine/world.ts';

const opened = openPack(
  pack({ home: { get: '/' }, more: { eachOf: [{ select: '$.home.json.links[*]', get: '{{ $.item }}' }] } }, [
    rule('one', { assert: [{ select: '$.home.json.links', schema: { type: 'array' }, else: 'no' }], reasons: { no: 'no' } }),
  ]),
);
const site = () => world({ '/': json({ links: ['/a', '/b'] }), '/a': json(1), '/b': json(2) });
const input = { target: ORIGIN, seed: 1, registrable: () => null };
const begun = (): Promise<Recording> => Recording.start(judgeHere(opened), input);

/** A run that has a driver with which it has only a port in common. */
async function apart(run: Driven, transport = site(), onCheck?: (check: Check) => void): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const far = new FarRun(port1);
  const probing = drive(far, { transport }).then(
    () => far.end(),
    (error: unknown) => far.end(error),
  );
  try {
    await serveRun(run, port2, { onCheck });
  } finally {
    await probing;
  }
}

describe('a run behind a port', () => {
  it('comes to the same bytes as one beside its driver, and tells its checks once', async () => {
    const [here, there] = [await begun(), await begun()];
    const checks: string[] = [];
    await drive(here, { transport: site() });
    await apart(there, site(), ({ id }) => checks.push(id));
    expect(jcs((await there.result()).verdict)).to.equal(jcs((await here.result()).verdict));
    expect(jcs((await there.result()).evidence)).to.equal(jcs((await here.result()).evidence));
    expect(checks).to.deep.equal(['one']);
  });

  it('is given nothing before that is admitted', async () => {
    const order: string[] = [];
    const { port1, port2 } = new MessageChannel();
    const begin = await begun();
    const run: Driven = {
      next(given) {
        order.push(`given ${given.length}`);
        return begin.next(given);
      },
    };
    const admit = async (given: readonly unknown[]): Promise<void> => {
      await pause(20);
      order.push(`admitted ${given.length}`);
    };
    const far = new FarRun(port1);
    const probing = drive(far, { transport: site() }).then(() => far.end());
    await serveRun(run, port2, { admit });
    await probing;
    expect(order.length).to.be.above(4);
    for (let i = 0; i < order.length; i += 2) expect(order[i]?.replace('admitted', 'given')).to.equal(order[i + 1]);
  });

  it('ends its driver when it fails, with its own error', async () => {
    const run: Driven = {
      next() {
        throw new AxproofError('spec-too-costly', 'enough');
      },
    };
    expect(await apart(run).catch((error) => error.code)).to.equal('spec-too-costly');
  });

  it('hears when its driver fails', async () => {
    const run = await begun();
    const broken = { ...site(), send: () => Promise.reject(new Error('no wire')) };
    expect(await apart(run, broken).catch((error) => error.message)).to.include('no wire');
  });

  it('is told when the other end is gone', async () => {
    const { port1, port2 } = new MessageChannel();
    const waiting = serveRun(await begun(), port2);
    port1.close();
    expect(await waiting.catch((error) => error.code)).to.equal('internal');
  });

  it('is told so where that was before it began: a thread that dies while the pack is still read', async () => {
    const { port1, port2 } = new MessageChannel();
    const isGone = goneFrom(port2);
    const thread = new Worker(
      'const { parentPort } = require("node:worker_threads"); parentPort.once("message", () => setInterval(() => {}, 1000));',
      {
        eval: true,
      },
    );
    thread.postMessage(port1, [port1]);
    await once(thread, 'online');
    await thread.terminate();
    while (!isGone()) await pause(5);
    expect(await serveRun(await begun(), port2, { isGone }).catch((error) => error.code)).to.equal('internal');
  });
});

describe('the clock of a run', () => {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('stands while its judge works, and goes on afterwards', async () => {
    const times = new Times(200, undefined);
    await times.standing(() => wait(400));
    expect(times.over.aborted).to.equal(false);
    await wait(400);
    expect(times.over.aborted).to.equal(true);
    times.clear();
  });

  it('gives back what the thread lost', async () => {
    const times = new Times(300, undefined);
    const end = performance.now() + 600;
    while (performance.now() < end);
    await wait(50);
    expect(times.over.aborted).to.equal(false);
    times.clear();
  });
});
