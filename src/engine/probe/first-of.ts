// firstOf: candidates in order; literal ones are asked at once, the others when all before them have failed. The first in order wins, never the first to arrive.
import { requestName } from '../../contract/exchange-name.ts';
import type { CompiledProbe } from '../../pack/compiled/loaded-pack.ts';
import type { SourcePlan } from '../../pack/compiled/source-plan.ts';
import type { Observation } from '../../record/observation.ts';
import type { Record } from '../../record/record.ts';
import { evaluateAll } from '../assert/evaluate.ts';
import type { AssertionResult } from '../assert/judged.ts';
import { whyUnclear } from '../select/exchange-members.ts';
import type { ProbeValue, Scope } from '../select/scope.ts';
import { Chain } from './chain.ts';
import { choose } from './draw.ts';
import type { RequestDraft } from './expand.ts';
import { ProbeRun } from './probe-run.ts';

/** The candidates of one source, in order, each asked in its turn. */
interface Slot {
  drafts: RequestDraft[];
  chains: Chain[];
}

/** Whether an answer is what a probe looks for: where it says what that is, this decides, be it a refusal with a price; else what is found. */
export function isWinner(until: CompiledProbe['until'], observation: Observation, scope: Scope): Pick<AssertionResult, 'value' | 'why'> {
  if (until) return evaluateAll(until, { scope: { ...scope, self: observation }, code: 'until', level: 'must', wordless: true });
  const why = whyUnclear(observation);
  if (why) return { value: 'U', why };
  return { value: observation.outcome.is === 'found' ? 'T' : 'F' };
}

/** What a probe without a winner comes to where some of what it tried was answered anew: by these alone, since the others have lost already. */
export function electAgain({ probe, until }: CompiledProbe, value: ProbeValue, renewed: ReadonlySet<Record>, scope: Scope): ProbeValue {
  if (!probe.firstOf || value.observations.length > 0) return value;
  let out = value;
  for (const one of value.tried.filter(({ record }) => renewed.has(record))) {
    const judged = isWinner(until, one, scope);
    // Nobody asks for the pages behind it any more.
    if (judged.value === 'T') return { list: value.list, tried: value.tried, observations: [one], partial: value.list };
    if (judged.value === 'U' && judged.why && !out.open) out = { ...value, open: judged.why, openAt: one };
  }
  return out;
}

export class FirstOf extends ProbeRun {
  readonly #slots: (Slot | undefined)[] = this.node.plans.map(() => undefined);
  readonly #tried: Observation[] = [];
  /** A candidate that did not win was left unfinished: it might have. */
  #partial = false;
  #at = { source: 0, item: 0 };

  start(): void {
    this.node.plans.forEach((plan, s) => {
      // Of candidates that write, the next is asked only when those before it have failed.
      if (!plan.literal || plan.writes) return;
      this.#expand(plan, s);
      this.#ask(plan, s, 0);
    });
  }

  #expand(plan: SourcePlan, s: number): Slot {
    const drafts = choose(this.draftsOf(plan, requestName(this.host.name, s)), plan, {
      seed: this.host.seed,
      probe: this.host.name,
      source: s,
    });
    const slot: Slot = { drafts, chains: [] };
    this.#slots[s] = slot;
    return slot;
  }

  #ask(plan: SourcePlan, s: number, i: number): void {
    const slot = this.#slots[s];
    const draft = slot?.drafts[i];
    if (!slot || !draft || slot.chains[i]) return;
    const name = requestName(this.host.name, s, ...(plan.select === undefined ? [] : [i]));
    slot.chains[i] = new Chain(draft, name, [...this.order, s, i], plan, this.host);
  }

  advance(): boolean {
    let moved = false;
    while (!this.value && this.#step()) moved = true;
    return moved;
  }

  #step(): boolean {
    const { source: s, item: i } = this.#at;
    const plan = this.node.plans[s];
    if (!plan) {
      this.value = this.#settled({ observations: [], partial: this.#partial, ...this.unclear });
      return true;
    }
    // A candidate that was asked at once is judged by until, which may name other probes.
    if (!this.host.settled(this.node.sharedUses) || !(this.#slots[s] || this.host.settled(plan.uses))) return false;
    const slot = this.#slots[s] ?? this.#expand(plan, s);
    if (i >= slot.drafts.length) {
      this.#at = { source: s + 1, item: 0 };
      return true;
    }
    this.#ask(plan, s, i);
    return this.#judge(slot.chains[i] as Chain);
  }

  #judge(chain: Chain): boolean {
    chain.advance();
    if (!chain.done) return false;
    this.#at = { ...this.#at, item: this.#at.item + 1 };
    const last = chain.observations.at(-1);
    if (!last) {
      this.note(chain.open);
      return true;
    }
    this.#tried.push(...chain.observations);
    const judged = isWinner(this.node.until, last, this.host.scope());
    const { observations, partial, open } = chain;
    if (judged.value === 'T') this.value = this.#settled({ observations, partial, ...(open ? { open } : {}) });
    else {
      if (judged.value === 'U') this.note(judged.why, last);
      this.note(open);
      this.#partial ||= partial;
    }
    return true;
  }

  #settled(won: Omit<ProbeValue, 'list' | 'tried'>): ProbeValue {
    return { list: this.node.list, tried: this.#tried, ...(this.#partial ? { partlyTried: true } : {}), ...won };
  }
}
