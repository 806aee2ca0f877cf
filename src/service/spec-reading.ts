// Canonical form and digest of callers' specs. Those of a long one take tenths of a second: a thread that judges works them out, one after the other, and the
// serving thread waits for them as it waits for a store.
import { AxproofError, type ErrorCode } from '../contract/errors.ts';
import { KiB, MiB } from '../contract/units.ts';
import { jsonOf, type Spec, specOf } from '../gate/spec.ts';
import type { WorkerPool } from './pool.ts';
import { Room } from './room.ts';

/** Characters of JSON. What is shorter takes a millisecond or two, and less than the way to a thread and back. */
const LONG = 16 * KiB;
/** Characters that may wait at once: each caller may have the longest spec there, and another one behind it. */
const MOST = { all: 24 * MiB, one: 5 * MiB };

export class SpecReading {
  readonly #room = new Room(MOST, 'wait to be worked out');
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pick<WorkerPool, 'readSpec'>) {}

  /** `caller`: whose share of the room it takes. Throws bad-pack and spec-too-large as specOf does, and busy. */
  async read(document: unknown, caller: string): Promise<Spec> {
    const text = jsonOf(document);
    if (text.length < LONG) return specOf(document);
    const hold = this.#room.take(caller, text.length);
    const reading = this.#last.then(() => this.pool.readSpec(text));
    this.#last = reading.catch(() => undefined);
    try {
      const read = await reading;
      if ('spec' in read) return read.spec;
      const { code, message, details } = read.failed;
      throw new AxproofError(code as ErrorCode, message, details);
    } finally {
      hold(0);
    }
  }
}
