// The beat of an event stream: it keeps a quiet stream open, and takes nothing from its end.
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'chai';
import { beating } from '../../src/mounts/http/beating.ts';

async function* quiet(frames: readonly string[], pause: number): AsyncIterable<string> {
  for (const frame of frames) {
    if (pause > 0) await after(pause);
    yield frame;
  }
}

async function readSlowly(body: AsyncIterable<string>, pause: number): Promise<string[]> {
  const got: string[] = [];
  for await (const frame of body) {
    got.push(frame);
    await after(pause);
  }
  return got;
}

const isBeat = (frame: string): boolean => frame.startsWith(':');

describe('the beat of an event stream', () => {
  it('comes while nothing else does', async () => {
    const got = await readSlowly(beating(quiet(['a', 'b'], 60), 5), 0);
    expect(got.filter((frame) => !isBeat(frame))).to.deep.equal(['a', 'b']);
    expect(got.filter(isBeat)).to.have.length.above(2);
  });

  it('does not cut off what a slow reader has still to take', async () => {
    const got = await readSlowly(beating(quiet(['a', 'b', 'c'], 0), 2), 30);
    expect(got.filter((frame) => !isBeat(frame))).to.deep.equal(['a', 'b', 'c']);
  });
});
