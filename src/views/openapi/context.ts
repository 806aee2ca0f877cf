// What reading one document carries along: the document, its line, its own URL, the budget and the problems found.
import type { Json } from '../../contract/json.ts';
import type { Budget } from './budget.ts';
import type { Line } from './line.ts';
import { text } from './members.ts';
import type { Problems } from './problems.ts';
import { type Followed, follow } from './reference.ts';

export class Context {
  readonly root: Json;
  readonly line: Line;
  /** URL that the document was read from: the base of relative servers. */
  readonly url: string;
  readonly budget: Budget;
  readonly problems: Problems;
  private readonly followed = new Map<string, Followed>();

  constructor(root: Json, line: Line, url: string, budget: Budget, problems: Problems) {
    this.root = root;
    this.line = line;
    this.url = url;
    this.budget = budget;
    this.problems = problems;
  }

  /** Follows references from a value; a fault is noted once for each place and gives undefined. */
  follow(value: Json, place: string): { value: Json; place: string } | undefined {
    this.budget.spend();
    const ref = text(value, '$ref');
    if (ref === undefined) return { value, place };
    let found = this.followed.get(ref);
    if (found === undefined) {
      found = follow(this.root, value, place);
      this.budget.spend(1 + found.hops);
      this.followed.set(ref, found);
    }
    if (found.ok) return found;
    this.problems.add(found.fault, () => `${place}/$ref`);
    return undefined;
  }
}
