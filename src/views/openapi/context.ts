// What reading one document carries along: the document, its line, its own URL, the budget and the problems found.
import type { Json } from '../../contract/json.ts';
import type { ViewSource } from '../../contract/view.ts';
import { text } from '../members.ts';
import { Refused } from '../refused.ts';
import type { Line } from './document.ts';
import type { Problems } from './problems.ts';
import { type Followed, follow, ownUri } from './reference.ts';

/** Steps (members looked at) and characters (of text that the value repeats) that reading one document may cost. */
export class ReadBudget {
  constructor(
    private steps: number = 4_000_000,
    private characters: number = 48_000_000,
  ) {}

  spend(steps = 1): void {
    this.steps -= steps;
    if (this.steps < 0) throw new Refused('too-large');
  }

  write(characters: number): void {
    this.characters -= characters;
    if (this.characters < 0) throw new Refused('too-large');
  }
}

export class ReadContext {
  /** URL that the document was read from: the base of relative servers. */
  readonly url: string;
  /** What its redirects led away from. */
  readonly asked: string;
  readonly own: string | null;
  /** Strict-Transport-Security of the document's answer. */
  private readonly transport: string;
  private readonly followed = new Map<string, Followed>();

  constructor(
    readonly root: Json,
    readonly line: Line,
    { url, asked = url, headers }: Pick<ViewSource, 'url' | 'asked' | 'headers'>,
    readonly budget: ReadBudget,
    readonly problems: Problems,
  ) {
    this.url = url;
    this.asked = asked;
    this.own = ownUri(root, url);
    this.transport = headers['strict-transport-security'] ?? '';
  }

  /** Whether clients may reach a host by https alone, as the host of the document says (RFC 6797 8.3). */
  strict(host: string): boolean {
    const { protocol, hostname } = new URL(this.url);
    if (protocol !== 'https:' || !/(?:^|;)\s*max-age\s*=\s*"?0*[1-9]/i.test(this.transport)) return false;
    return host === hostname || (/(?:^|;)\s*includeSubDomains\s*(?:;|$)/i.test(this.transport) && host.endsWith(`.${hostname}`));
  }

  /** Follows references from a value; a fault is noted once for each place. */
  trace(value: Json, place: string): Followed {
    this.budget.spend();
    const ref = text(value, '$ref');
    if (ref === undefined) return { ok: true, value, place, hops: 0 };
    let found = this.followed.get(ref);
    if (found === undefined) {
      found = follow(this.root, value, place, this.own);
      this.budget.spend(1 + found.hops);
      this.followed.set(ref, found);
    }
    if (!found.ok) this.problems.add(found.fault, () => `${place}/$ref`);
    return found;
  }

  /** What is there once references are followed; undefined where they lead to nothing that is read. */
  follow(value: Json, place: string): { value: Json; place: string } | undefined {
    const found = this.trace(value, place);
    return found.ok ? found : undefined;
  }
}
