// How much of what is claimed was asked, how much of that was shown, and why the rest was not (docs/language.md, Coverage). It judges no answer.
import type { CheckCoverage, Demand, UnsentCode } from '../contract/generated/types.ts';
import type { CompiledCoverage } from '../pack/compiled/loaded-pack.ts';
import type { CompiledSchema } from '../pack/compiled/schema-types.ts';
import type { Node, Observation } from '../record/observation.ts';
import { accepts, fits } from './assert/schema.ts';
import { claimKey, claimOf } from './probe/claim.ts';
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

/** Exchanges by the claims that they were sent for. */
function byClaim(scope: Scope): Map<string, Observation[]> {
  const out = new Map<string, Observation[]>();
  for (const observation of scope.observed?.().uses ?? [])
    for (const claim of observation.claimedBy) {
      const key = claimKey(claim);
      const known = out.get(key);
      if (known) known.push(observation);
      else out.set(key, [observation]);
    }
  return out;
}

class Tally {
  readonly #scope: Scope;
  readonly #asked: Map<string, Observation[]>;
  readonly #known = new Set<string>();
  readonly notAskable: Counts = {};
  /** Lists of claims of which a part was not read, and addresses that are never asked. */
  readonly notEvaluated: Counts = {};
  askable = 0;
  asked = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#asked = byClaim(scope);
  }

  add(kind: CompiledCoverage): void {
    for (const path of kind.select) {
      const { nodes, open } = select(path, this.#scope);
      if (open) count(this.notEvaluated, open);
      for (const node of nodes) {
        const claim = claimOf(node);
        if (!claim || !this.#claimed(kind.where, node)) continue;
        const key = claimKey(claim);
        // A place in a document is one claim, whichever probe has read it.
        const known = claim.place.startsWith('/') ? `${claim.url} ${claim.place}` : key;
        if (this.#known.has(known)) continue;
        this.#known.add(known);
        this.#count(kind, key, node);
      }
    }
  }

  /** Where nobody can tell whether it is a claim, it is told as one that was not read. */
  #claimed(where: CompiledSchema | undefined, node: Node): boolean {
    const found = where === undefined || accepts(where, node, this.#scope);
    if (typeof found === 'string') count(this.notEvaluated, found);
    return found === true;
  }

  #fits(schema: CompiledSchema | undefined, node: Node): boolean {
    return schema === undefined || fits(schema, node, this.#scope);
  }

  #first(list: CompiledCoverage['untold'], node: Node): string | undefined {
    return list.find(({ where }) => this.#fits(where, node))?.because;
  }

  #count(kind: CompiledCoverage, key: string, node: Node): void {
    const asked = this.#asked.get(key) ?? [];
    const lost = this.#scope.lost?.(key);
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
    if (asked.length > 0) this.asked++;
  }

  /** Why nothing that was asked shows anything of the claim; undefined where something does, and where the draw left it out. */
  #unseen(kind: CompiledCoverage, asked: readonly Observation[], lost: UnsentCode | undefined): string | undefined {
    const reasons = asked.map((observation) => whyUnclear(observation) ?? this.#first(kind.untold, wholeNode(observation)));
    if (reasons.some((reason) => reason === undefined)) return undefined;
    return reasons[0] ?? lost;
  }
}

/** What a rule covers; notEvaluated is for its assertions to count. */
export function coverageOf(kinds: readonly CompiledCoverage[], scope: Scope): CheckCoverage {
  const tally = new Tally(scope);
  for (const kind of kinds) tally.add(kind);
  const { askable, asked, notAskable, notEvaluated } = tally;
  const left = Object.values(notAskable).reduce((sum, n) => sum + n, 0);
  return { claimed: askable + left, askable, asked, notAskable: sorted(notAskable), notEvaluated };
}

/** Whether as much was shown as a pack demands. An answer of which a part could not be judged shows nothing here. */
export function isEnough({ claimed, askable, asked, notEvaluated }: CheckCoverage, demand: Demand): boolean {
  const shown = asked - Object.values(notEvaluated).reduce((sum, n) => sum + n, 0);
  return 100 * shown >= (demand.askable ?? 0) * askable && 100 * shown >= (demand.all ?? 0) * claimed;
}

/** Everything that is claimed was asked, and every answer judged whole. */
export const isWhole = ({ claimed, asked, notEvaluated }: CheckCoverage): boolean =>
  claimed > 0 && asked === claimed && Object.keys(notEvaluated).length === 0;
