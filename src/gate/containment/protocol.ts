// The messages between parent and child. Messages of the child are checked for their shape here (shapes.ts); its asks are checked as every judge's are (src/record/admission.ts).
import type { Verdict } from '../../contract/generated/types.ts';
import { type Record, record } from '../../record/record.ts';
import type { AskOutcome, JudgeInput, Received, StepResult } from '../../record/step.ts';

/** The input of a run that is plain data. */
export type PlainInput = Omit<JudgeInput, 'registrable'>;

/** A record as it goes over the pipe. */
export type PlainRecord = Pick<Record, 'request' | 'redirects' | 'url' | 'answer' | 'stopped'>;

/** Several asks may share an exchange: its record goes over the pipe once, and by its number after that. */
export type PlainReceived = { ticket: number } & (
  | { exchange: number; record?: PlainRecord }
  | { unsent: Exclude<AskOutcome, { state: 'recorded' }> }
);

export type ToChild =
  /** sound: found so before, and not validated again. */
  | { do: 'load'; text: string; sound: boolean }
  | { do: 'start'; input: PlainInput }
  | { do: 'look'; record: PlainRecord }
  | { do: 'next'; received: PlainReceived[]; quiet: boolean }
  | { do: 'result' }
  | { do: 'placed'; domain: string | null };

export type FromChild =
  | { is: 'loaded'; digest: string }
  | { is: 'refused'; code: string; message: string; details: string[] }
  | { is: 'ask'; host: string }
  | { is: 'started'; surfaces: string[] }
  | { is: 'looked'; challenge: boolean }
  | { is: 'step'; step: StepResult }
  | { is: 'result'; verdict: Verdict };

export const plain = ({ request, redirects, url, answer, stopped }: Record): PlainRecord => ({ request, redirects, url, answer, stopped });

export const unplain = ({ request, redirects, url, answer, stopped }: PlainRecord): Record =>
  record(request, redirects, url, answer, stopped);

/** The parent's end: what it has sent has a number. */
export class SentRecords {
  readonly #numbers = new Map<Record, number>();

  plain({ ticket, settled }: Received): PlainReceived {
    if (settled.state === 'unsent') return { ticket, unsent: settled };
    const known = this.#numbers.get(settled.record);
    if (known !== undefined) return { ticket, exchange: known };
    const exchange = this.#numbers.size;
    this.#numbers.set(settled.record, exchange);
    return { ticket, exchange, record: plain(settled.record) };
  }
}

/** The child's end. */
export class HeardRecords {
  readonly #all: Record[] = [];

  received(message: PlainReceived): Received {
    const { ticket } = message;
    if ('unsent' in message) return { ticket, settled: message.unsent };
    if (message.record) this.#all[message.exchange] = unplain(message.record);
    return { ticket, settled: { state: 'recorded', record: this.#all[message.exchange] as Record } };
  }
}
