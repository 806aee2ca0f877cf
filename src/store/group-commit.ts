// Group commit for a database with one writer: the writes that wait for it share its next transaction, which is synced to the disk once for all of them.
import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Connections, Undo, type Writing } from './database.ts';
import type { Tables } from './tables.ts';

interface Waiting {
  work(tx: Writing): Promise<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { answer: unknown } | { undone: unknown };

/** Writes of one transaction: its statements hold up the thread, so that they must not be many. */
const MOST_TOGETHER = 16;

export class GroupCommit {
  readonly #waiting: Waiting[] = [];
  #working = false;

  constructor(private readonly writer: Kysely<Tables>) {}

  readonly write: Connections['write'] = <T>(work: (tx: Writing) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
      void this.#work();
    });

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    while (this.#waiting.length > 0) {
      await this.#together(this.#waiting.splice(0, MOST_TOGETHER));
      // A driver that waits for nothing leaves no turn to anybody else: those that come after it would hold up the thread as well.
      await turn();
    }
    this.#working = false;
  }

  /** What fails together is tried one by one: nobody's write is lost by another's. */
  async #together(those: readonly Waiting[]): Promise<void> {
    let begun = false;
    try {
      const outcomes = await this.writer.transaction().execute((tx) => {
        begun = true;
        return those.length === 1 ? alone(tx, those[0] as Waiting) : inTurn(tx, those);
      });
      for (const [i, outcome] of outcomes.entries()) {
        const { resolve, reject } = those[i] as Waiting;
        'answer' in outcome ? resolve(outcome.answer) : reject(outcome.undone);
      }
    } catch (error) {
      // Nobody of them had a part in it.
      if (!begun || those.length === 1) for (const { reject } of those) reject(error);
      else for (const one of those) await this.#together([one]);
    }
  }
}

const alone = async (tx: Writing, { work }: Waiting): Promise<Outcome[]> => [{ answer: await work(tx) }];

/** One that undoes itself undoes nothing of the others. */
async function inTurn(tx: Writing, those: readonly Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { work } of those) {
    await sql`savepoint one`.execute(tx);
    try {
      outcomes.push({ answer: await work(tx) });
    } catch (error) {
      if (!(error instanceof Undo)) throw error;
      await sql`rollback to one`.execute(tx);
      outcomes.push({ undone: error });
    }
    await sql`release one`.execute(tx);
  }
  return outcomes;
}
