// What changed since an earlier census, target by target. A grade that is open is a lower bound: it is never called better or worse.
import type { CensusRow, RuleVerdict } from '../../contract/generated/types.ts';
import { better } from '../../contract/grades.ts';

/** What is remembered of an earlier row. */
export type Known = Pick<CensusRow, 'grade' | 'conclusive' | 'lies' | 'error'>;

export interface Change {
  target: string;
  was: string;
  is: string;
}

/** The kinds of changes, in the order in which they are told, and what they are called. */
export const KINDS = {
  down: 'Worse grade',
  up: 'Better grade',
  lie: 'New lie',
  honest: 'A lie that is gone',
  lost: 'No longer graded',
  found: 'Graded, and was not',
  gone: 'No longer in the list',
  joined: 'New in the list',
} as const;
export type Kind = keyof typeof KINDS;

const words = ({ grade, error }: Known): string => (grade === undefined ? (error?.code ?? '') : `grade ${grade}`);

export class Changes {
  readonly of = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []])) as unknown as Record<Kind, Change[]>;
  /** Graded both times with another grade, of which one is open. */
  open = 0;
  same = 0;
  readonly #before: Map<string, Known>;

  /** Takes the map over. */
  constructor(before: Map<string, Known>) {
    this.#before = before;
  }

  add(row: CensusRow): void {
    const { target } = row;
    const was = this.#before.get(target);
    this.#before.delete(target);
    if (was?.grade !== undefined && row.grade !== undefined) {
      this.#grades(target, was, row);
      this.#lies(row, was.lies ?? []);
    } else if (was === undefined) this.#tell('joined', target, '', words(row));
    else if (was.grade !== undefined) this.#tell('lost', target, words(was), words(row));
    else if (row.grade !== undefined) this.#tell('found', target, words(was), words(row));
    else this.same++;
  }

  /** After the last row. */
  end(): void {
    for (const [target, was] of this.#before) this.#tell('gone', target, words(was), '');
  }

  #tell(kind: Kind, target: string, was: string, is: string): void {
    this.of[kind].push({ target, was, is });
  }

  #grades(target: string, was: Known, is: Known): void {
    const [a, b] = [was.grade!, is.grade!];
    if (a === b) this.same++;
    else if (!was.conclusive || !is.conclusive) this.open++;
    else this.#tell(better(b, a) ? 'up' : 'down', target, words(was), words(is));
  }

  /** One that could not be looked at again is not gone, nor is one for which the pack of today has no check. */
  #lies({ target, lies = [], checks = {} }: CensusRow, before: readonly string[]): void {
    const verdictOf = (lie: string): RuleVerdict | undefined => checks[lie.split('/')[0]!];
    const seen = (lie: string): boolean => verdictOf(lie) !== undefined && verdictOf(lie) !== 'inconclusive';
    for (const lie of lies) if (!before.includes(lie)) this.#tell('lie', target, '', lie);
    for (const lie of before) if (!lies.includes(lie) && seen(lie)) this.#tell('honest', target, lie, '');
  }
}
