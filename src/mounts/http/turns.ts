// Work that holds the serving thread for milliseconds is done piece by piece, and the thread rests after each piece for longer than it took: whoever else
// asks is answered in between, however much of such work waits. It makes nothing of the work itself shorter.

/** Times as long as the work took: it gets a third of the thread while more of it waits. */
const REST = 2;

export function oneEachTurn(
  later: (next: () => void, ms: number) => void = setTimeout,
  now = () => performance.now(),
): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let busy = false;
  const next = (): void => {
    const work = waiting.shift();
    busy = work !== undefined;
    if (!work) return;
    const began = now();
    try {
      work();
    } finally {
      // The loop has looked at the network by then, also where the work was short.
      later(next, REST * (now() - began));
    }
  };
  return (work) => {
    waiting.push(work);
    if (busy) return;
    busy = true;
    setImmediate(next);
  };
}
