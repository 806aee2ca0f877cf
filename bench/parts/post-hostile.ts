// Posts hostile specs to a service, one after another, until it is told to stop; then says what was answered. Run as a process of its own.
import { HOSTILE } from '../../test/gate/containment/hostile-specs.ts';

/** Beyond what a body may be, the answer is 413 and nothing is judged. */
const MOST_BODY = 512 * 1024;
// Made beforehand: their making is no work of a verifier. What is no JSON value cannot be put into a request.
const bodies = HOSTILE.map((spec) => `{"target":"127.0.0.1:9","spec":${spec.text()}}`).filter((body) => body.length < MOST_BODY);
const statuses = new Set<number>();
let [count, slowestMs, going, next] = [0, 0, false, 0];

async function post(): Promise<void> {
  while (going) {
    const begun = performance.now();
    const body = bodies[next++ % bodies.length] as string;
    const answer = await fetch(`${process.argv[2]}/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.arrayBuffer();
    statuses.add(answer.status);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    count++;
  }
}

let posting: Promise<void> = Promise.resolve();
process.on('message', (what) => {
  if (what === 'go') {
    going = true;
    posting = post();
  } else {
    going = false;
    void posting.then(() => process.send?.({ count, statuses: [...statuses].sort(), slowestMs }));
  }
});
process.send?.('ready');
