// A stream of server-sent events that nothing between takes for a dead one while it is quiet.
import { Readable } from 'node:stream';

/**
 * The frames, and a comment whenever `every` milliseconds are over and all that came was taken. None comes after the last frame:
 * a stream that gets more than its end is destroyed, with what a slow reader had still to take.
 */
export function beating(frames: AsyncIterable<string>, every: number): Readable {
  let isOver = false;
  const heard = async function* (): AsyncIterable<string> {
    yield* frames;
    isOver = true;
  };
  const body = Readable.from(heard());
  const beat = setInterval(() => !isOver && body.readableFlowing !== null && body.readableLength === 0 && body.push(': beat\n\n'), every);
  body.once('close', () => clearInterval(beat));
  return body;
}
