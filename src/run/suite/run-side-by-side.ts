// Runs tasks side by side, at most so many, one at a time for each key, in order; results keep the order of the tasks. It knows nothing of what they do.

export interface Task<R> {
  /** Tasks of one key run one after another; without a key nothing is waited for. */
  key?: string;
  run(): Promise<R>;
}

export interface SideBySide<R> {
  most: number;
  /** True ends the starting: what runs already is waited for. */
  enough?(result: R): boolean;
  signal?: AbortSignal;
  /** Hears of each result as it comes. */
  onDone?(result: R, index: number): void;
}

/** Undefined for a task that was never started. Rejects when a task does, after the others have ended. */
export async function runSideBySide<R>(tasks: readonly Task<R>[], options: SideBySide<R>): Promise<(R | undefined)[]> {
  const results: (R | undefined)[] = tasks.map(() => undefined);
  const waiting = tasks.map((_, i) => i);
  const busy = new Set<string>();
  let over = false;
  let failed: { error: unknown } | undefined;
  const take = (): number | undefined => {
    if (over || failed || options.signal?.aborted) return undefined;
    const at = waiting.findIndex((i) => !busy.has(tasks[i]?.key ?? ''));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  await new Promise<void>((resolve) => {
    let running = 0;
    const start = (): void => {
      while (running < options.most) {
        const next = take();
        if (next === undefined) break;
        void one(next);
      }
      if (running === 0) resolve();
    };
    const one = async (i: number): Promise<void> => {
      const task = tasks[i] as Task<R>;
      running++;
      if (task.key !== undefined) busy.add(task.key);
      try {
        const result = await task.run();
        results[i] = result;
        options.onDone?.(result, i);
        over ||= options.enough?.(result) === true;
      } catch (error) {
        failed ??= { error };
      }
      if (task.key !== undefined) busy.delete(task.key);
      running--;
      start();
    };
    start();
  });
  if (failed) throw (failed as { error: unknown }).error;
  return results;
}
