// Drives an interpreter with a transport: six requests side by side, the most urgent first, until all is answered or time is up.
import type { Answer, Check } from './contract/generated/types.ts';
import { LIMITS } from './contract/limits.ts';
import type { Transport } from './contract/transport.ts';
import type { Interpreter } from './engine/interpreter.ts';
import { byUrgency, type Sending } from './engine/ledger.ts';
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

/** Resolves when the interpreter has finished; rejects only when told to stop by signal. */
export async function drive(interpreter: Interpreter, options: DriveOptions): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(options.deadline ?? LIMITS.run, LIMITS.run));
  const stop = (): void => over.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    await exchangeAll(interpreter, options, over.signal);
    options.signal?.throwIfAborted();
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

async function send(sending: Sending, personal: boolean, options: DriveOptions, over: AbortSignal): Promise<Answer> {
  if (sending.wait && !options.recorded) await sleep(sending.wait, over);
  if (over.aborted) return UNSENT;
  const answer = await options.transport.send(sending, over);
  if (over.aborted && answer.failure) return CUT_OFF;
  return options.recorded ? answer : redact(answer, { personal });
}

function exchangeAll(interpreter: Interpreter, options: DriveOptions, over: AbortSignal): Promise<void> {
  const queue: Sending[] = [];
  let flying = 0;
  return new Promise((resolve, reject) => {
    const settle = (sending: Sending, answer: Answer): void => {
      flying--;
      interpreter.give(sending.key, answer);
      step();
    };
    const step = (): void => {
      try {
        queue.push(...interpreter.take());
        queue.sort(byUrgency);
        if (options.onCheck) interpreter.settledChecks().forEach(options.onCheck);
        while (queue.length > 0 && flying < LIMITS.connections) {
          const sending = queue.shift() as Sending;
          flying++;
          send(sending, !interpreter.isSurface(sending.request.url), options, over).then((answer) => settle(sending, answer), reject);
        }
        if (flying === 0 && queue.length === 0 && interpreter.finished) resolve();
      } catch (error) {
        reject(error);
      }
    };
    step();
  });
}
