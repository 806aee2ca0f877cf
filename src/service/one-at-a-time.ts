// Work that is asked for again and again, and never runs twice at once.

/** Gives what begins the work, or the work that is under way. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let busy: Promise<void> | undefined;
  return () => {
    busy ??= work().finally(() => {
      busy = undefined;
    });
    return busy;
  };
}
