// The two ends of a port between a judge and the driver that probes for it: each has a thread of its own, so that judging stops nobody's clock. It judges and sends nothing.
import type { MessagePort } from 'node:worker_threads';
import { AxproofError, type ErrorCode } from '../contract/errors.ts';
import type { Check } from '../contract/generated/types.ts';
import type { Judge, ReceivedAnswer, StepResult } from '../record/step.ts';

/** What a judge is told, over this port as over the pipe of a contained child. */
export interface NextMessage {
  do: 'next';
  given: readonly ReceivedAnswer[];
}

/** What it answers. */
export interface StepMessage {
  is: 'turn';
  turn: StepResult;
}

/** A failure of the table, as data: errors lose their code on the way between threads. */
interface Fault {
  code: ErrorCode;
  message: string;
  details: readonly string[];
}

type ToJudge = NextMessage | { do: 'end' } | { do: 'fail'; fault: Fault };
type ToDriver = StepMessage | { is: 'refused' };

/** The run ended in the other thread, or the thread itself did. */
const gone = (): AxproofError => new AxproofError('internal', 'the other end of the port of a judge was closed');

const faultOf = (error: unknown): Fault => {
  if (error instanceof AxproofError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'internal', message: `probing failed: ${String((error as Error)?.message ?? error)}`, details: [] };
};

/** The judge as its driver has it: answers go over the port, and what to send next comes back. */
export class FarJudge implements Judge {
  readonly #port: MessagePort;
  #waiting: { resolve(turn: StepResult): void; reject(error: unknown): void } | undefined;
  #closed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ToDriver) => {
      if (message.is === 'turn') this.#waiting?.resolve(message.turn);
      else this.#waiting?.reject(gone());
    });
    port.once('close', () => {
      this.#closed = true;
      this.#waiting?.reject(gone());
    });
  }

  next(given: readonly ReceivedAnswer[]): Promise<StepResult> {
    if (this.#closed) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#port.postMessage({ do: 'next', given } satisfies ToJudge);
    });
  }

  /** The driver has finished; with an error, it could not. */
  end(error?: unknown): void {
    const message: ToJudge = error === undefined ? { do: 'end' } : { do: 'fail', fault: faultOf(error) };
    this.#port.postMessage(message);
    this.#port.close();
  }
}

/** Lets the driver at the other end of a port ask a judge until it has finished. Rejects as the judge does, or as the driver did. */
export async function serveJudge(judge: Judge, port: MessagePort, onCheck?: (check: Check) => void): Promise<void> {
  const tell = (message: ToDriver): void => port.postMessage(message);
  const answer = async ({ given }: NextMessage): Promise<void> => {
    const turn = await judge.next(given);
    if (onCheck) turn.checks.forEach(onCheck);
    tell({ is: 'turn', turn: { ...turn, checks: [] } });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      port.on('message', (message: ToJudge) => {
        if (message.do === 'end') resolve();
        else if (message.do === 'fail') reject(new AxproofError(message.fault.code, message.fault.message, [...message.fault.details]));
        else
          answer(message).catch((error: unknown) => {
            tell({ is: 'refused' });
            reject(error);
          });
      });
      port.once('close', () => reject(gone()));
    });
  } finally {
    port.close();
  }
}
