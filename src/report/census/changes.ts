// What changed since an earlier census, target by target. A grade that is open is a lower bound: it is never called better or worse.
import type { CensusRow, RuleVerdict } from '../../contract/generated/types.ts';
import { better } from '../../contract/grades.ts';
import type { CensusTally } from './tally.ts';

/** What is remembered of an earlier row. */
export type Known = Pick<CensusRow, 'grade' | 'conclusive' | 'lies' | 'error'>;

/** The kinds of changes, in the order in which they are told, and what they are called. */
export const KINDS = {
  down: 'Worse grade',
  up: 'Better grade',
  lie: 'New lie',
  honest: 'A lie that is gone',
  lost: 'No longer graded',
  found: 'Graded, and was not',
  reason: 'Not graded again, for another reason',
  gone: 'No longer in the list',
  joined: 'New in the list',
} as const;
export type Kind = keyof typeof KINDS;

/** What else than the targets may have made the difference, in sentences. */
export function otherMeasures({ about: was }: Pick<CensusTally, 'about'>, { about: is }: Pick<CensusTally, 'about'>): string[] {
  // One of them graded nothing.
  if (!was || !is) return [];
  const isOtherPack = was.pack.digest !== is.pack.digest;
  const isOtherEngine = was.engine !== is.engine;
  return [
    ...(isOtherPack
      ? [`The earlier census was made with another pack (${was.pack.name} ${was.pack.version}): what changed may be the rules.`]
      : []),
    ...(isOtherEngine ? [`The earlier census was judged by engine ${was.engine}: what changed may be the verifier.`] : []),
  ];
}

const words = ({ grade, error }: Known): string => (grade === undefined ? (error?.code ?? '') : `grade ${grade}`);

export class CensusChanges {
  readonly of: Record<Kind, { target: string; was: string; is: string }[]> = {
    down: [],
    up: [],
    lie: [],
    honest: [],
    lost: [],
    found: [],
    reason: [],
    gone: [],
    joined: [],
  };
  /** Graded both times, of which one grade is open where the letters are equal, or one at least where they differ: what became of it is not known. */
  open = 0;
  same = 0;

  /** Takes the map over. */
  constructor(private readonly before: Map<string, Known>) {}

  add(row: CensusRow): void {
    const { target } = row;
    const was = this.before.get(target);
    this.before.delete(target);
    if (was?.grade !== undefined && row.grade !== undefined) this.#graded(target, was, row);
    else if (was === undefined) this.#tell('joined', target, '', words(row));
    else if (was.grade !== undefined) this.#tell('lost', target, words(was), words(row));
    else if (row.grade !== undefined) this.#tell('found', target, words(was), words(row));
    else if (was.error?.code !== row.error?.code) this.#tell('reason', target, words(was), words(row));
    else this.same++;
  }

  /** After the last row. */
  end(): void {
    for (const [target, was] of this.before) this.#tell('gone', target, words(was), '');
  }

  #tell(kind: Kind, target: string, was: string, is: string): void {
    this.of[kind].push({ target, was, is });
  }

  /** Of one of which nothing is told it is said that it is as it was, or that it is open: once. */
  #graded(target: string, was: Known, is: CensusRow): void {
    const [a, b] = [was.grade!, is.grade!];
    const isOpen = a === b ? was.conclusive !== is.conclusive : !was.conclusive || !is.conclusive;
    const isOther = a !== b && !isOpen;
    if (isOther) this.#tell(better(b, a) ? 'up' : 'down', target, words(was), words(is));
    const isTold = this.#lies(is, was.lies ?? []) || isOther;
    if (isTold) return;
    if (isOpen) this.open++;
    else this.same++;
  }

  /** One that could not be looked at again is not gone, nor is one for which the pack of today has no check. Whether something was told. */
  #lies({ target, lies = [], checks = {} }: CensusRow, before: readonly string[]): boolean {
    const verdictOf = (lie: string): RuleVerdict | undefined => checks[lie.split('/')[0]!];
    const seen = (lie: string): boolean => verdictOf(lie) !== undefined && verdictOf(lie) !== 'inconclusive';
    const added = lies.filter((lie) => !before.includes(lie));
    const gone = before.filter((lie) => !lies.includes(lie) && seen(lie));
    for (const lie of added) this.#tell('lie', target, '', lie);
    for (const lie of gone) this.#tell('honest', target, lie, '');
    return added.length + gone.length > 0;
  }
}
