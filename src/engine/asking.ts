// The asks of a judge, by number, and the ticket of each: a probe waits for the ticket, the recorder takes the ask. It decides nothing.
import type { Record } from '../record/record.ts';
import type { Ask, AskOutcome, Received } from '../record/step.ts';

/** An ask before it has its number. */
export type Wanted = Omit<Ask, 'ticket' | 'cleanup'>;

/** What became of an ask. It changes once, when that is known. */
export type Ticket = { state: 'waiting' } | AskOutcome;

export type AskSomething = (wanted: Wanted) => Ticket;

export const isDone = (ticket: Ticket): boolean => ticket.state !== 'waiting';

export class AskQueue {
  readonly #all: { wanted: Wanted; ticket: Ticket }[] = [];
  readonly #byRecord = new Map<Record, Wanted>();
  #new: Ask[] = [];
  /** From now on what is asked tidies up. */
  cleanup = false;

  readonly ask: AskSomething = (wanted) => {
    const ticket: Ticket = { state: 'waiting' };
    this.#new.push({ ticket: this.#all.length, ...wanted, ...(this.cleanup ? { cleanup: true } : {}) });
    this.#all.push({ wanted, ticket });
    return ticket;
  };

  receive(received: readonly Received[]): void {
    for (const { ticket, settled } of received) {
      const asked = this.#all[ticket];
      if (!asked) continue;
      Object.assign(asked.ticket, settled);
      if (settled.state === 'recorded') this.#keep(settled.record, asked.wanted);
    }
  }

  /** Of all who asked for an exchange the one that allows most, whoever came first. */
  #keep(record: Record, wanted: Wanted): void {
    const known = this.#byRecord.get(record) ?? wanted;
    const most = { bytes: Math.max(known.bytes, wanted.bytes), follow: Math.max(known.follow, wanted.follow) };
    this.#byRecord.set(record, { ...known, ...most, literal: known.literal || wanted.literal });
  }

  /** What an exchange was asked by. */
  of(record: Record): Wanted {
    return this.#byRecord.get(record) as Wanted;
  }

  /** Whether there are asks that `take` has not returned yet. */
  get asks(): boolean {
    return this.#new.length > 0;
  }

  /** Asks since this was called last. */
  take(): Ask[] {
    const out = this.#new;
    this.#new = [];
    return out;
  }
}
