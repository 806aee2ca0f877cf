// Run as a process of its own: asks the service whether it lives, and a bare server the same, in turns until it is told to stop; then says how long they took.
import { Agent, get } from 'node:http';

const EVERY = 15;
const agent = new Agent({ keepAlive: true });
const times: [number[], number[]] = [[], []];
const urls = process.argv.slice(2, 4);

/** Whoever gives no answer at all counts as long as was waited. */
const timed = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now();
    const over = (): void => resolve(performance.now() - began);
    get(url, { agent, timeout: 5000 }, (answer) => answer.resume().once('end', over))
      .once('timeout', function (this: { destroy(): void }) {
        this.destroy();
      })
      .once('error', () => resolve(5000));
  });

export interface Pulse {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

function pulse(all: number[]): Pulse {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

let going = true;
process.once('message', () => {
  going = false;
});
// Whoever asked for it may break off.
process.once('disconnect', () => process.exit());
process.send?.('ready');
while (going) {
  for (const [i, url] of urls.entries()) times[i]?.push(await timed(url));
  await new Promise((resolve) => setTimeout(resolve, EVERY));
}
process.send?.(times.map(pulse));
process.disconnect();
