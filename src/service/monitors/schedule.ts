// When a monitor runs next. The grid of a monitor stays where its first run put it; the jitter is drawn anew for each run. It reads no clock.
export interface Grid {
  /** Milliseconds. */
  every: number;
  jitter: number;
  plannedAt: number;
}

/** What was missed is not made up for, and what was planned before the clock was set back is planned anew. `random`: from 0 to below 1. */
export function nextRun({ every, jitter, plannedAt }: Grid, now: number, random: () => number): { plannedAt: number; dueAt: number } {
  const steps = (now - plannedAt) / every;
  const planned = plannedAt + every * (steps < -1 ? Math.floor(steps) + 1 : Math.max(1, Math.ceil(steps)));
  return { plannedAt: planned, dueAt: planned + Math.floor(random() * jitter) };
}

/** Runs an hour of all monitors together may begin half as fast again as they are planned on average, whenever they are due: after a standstill, or where they were all made at once. */
const HEADROOM = 1.5;
/** Of an hour: what may begin at once. */
const BURST = 1 / 240;

export const startRate = (perHour: number): { perHour: number; burst: number } => ({
  perHour: Math.max(60, perHour * HEADROOM),
  burst: Math.max(1, perHour * HEADROOM * BURST),
});
