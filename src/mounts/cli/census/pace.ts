// How a census gets on: whether this process has time for more, and on stderr how many are done, how many a second, how long it will still take.
import { figures } from '../../../report/census/charts.ts';
import type { Io } from '../io.ts';
import { progress } from '../progress.ts';

/** Milliseconds between lines. */
const EVERY = 30_000;

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Milliseconds over which it is looked how busy the process is, how many grades may begin in them, and the share of time from which on none may. */
const WINDOW = 100;
const BURST = 4;
const BUSY = 0.85;

/** Grades that wait for each other are late, and say nothing: however many may be under way, no more begin than there is time for. */
export function spareTime(): () => boolean {
  let last = performance.eventLoopUtilization();
  let left = BURST;
  return () => {
    const now = performance.eventLoopUtilization();
    const { active, idle, utilization } = performance.eventLoopUtilization(now, last);
    if (active + idle >= WINDOW) {
      last = now;
      left = utilization < BUSY ? BURST : 0;
    }
    return left-- > 0;
  };
}

/** A bar where somebody watches, a line now and then elsewhere. `before`: results that an earlier run left. */
export function censusProgress(io: Io, total: number, before: number, quiet: boolean): { step(): void; end(): void } {
  const bar = progress(io, total, quiet, before);
  const began = performance.now();
  let [said, done] = [began, before];
  return {
    step() {
      done++;
      const now = performance.now();
      const rate = (done - before) / Math.max(0.001, (now - began) / 1000);
      const text = `${rate.toFixed(1)} a second, ${duration((total - done) / rate)} left`;
      bar.step(text);
      if (quiet || io.errIsTerminal || now - said < EVERY) return;
      said = now;
      io.err(`axproof: census: ${figures(done)} of ${figures(total)}, ${text}\n`);
    },
    end: () => bar.end(),
  };
}
