// Drives a run with a transport: six requests side by side, the most urgent first, until all is answered or time is up; cleanup comes after that.
import { setTimeout } from 'node:timers/promises';
import { AxproofError } from '../contract/errors.ts';
import type { Answer, Check } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSafeMethod } from '../contract/method.ts';
import type { Transport } from '../contract/transport.ts';
import { byUrgency, type Sending } from '../record/exchange-recorder.ts';
import type { Driven, ReceivedAnswer } from '../record/recording.ts';
import { redact } from '../report/redact.ts';
import { Times } from './deadlines.ts';
import { Vault } from './secrets/vault.ts';

export interface DriveOptions {
  transport: Transport;
  /** Milliseconds for the whole run; LIMITS.run unless lower. */
  deadline?: number;
  /** Ends the run early, as an interrupt does; what the pack has to clean up is cleaned up first. */
  signal?: AbortSignal;
  onCheck?(check: Check): void;
  /** Replays answer from evidence, which was redacted before it was stored, and wait for nothing. */
  recorded?: boolean;
  /** The secrets of the run; a vault of its own unless given. */
  vault?: Vault;
}

/** The answer of a request that the end of the run left unsent. */
const UNSENT: Answer = { failure: { code: 'not-recorded' } };
/** A secret value that cannot stand where its placeholder stands: nothing was sent. */
const MISFIT: Answer = {
  failure: { code: 'own-fault', phase: 'headers', detail: 'a secret value cannot stand where the request has it' },
};
const CUT_OFF: Answer = { failure: { code: 'timed-out', phase: 'headers', detail: 'the run was over' } };

/** Less long where the signal ends it. */
const waited = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {});

/** Resolves when nothing is left to send; rejects when told to stop by signal, or when the judge of the run fails. */
export async function drive(run: Driven, options: DriveOptions): Promise<void> {
  options.signal?.throwIfAborted();
  const times = new Times(options.deadline, options.signal);
  try {
    await exchangeAll(run, { ...options, vault: options.vault ?? new Vault() }, times);
    options.signal?.throwIfAborted();
  } finally {
    times.clear();
  }
}

type Driving = DriveOptions & { vault: Vault };

const isWrite = ({ request }: Sending): boolean => !isSafeMethod(request.method);

async function send(sending: Sending, options: Driving, times: Times): Promise<Answer> {
  const begin = sending.cleanup ? times.hard : times.over;
  if (sending.wait && !options.recorded) await waited(sending.wait, begin);
  if (begin.aborted) return UNSENT;
  if (options.recorded) return options.transport.send(sending, begin);
  const request = options.vault.putIn(sending.request);
  if (!request) return MISFIT;
  const end = isWrite(sending) && !sending.cleanup ? times.late : begin;
  const answer = await options.transport.send({ ...sending, request }, end);
  if (end.aborted && answer.failure && answer.failure.code !== 'verifier-overloaded') return CUT_OFF;
  return redact(options.vault.takeOut(sending, answer), sending.surface !== true);
}

/** Answers as they arrive; those that arrive together are given together. */
class Arrivals {
  #come: ReceivedAnswer[] = [];
  #wake: () => void = () => {};
  #failed?: { error: unknown };

  fail(error: unknown): void {
    this.#failed ??= { error };
    this.#wake();
  }

  add(given: ReceivedAnswer): void {
    this.#come.push(given);
    this.#wake();
  }

  async some(): Promise<ReceivedAnswer[]> {
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

async function exchangeAll(run: Driven, options: Driving, times: Times): Promise<void> {
  const queue: Sending[] = [];
  const arrivals = new Arrivals();
  let flying = 0;
  for (let given: ReceivedAnswer[] = []; ; given = await arrivals.some()) {
    flying -= given.length;
    const next = await times.standing(() => run.next(given));
    if (next.cleanup) times.keep();
    if (options.onCheck) next.checks.forEach(options.onCheck);
    if (next.send.length > 0) queue.push(...next.send);
    queue.sort(byUrgency);
    for (; queue.length > 0 && flying < LIMITS.connections; flying++) {
      const sending = queue.shift() as Sending;
      send(sending, options, times).then(
        (answer) => arrivals.add({ key: sending.key, answer }),
        (error) => arrivals.fail(error),
      );
    }
    if (flying > 0) continue;
    if (next.finished) return;
    throw new AxproofError('internal', 'the judge has not finished and asks nothing');
  }
}
