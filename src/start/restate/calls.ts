// Calls of Restate over its ingress, and what its admin is told of workers. It knows nothing of runs but their names.
import { setTimeout as pause } from 'node:timers/promises';
import type { RunCall } from '../../service/hand-over.ts';

export const SERVICE = 'axproof-domain';
const PATIENCE = 5000;
const AGAIN = 1000;

/** Tries one node after another, beginning with the one that answered last. */
function nodes(list: string): (path: string, body: object, headers?: Record<string, string>) => Promise<void> {
  const urls = list.split(',').map((url) => url.replace(/\/$/, ''));
  let first = 0;
  return async (path, body, headers = {}) => {
    let failure: unknown;
    for (const i of urls.keys()) {
      const at = (first + i) % urls.length;
      try {
        const { status, body: rest } = await fetch(`${urls[at]}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(PATIENCE),
        });
        // Nothing of it is read, and until it is let go its connection is held.
        await rest?.cancel();
        if (status < 300) {
          first = at;
          return;
        }
        failure = new Error(`${path} was answered with ${status}`);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

/** Without waiting for its end. Equal calls within the hour are one. */
export function restateCalls(ingress: string): (call: RunCall) => Promise<void> {
  const post = nodes(ingress);
  return ({ key, run }) => post(`/${SERVICE}/${encodeURIComponent(key)}/run/send`, { run }, { 'idempotency-key': run });
}

/** Says where the workers are, until somebody hears it. What another release said of itself at the same address is over. */
export async function announce(admin: string, uri: string, signal: AbortSignal): Promise<void> {
  const post = nodes(admin);
  while (!signal.aborted) {
    const isHeard = await post('/deployments', { uri, force: true }).then(
      () => true,
      () => false,
    );
    if (isHeard) return;
    await pause(AGAIN, undefined, { signal }).catch(() => undefined);
  }
}

/** Whether a node says that it is well. */
export const reaches = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).then(
    async ({ ok, body }) => {
      await body?.cancel();
      return ok;
    },
    () => false,
  );
