// Lets one contained child compute at a time (more on larger machines), so that grades beside it keep their processor. Waiting for a target takes no slot.
import { availableParallelism } from 'node:os';

const MOST = Math.max(1, Math.floor(availableParallelism() / 2));
const waiting: (() => void)[] = [];
let taken = 0;

/** Resolves with what gives the slot back; it may be called more than once. */
export async function slot(): Promise<() => void> {
  if (taken < MOST) taken++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let given = false;
  return () => {
    if (given) return;
    given = true;
    const next = waiting.shift();
    if (next) next();
    else taken--;
  };
}
