// Coverage: how many claims were asked, how many were shown, and why the others were not (docs/language.md, Coverage). It judges no answer.
import { probeOf } from '../contract/exchange-name.ts';
import type { CheckCoverage, Claim, Demand, UnsentCode } from '../contract/generated/types.ts';
import { isObject } from '../contract/json.ts';
import type { CompiledCoverage } from '../pack/compiled/loaded-pack.ts';
import type { CompiledSchema } from '../pack/compiled/schema-types.ts';
import type { Node, Observation } from '../record/observation.ts';
import { accepts, fits } from './assert/schema.ts';
import { byClaim, claimKey, claimOf } from './probe/claim.ts';
import { whyUnclear } from './select/exchange-members.ts';
import type { Scope } from './select/scope.ts';
import { select, wholeNode } from './select/select.ts';

/** What lies elsewhere is no claim about this site. */
const NO_CLAIM: ReadonlySet<UnsentCode> = new Set<UnsentCode>(['off-site', 'not-declared']);

type Counts = { [reason: string]: number };

const count = (counts: Counts, reason: string): void => {
  counts[reason] = (counts[reason] ?? 0) + 1;
};

/** Counts in the order of their reasons, so that equal counts are equal bytes in any reading. */
export const sorted = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));

/** An address without what is asked of it, as it is sent. */
function bare(url: string, base: string): string | undefined {
  const at = URL.canParse(url, base) ? new URL(url, base) : undefined;
  return at && at.origin + at.pathname;
}

/** Whether a request is what an operation says: of what is no operation any is. */
function isOwnRequest({ value }: Node, { request }: Observation['record']): boolean {
  if (!isObject(value) || typeof value.method !== 'string' || typeof value.place !== 'string') return true;
  if (value.method.toUpperCase() !== request.method) return false;
  return typeof value.url !== 'string' || bare(value.url, request.url) === bare(request.url, request.url);
}

class Tally {
  readonly #asked: Map<string, Observation[]>;
  readonly #known = new Set<string>();
  readonly notAskable: Counts = {};
  /** Lists of claims of which a part was not read, and addresses that are never asked. */
  readonly notEvaluated: Counts = {};
  /** What was asked, as document#place. */
  readonly places = new Set<string>();
  askable = 0;
  asked = 0;

  /** uses: probes that the rule itself looks at. */
  constructor(
    private readonly scope: Scope,
    private readonly uses: ReadonlySet<string>,
  ) {
    this.#asked = byClaim(scope.observed?.().uses ?? [], claimKey);
  }

  add(kind: CompiledCoverage): void {
    for (const path of kind.select) {
      const { nodes, open } = select(path, this.scope);
      if (open) count(this.notEvaluated, open);
      for (const node of nodes) {
        const claim = claimOf(node);
        if (!claim || !this.#claimed(kind.where, node)) continue;
        const key = claimKey(claim);
        // A place in a document is one claim, whichever probe has read it.
        const known = claim.place.startsWith('/') ? `${claim.url} ${claim.place}` : key;
        if (this.#known.has(known)) continue;
        this.#known.add(known);
        this.#count(kind, claim, node);
      }
    }
  }

  /** Where nobody can tell whether it is a claim, it is told as one that was not read. */
  #claimed(where: CompiledSchema | undefined, node: Node): boolean {
    const found = where === undefined || accepts(where, node, this.scope);
    if (typeof found === 'string') count(this.notEvaluated, found);
    return found === true;
  }

  #fits(schema: CompiledSchema | undefined, node: Node): boolean {
    return schema === undefined || fits(schema, node, this.scope);
  }

  #first(list: CompiledCoverage['untold'], node: Node): string | undefined {
    return list.find(({ where }) => this.#fits(where, node))?.because;
  }

  /** What another rule asks of an operation by another method, or at another address, is no question of this one. */
  #isAsked(node: Node, { name, record }: Observation): boolean {
    return this.uses.has(probeOf(name)) || isOwnRequest(node, record);
  }

  #count(kind: CompiledCoverage, claim: Claim, node: Node): void {
    const key = claimKey(claim);
    const asked = (this.#asked.get(key) ?? []).filter((observation) => this.#isAsked(node, observation));
    const lost = this.scope.lost?.(key);
    if (asked.length === 0 && lost !== undefined && NO_CLAIM.has(lost)) return;
    if (asked.length === 0 && lost === 'plain-http') {
      count(this.notEvaluated, lost);
      return;
    }
    // What was asked could be asked.
    const because = (asked.length === 0 ? this.#first(kind.notAskable, node) : undefined) ?? this.#unseen(kind, asked, lost);
    if (because !== undefined) {
      count(this.notAskable, because);
      return;
    }
    this.askable++;
    if (asked.length === 0) return;
    this.asked++;
    this.places.add(`${claim.url}#${claim.place}`);
  }

  /** Why nothing that was asked shows anything of the claim; undefined where something does, and where the draw left it out. */
  #unseen(kind: CompiledCoverage, asked: readonly Observation[], lost: UnsentCode | undefined): string | undefined {
    const reasons = asked.map((observation) => whyUnclear(observation) ?? this.#first(kind.untold, wholeNode(observation)));
    if (reasons.some((reason) => reason === undefined)) return undefined;
    return reasons[0] ?? lost;
  }
}

const sum = (counts: Counts): number => Object.values(counts).reduce((all, n) => all + n, 0);

/** What a rule covers, and what a demand has to know beside it. */
export class RuleCoverage {
  readonly counts: CheckCoverage;
  readonly #asked: ReadonlySet<string>;
  /** Claims that may be there beside those that are counted: of as many, at least, nothing was shown. */
  readonly #unread: number;
  readonly #left = new Set<string>();
  /** Of these, claims that count as asked: what is left of the answer to another claim takes nothing from them. */
  #unshown = 0;

  constructor(kinds: readonly CompiledCoverage[], scope: Scope, uses: readonly string[]) {
    const tally = new Tally(scope, new Set(uses));
    for (const kind of kinds) tally.add(kind);
    const { askable, asked, places, notAskable, notEvaluated } = tally;
    this.#asked = places;
    this.#unread = sum(notEvaluated);
    this.counts = { claimed: askable + sum(notAskable), askable, asked, notAskable: sorted(notAskable), notEvaluated };
  }

  /** Counts an answer that was left unjudged. Several probes may ask one claim: it is counted once, as it is where it was asked. */
  leave(reason: string, claim: string): void {
    if (this.#left.has(claim)) return;
    this.#left.add(claim);
    if (this.#asked.has(claim)) this.#unshown++;
    count(this.counts.notEvaluated, reason);
  }

  /** What was sent for a claim got no answer of it. Where it does not count as asked, it is told already. */
  miss(claim: string): void {
    if (this.#asked.has(claim)) this.leave('unshown', claim);
  }

  /** Whether as much was shown as a pack demands. An answer of which a part could not be judged shows nothing here. What robots.txt declines could be asked if the target let it: no demand is smaller for that. */
  isEnough(demand: Demand): boolean {
    const { claimed, askable, asked, notAskable } = this.counts;
    const { declined = 0 } = notAskable;
    const shown = asked - this.#unshown;
    const unread = this.#unread;
    return 100 * shown >= (demand.askable ?? 0) * (askable + declined + unread) && 100 * shown >= (demand.all ?? 0) * (claimed + unread);
  }

  /** Everything that is claimed was asked, and every answer judged whole. */
  get isWhole(): boolean {
    const { claimed, asked, notEvaluated } = this.counts;
    return claimed > 0 && asked === claimed && Object.keys(notEvaluated).length === 0;
  }
}
