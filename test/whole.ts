// How much the tests run: a part of what is large by default, all of it where AXPROOF_TESTS=whole is set. It also says what linear time is.
import { expect } from 'chai';

export const WHOLE = process.env.AXPROOF_TESTS === 'whole' || process.env.AXPROOF_TRUTH === 'whole';

/** A size or a number of runs: a tenth unless everything is run. */
export const sized = (whole: number): number => (WHOLE ? whole : Math.ceil(whole / 10));

/** Holds work on an input of such a size to the processor time that only a linear one keeps to; a busy machine does not count. */
export function expectLinear(work: () => void): void {
  const before = process.cpuUsage().user;
  work();
  expect((process.cpuUsage().user - before) / 1e6, 'seconds of CPU').to.be.below(WHOLE ? 12 : 3);
}
