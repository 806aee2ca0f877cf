// What the runs of one judging thread may hold together. A heap has an end, and with it would end every run of the thread: whoever is heavy is judged alone.
import type { Answer } from '../contract/generated/types.ts';
import { MiB } from '../contract/units.ts';

/** Characters of bodies. What is read out of them comes to ten times as much and more, and a thread has a heap of a gigabyte. */
const MOST = 32 * MiB;
/** A quarter of that is kept for light runs, which heavy ones that wait must not hold up. */
const KEPT = 1 / 4;

type Answers = readonly { answer: Answer }[];

const weightOf = (given: Answers): number =>
  given.reduce((sum, { answer: { body } }) => sum + (body?.text?.length ?? 0) + (body?.base64?.length ?? 0), 0);

interface Held {
  weight: number;
  /** What it is to be given: nobody waits for the sake of what waits itself. */
  wants: number;
  /** Of a run that waits for the place. */
  goOn?(): void;
}

export interface RoomOfRun {
  /** Resolves when the run may be given these. They are held until it leaves; nothing of a run that has left is told. */
  take(given: Answers): Promise<void>;
  leave(): void;
}

export class JudgingRoom {
  /** In the order in which they came. */
  readonly #runs = new Set<Held>();
  /** The one run that may be as heavy as runs get. Since it never waits, nobody waits for ever. */
  #heavy: Held | undefined;

  /** `runs`: how many there may be at once, asked when the first has come. Each has its share whatever the others hold. */
  constructor(
    private readonly runs: () => number,
    private readonly most = MOST,
  ) {}

  enter(): RoomOfRun {
    const held: Held = { weight: 0, wants: 0 };
    this.#runs.add(held);
    return {
      take: async (given) => {
        held.wants = weightOf(given);
        if (!this.#runs.has(held) || this.#fits(held)) return;
        await new Promise<void>((resolve) => {
          held.goOn = resolve;
        });
      },
      leave: () => {
        this.#runs.delete(held);
        if (this.#heavy === held) this.#heavy = undefined;
        this.#wake();
      },
    };
  }

  /** Whether it may go on, and then it holds what it wants; where the place is free, it takes it. */
  #fits(held: Held): boolean {
    const weight = held.weight + held.wants;
    const isLight = weight <= (this.most * KEPT) / this.runs() || this.#together() + held.wants <= this.most;
    if (held !== this.#heavy && !isLight) {
      if (this.#heavy) return false;
      this.#heavy = held;
    }
    held.weight = weight;
    held.wants = 0;
    return true;
  }

  #together(): number {
    let sum = 0;
    for (const held of this.#runs) if (held !== this.#heavy) sum += held.weight;
    return sum;
  }

  #wake(): void {
    for (const held of this.#runs) {
      if (!held.goOn || !this.#fits(held)) continue;
      held.goOn();
      delete held.goOn;
    }
  }
}
