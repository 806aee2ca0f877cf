// Work that holds the serving thread for milliseconds is done once in a turn of the event loop, so that whoever else asks is answered between two of them.
// It makes nothing of the work itself shorter.

export function oneEachTurn(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    const work = waiting.shift();
    // Scheduled from within an immediate, the next one runs after the loop has looked at the network again.
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(next);
  };
}
