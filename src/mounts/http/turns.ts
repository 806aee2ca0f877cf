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

/** The same for work that gives something, or throws. */
export function valueEachTurn(inTurn = oneEachTurn()): <T>(work: () => T) => Promise<T> {
  return (work) =>
    new Promise((resolve, reject) =>
      inTurn(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      }),
    );
}

/** The line of large answers: pieces that are written, and what is made of documents. Messages have a line of their own: no reader keeps a gate waiting. */
export const answerInTurn = valueEachTurn();

/**
 * For requests that come in a crowd: so many go on in one turn of the event loop, and what else happens comes in between. Each waits for those that came before
 * it. Where no crowd waits, it costs nothing.
 */
export function fewEachTurn(most: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let gone = 0;
  const next = (): void => {
    const now = waiting.splice(0, most);
    gone = now.length;
    if (gone > 0) setImmediate(next);
    for (const go of now) go();
  };
  return async () => {
    if (gone === 0) setImmediate(next);
    if (gone < most) gone++;
    else await new Promise<void>((go) => void waiting.push(go));
  };
}
