// What the rows of a census come to, counted as they are read: grades, checks, lies, and why some have none. It keeps no row.
import type { CensusRow, Grade, RuleVerdict } from '../../contract/generated/types.ts';

/** Named in the summary; the rows have them all. */
const MOST_NAMED = 50;

export class CensusTally {
  targets = 0;
  graded = 0;
  /** Graded, but something could not be seen. */
  open = 0;
  /** Of those, with no check that was seen: no grade stands for them. */
  unseen = 0;
  withLies = 0;
  /** The first of them, with what contradicts. */
  readonly named: { target: string; lies: readonly string[] }[] = [];
  readonly grades = new Map<Grade, number>();
  readonly errors = new Map<string, number>();
  readonly checks = new Map<string, Map<RuleVerdict, number>>();
  readonly lies = new Map<string, number>();
  /** When the first and the last was issued, RFC 3339. */
  from = '';
  to = '';
  /** Of any row; a census has one. */
  about: Pick<CensusRow, 'pack' | 'seed' | 'engine'> | undefined;

  add(row: CensusRow): void {
    const { target, grade, conclusive, checks = {}, lies = [], error, issued } = row;
    this.about ??= row;
    this.targets++;
    if (this.from === '' || issued.at < this.from) this.from = issued.at;
    if (issued.at > this.to) this.to = issued.at;
    if (error) more(this.errors, error.code);
    if (grade === undefined) return;
    this.graded++;
    if (!conclusive) this.open++;
    // A lower bound below which nothing is says nothing of a site.
    if (!conclusive && !Object.values(checks).some((verdict) => verdict === 'pass' || verdict === 'fail')) this.unseen++;
    else more(this.grades, grade);
    for (const [id, verdict] of Object.entries(checks)) {
      const verdicts = this.checks.get(id) ?? new Map<RuleVerdict, number>();
      this.checks.set(id, verdicts);
      more(verdicts, verdict);
    }
    for (const lie of lies) more(this.lies, lie);
    if (lies.length === 0) return;
    this.withLies++;
    if (this.named.length < MOST_NAMED) this.named.push({ target, lies });
  }
}

function more<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The most frequent first; equal ones by name. */
export const byCount = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
