// The two ends of a port between a run and the driver that sends for it: each has a thread of its own, so that judging stops nobody's clock. It judges and sends nothing.
import type { MessagePort } from 'node:worker_threads';
import { AxproofError } from '../contract/errors.ts';
import type { Check, Request } from '../contract/generated/types.ts';
import type { Driven, NextHops, ReceivedAnswer } from '../record/recording.ts';

interface NextMessage {
  do: 'next';
  given: readonly ReceivedAnswer[];
}

/** A failure of the table, as data: errors lose their code on the way between threads. */
type Fault = Pick<AxproofError, 'code' | 'message' | 'details'>;

type ToRun = NextMessage | { do: 'end' } | { do: 'fail'; fault: Fault };

/** The run ended in the other thread, or the thread itself did. */
const gone = (): AxproofError => new AxproofError('internal', 'the other end of the port of a run was closed');

const faultOf = (error: unknown): Fault => {
  if (error instanceof AxproofError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'internal', message: `probing failed: ${String((error as Error)?.message ?? error)}`, details: [] };
};

/** The run as its driver has it: answers go over the port, and what to send next comes back. */
export class FarRun implements Driven {
  #waiting: { resolve(hops: NextHops): void; reject(error: unknown): void } | undefined;
  #closed = false;

  constructor(private readonly port: MessagePort) {
    port.on('message', (hops: NextHops) => this.#waiting?.resolve(hops));
    port.once('close', () => {
      this.#closed = true;
      this.#waiting?.reject(gone());
    });
  }

  next(given: readonly ReceivedAnswer[]): Promise<NextHops> {
    if (this.#closed) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.port.postMessage({ do: 'next', given } satisfies ToRun);
    });
  }

  /** The driver has finished; with an error, it could not. */
  end(error?: unknown): void {
    const message: ToRun = error === undefined ? { do: 'end' } : { do: 'fail', fault: faultOf(error) };
    this.port.postMessage(message);
    this.port.close();
  }
}

/** Whether the other end of a port is gone. To be called as soon as a thread has the port: that it closes is said once, to whoever listens by then. */
export function goneFrom(port: MessagePort): () => boolean {
  let isGone = false;
  port.once('close', () => {
    isGone = true;
  });
  return () => isGone;
}

export interface Hearing {
  /** What goneFrom gave, where the port waited for its run. */
  isGone?(): boolean;
  /** Resolves when the run may be given these. Its clock stands so long. */
  admit?(given: readonly ReceivedAnswer[]): Promise<void>;
  onCheck?(check: Check): void;
  /** What the driver is given to send. */
  onSend?(sent: readonly Pick<Request, 'method' | 'url'>[]): void;
}

/** Lets the driver at the other end of a port ask a run for what to send, until it has finished. Rejects as the run does, or as the driver did. */
export async function serveRun(run: Driven, port: MessagePort, { isGone, admit, onCheck, onSend }: Hearing = {}): Promise<void> {
  if (isGone?.()) throw gone();
  const answer = async ({ given }: NextMessage): Promise<void> => {
    await admit?.(given);
    const hops = await run.next(given);
    if (onCheck) hops.checks.forEach(onCheck);
    if (hops.send.length > 0) onSend?.(hops.send.map(({ request }) => request));
    port.postMessage({ ...hops, checks: [] } satisfies NextHops);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      port.on('message', (message: ToRun) => {
        if (message.do === 'end') resolve();
        else if (message.do === 'fail') reject(new AxproofError(message.fault.code, message.fault.message, [...message.fault.details]));
        else answer(message).catch(reject);
      });
      port.once('close', () => reject(gone()));
    });
  } finally {
    port.close();
  }
}
