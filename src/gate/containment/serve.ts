// The child's side: reads a spec, judges by it, and says so in messages. It opens nothing and decides nothing that the parent does not check.
import { AxproofError } from '../../contract/errors.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { StepBudget } from '../../engine/budget.ts';
import { Interpreter } from '../../engine/interpreter.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { openPack } from '../../pack/compiled/open-pack.ts';
import { loadPackDocument } from '../../pack/load.ts';
import { boundedSpec } from './bounded-spec.ts';
import { type FromChild, HeardRecords, type PlainInput, type ToChild, unplain } from './protocol.ts';

/** Messages one by one, each waited for. */
export interface Port {
  /** undefined when the parent has gone. */
  read(): ToChild | undefined;
  /** Throws spec-too-costly for a message that is longer than any may be. */
  write(message: FromChild): void;
}

const refusal = (error: unknown): FromChild => {
  if (error instanceof AxproofError)
    return { is: 'refused', code: error.code, message: error.message, details: error.details.slice(0, 200).map((d) => d.slice(0, 500)) };
  // A stack that overflows or a string that grows too long is the spec's doing; anything else is a fault of ours.
  const code = error instanceof RangeError ? 'spec-too-costly' : 'internal';
  return { is: 'refused', code, message: String((error as Error)?.message ?? error).slice(0, 200), details: [] };
};

class Session {
  #pack?: LoadedPack;
  #judge?: Interpreter;
  readonly #heard = new HeardRecords();

  constructor(private readonly port: Port) {}

  answer(message: ToChild): FromChild {
    switch (message.do) {
      case 'load':
        return this.#load(message);
      case 'start':
        return this.#start(message.input);
      case 'look':
        return { is: 'looked', challenge: this.#running().isChallenge(unplain(message.record)) };
      case 'next': {
        const received = message.received.map((one) => this.#heard.received(one));
        return { is: 'step', step: this.#running().next(received, message.quiet) };
      }
      case 'result':
        return { is: 'result', verdict: this.#running().verdict() };
      default:
        throw new AxproofError('internal', 'the parent said something out of turn');
    }
  }

  #load({ text, sound }: Extract<ToChild, { do: 'load' }>): FromChild {
    const document = boundedSpec(text);
    this.#pack = sound ? openPack(document as Pack) : loadPackDocument(document);
    return { is: 'loaded', digest: this.#pack.digest };
  }

  #start(input: PlainInput): FromChild {
    if (!this.#pack) throw new AxproofError('internal', 'there is no spec to judge by');
    const budget = new StepBudget();
    this.#judge = new Interpreter({
      ...input,
      pack: this.#pack,
      budget,
      registrable: (host) => {
        budget.spend(HOST_STEPS);
        return this.#place(host);
      },
    });
    return { is: 'started', surfaces: this.#judge.surfaces };
  }

  /** Asks the parent, which has the list of public suffixes, and waits. */
  #place(host: string): string | null {
    this.port.write({ is: 'ask', host });
    const placed = this.port.read();
    if (placed?.do !== 'placed') throw new AxproofError('internal', 'the parent did not say where a host belongs');
    return placed.domain;
  }

  #running(): Interpreter {
    if (!this.#judge) throw new AxproofError('internal', 'nothing is being judged');
    return this.#judge;
  }
}

const HOST_STEPS = 100_000;

export function serve(port: Port): void {
  const session = new Session(port);
  for (let message = port.read(); message !== undefined; message = port.read()) {
    let answer: FromChild;
    try {
      answer = session.answer(message);
    } catch (error) {
      answer = refusal(error);
    }
    try {
      port.write(answer);
    } catch (error) {
      port.write(refusal(error));
    }
  }
}
