// One process of the service on a machine, as a simulation of events: threads take their work one after another and share the cores; targets answer after a while.
// It knows no clock and draws nothing, so that it gives the same again.

export interface Machine {
  cores: number;
  /** Threads that judge; one serves, one probes, and those of V8 help wherever a core is free. */
  judges: number;
  /** All of them, from the start of the first to the end of the last. */
  grades: number;
  /** Under way at the same time; the next begins when one ends. */
  sideBySide: number;
  /** Until a target answers. */
  waitMs: number;
  /** Of a grade, by thread. */
  cpuMs: { serving: number; judging: number; probing: number; helpers: number };
  /** How often a grade waits for its target. */
  rounds: number;
}

interface Work {
  ms: number;
  then(): void;
}

export function simulate({ cores, judges, grades, sideBySide, waitMs, cpuMs, rounds }: Machine): { perSecond: number } {
  const threads: Work[][] = Array.from({ length: judges + 3 }, () => []);
  const [serving, probing, helping] = [judges, judges + 1, judges + 2];
  const timers: { at: number; then(): void }[] = [];
  let [now, ended] = [0, 0];
  const give = (thread: number, ms: number, then: () => void = () => undefined): void => void threads[thread]!.push({ ms, then });
  const wait = (ms: number, then: () => void): void => void timers.push({ at: now + ms, then });
  const share = 1 / (rounds + 1);

  function grade(number: number): void {
    const judge = number % judges;
    let left = rounds;
    const round = (): void =>
      give(judge, cpuMs.judging * share, () => {
        give(helping, cpuMs.helpers * share);
        if (left-- === 0) give(serving, cpuMs.serving / 2, end);
        else give(probing, cpuMs.probing / rounds, () => wait(waitMs, round));
      });
    const end = (): void => {
      ended++;
      if (begun < grades) grade(begun++);
    };
    give(serving, cpuMs.serving / 2, round);
  }

  let begun = Math.min(sideBySide, grades);
  for (let i = 0; i < begun; i++) grade(i);
  while (ended < grades) {
    const busy = threads.filter((queue) => queue.length > 0);
    const speed = Math.min(1, cores / busy.length);
    const nextWork = busy.length > 0 ? Math.min(...busy.map(([first]) => first!.ms)) / speed : Number.POSITIVE_INFINITY;
    const nextTimer = timers.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY) - now;
    const step = Math.min(nextWork, nextTimer);
    now += step;
    const done: (() => void)[] = [];
    for (const queue of busy) {
      queue[0]!.ms -= step * speed;
      if (queue[0]!.ms <= 1e-9) done.push(queue.shift()!.then);
    }
    for (let i = timers.length - 1; i >= 0; i--) if (timers[i]!.at <= now + 1e-9) done.push(...timers.splice(i, 1).map(({ then }) => then));
    for (const then of done) then();
  }
  return { perSecond: (grades * 1000) / now };
}
