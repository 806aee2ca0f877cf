// Drives a judge with a transport: six requests side by side, the most urgent first, until all is answered or time is up.
import { AxproofError } from './contract/errors.ts';
import type { Answer, Check } from './contract/generated/types.ts';
import { LIMITS } from './contract/limits.ts';
import type { Transport } from './contract/transport.ts';
import { byUrgency, type Sending } from './engine/ledger.ts';
import type { Given, Judge } from './engine/turn.ts';
import { redact } from './report/redact.ts';

export interface DriveOptions {
  transport: Transport;
  /** Milliseconds for the whole run; LIMITS.run unless lower. */
  deadline?: number;
  /** Ends the run early, as an interrupt does. */
  signal?: AbortSignal;
  /** Hears of every check as it settles. */
  onCheck?(check: Check): void;
  /** Replays answer from evidence, which was redacted before it was stored, and wait for nothing. */
  recorded?: boolean;
}

/** The answer of a request that the end of the run left unsent. */
const UNSENT: Answer = { failure: { code: 'not-recorded' } };
const CUT_OFF: Answer = { failure: { code: 'timed-out', phase: 'headers', detail: 'the run was over' } };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });

/** Resolves when the judge has asked all that it wants; rejects when told to stop by signal, or when the judge fails. */
export async function drive(judge: Judge, options: DriveOptions): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(options.deadline ?? LIMITS.run, LIMITS.run));
  const stop = (): void => over.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    await exchangeAll(judge, options, over.signal);
    options.signal?.throwIfAborted();
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

async function send(sending: Sending, options: DriveOptions, over: AbortSignal): Promise<Answer> {
  if (sending.wait && !options.recorded) await sleep(sending.wait, over);
  if (over.aborted) return UNSENT;
  const answer = await options.transport.send(sending, over);
  if (over.aborted && answer.failure) return CUT_OFF;
  return options.recorded ? answer : redact(answer, { personal: sending.surface !== true });
}

/** Answers as they arrive; those that arrive together are given together. */
class Arrivals {
  #come: Given[] = [];
  #wake: () => void = () => {};
  #failed?: { error: unknown };

  fail(error: unknown): void {
    this.#failed ??= { error };
    this.#wake();
  }

  add(given: Given): void {
    this.#come.push(given);
    this.#wake();
  }

  async some(): Promise<Given[]> {
    if (this.#come.length === 0 && !this.#failed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#failed) throw this.#failed.error;
    const come = this.#come;
    this.#come = [];
    return come;
  }
}

async function exchangeAll(judge: Judge, options: DriveOptions, over: AbortSignal): Promise<void> {
  const queue: Sending[] = [];
  const arrivals = new Arrivals();
  let flying = 0;
  for (let given: Given[] = []; ; given = await arrivals.some()) {
    flying -= given.length;
    const turn = await judge.next(given);
    if (options.onCheck) turn.checks.forEach(options.onCheck);
    if (turn.send.length > 0) queue.push(...turn.send);
    queue.sort(byUrgency);
    for (; queue.length > 0 && flying < LIMITS.connections; flying++) {
      const sending = queue.shift() as Sending;
      send(sending, options, over).then(
        (answer) => arrivals.add({ key: sending.key, answer }),
        (error) => arrivals.fail(error),
      );
    }
    if (flying > 0) continue;
    if (turn.finished) return;
    throw new AxproofError('internal', 'the judge has not finished and asks nothing');
  }
}
