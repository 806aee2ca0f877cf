// The child's side: reads a spec, judges by it, and says so in messages. It opens nothing and decides nothing that the parent does not check.
import { AxproofError } from '../../contract/errors.ts';
import { exchangeKey } from '../../contract/exchange-key.ts';
import type { Evidence } from '../../contract/generated/types.ts';
import { Budget } from '../../engine/budget.ts';
import { Interpreter } from '../../engine/interpreter.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { loadPackDocument } from '../../pack/load.ts';
import { VIEW_NAMES } from '../../views/registry.ts';
import { boundedSpec } from './bounded-spec.ts';
import type { FromChild, Outline, PlainInput, ToChild } from './protocol.ts';

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

/** Evidence without its answers, which the parent has. */
function outline(evidence: Evidence): Outline {
  const exchanges = evidence.exchanges.map((e) => ({ ...e, answer: {}, redirects: e.redirects.map(({ url }) => ({ url, answer: {} })) }));
  return { evidence: { ...evidence, exchanges }, keys: evidence.exchanges.map((e) => exchangeKey(e.request, e)) };
}

class Session {
  readonly #port: Port;
  #pack?: LoadedPack;
  #judge?: Interpreter;

  constructor(port: Port) {
    this.#port = port;
  }

  answer(message: ToChild): FromChild {
    switch (message.do) {
      case 'load':
        return this.#load(message.text);
      case 'start':
        return this.#start(message.input);
      case 'next':
        return { is: 'turn', turn: this.#running().next(message.given) };
      case 'result': {
        const judge = this.#running();
        return { is: 'result', verdict: judge.verdict(), outline: outline(judge.evidence()) };
      }
      default:
        throw new AxproofError('internal', 'the parent said something out of turn');
    }
  }

  #load(text: string): FromChild {
    this.#pack = loadPackDocument(boundedSpec(text), { views: [...VIEW_NAMES] });
    return { is: 'loaded', digest: this.#pack.digest };
  }

  #start(input: PlainInput): FromChild {
    if (!this.#pack) throw new AxproofError('internal', 'there is no spec to judge by');
    const budget = new Budget();
    this.#judge = new Interpreter({
      ...input,
      pack: this.#pack,
      budget,
      registrable: (host) => {
        budget.spend(HOST_STEPS);
        return this.#place(host);
      },
    });
    return { is: 'started' };
  }

  /** Asks the parent, which has the list of public suffixes, and waits. */
  #place(host: string): string | null {
    this.#port.write({ is: 'ask', host });
    const placed = this.#port.read();
    if (placed?.do !== 'placed') throw new AxproofError('internal', 'the parent did not say where a host belongs');
    return placed.domain;
  }

  #running(): Interpreter {
    if (!this.#judge) throw new AxproofError('internal', 'nothing is being judged');
    return this.#judge;
  }
}

const HOST_STEPS = 100_000;

/** Serves until the parent has gone. */
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
