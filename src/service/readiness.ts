// Whether each part that a process needs works, asked now. It says a code for what does not, and nothing of its inside: anybody may read it.
import { setTimeout as pause } from 'node:timers/promises';
import { AxproofError } from '../contract/errors.ts';
import type { PartReadiness, Readiness } from '../contract/generated/types.ts';
import type { Config } from './config.ts';

/** Milliseconds: a part that does not answer by then is not ready. */
const PATIENCE = 2000;

export type ReadinessChecks = Readonly<Record<PartReadiness['name'], () => unknown>>;

async function askPart(name: PartReadiness['name'], ask: () => unknown): Promise<PartReadiness> {
  const stop = new AbortController();
  const late = pause(PATIENCE, undefined, { signal: stop.signal }).then(() => ({ name, ready: false, code: 'late' }));
  late.catch(() => undefined);
  const answer = Promise.resolve()
    .then(ask)
    .then(
      () => ({ name, ready: true }),
      (error: unknown) => ({ name, ready: false, code: error instanceof AxproofError ? error.code : 'internal' }),
    );
  return Promise.race([answer, late]).finally(() => stop.abort());
}

export async function readiness(all: ReadinessChecks): Promise<Readiness> {
  const parts = await Promise.all(Object.entries(all).map(([name, ask]) => askPart(name as PartReadiness['name'], ask)));
  return { ready: parts.every(({ ready }) => ready), parts };
}

/** The thread rests for so many times as long as a look took, and no longer than so many milliseconds. */
const REST = { times: 9, most: 250 };

/** One look at a time for all who ask, and a rest behind it: anybody may ask, and a look writes to the store. Whoever asks meanwhile waits for the next one. */
export function sharedLooks(look: () => Promise<Readiness>): () => Promise<Readiness> {
  let next: Promise<Readiness> | undefined;
  let rested: Promise<unknown> = Promise.resolve();
  return () => {
    next ??= rested.then(() => {
      next = undefined;
      const began = performance.now();
      const found = look();
      const rest = (): Promise<void> => pause(Math.min(REST.most, REST.times * (performance.now() - began)), undefined, { ref: false });
      rested = found.then(rest, rest);
      return found;
    });
    return next;
  };
}

/** Of a cluster one node is enough. */
export async function engineAnswers({ engine, ingress = '' }: Config, reaches: (url: string) => Promise<boolean>): Promise<void> {
  if (engine !== 'restate') return;
  const none = new AxproofError('engine-away', 'no node of the engine answers');
  // All at once: one that hangs must not hide one that answers.
  const answers = ingress.split(',').map(async (url) => {
    if (!(await reaches(`${url.replace(/\/$/, '')}/restate/health`))) throw none;
  });
  await Promise.any(answers).catch(() => {
    throw none;
  });
}
