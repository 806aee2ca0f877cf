// A probe of one request, or of each of several: everything that its sources stand for is asked.
import { requestKey } from '../../contract/exchange-key.ts';
import { requestName } from '../../contract/exchange-name.ts';
import type { SourcePlan } from '../../pack/compiled/source-plan.ts';
import type { Observation } from '../../record/observation.ts';
import type { ProbeValue } from '../select/scope.ts';
import { Chain } from './chain.ts';
import { choose, deal } from './draw.ts';
import { type DraftsByUrl, mergeDrafts, type RequestDraft } from './expand.ts';
import { ProbeRun } from './probe-run.ts';

export class EachOf extends ProbeRun {
  readonly #one = this.node.probe.eachOf === undefined;
  readonly #chains = new Map<number, Chain[]>();
  #expanded = false;
  #isDrawn = false;

  start(): void {
    if (this.#dealt) return;
    this.node.plans.forEach((plan, s) => {
      if (plan.literal) this.#expand(plan, s);
    });
  }

  get #dealt(): boolean {
    return !this.#one && this.node.probe.sample !== undefined;
  }

  #expand(plan: SourcePlan, s: number): void {
    const at = this.#one ? [] : [s];
    const drafts = this.draftsOf(plan, requestName(this.host.name, ...at));
    const chosen = choose(drafts, plan, { seed: this.host.seed, probe: this.host.name, source: s });
    if (plan.sample !== undefined && chosen.length < drafts.length) this.#isDrawn = true;
    const nameOf = (i: number): string => requestName(this.host.name, ...at, ...(plan.many ? [i] : []));
    this.#chains.set(
      s,
      chosen.map((draft, i) => new Chain(draft, nameOf(i), [...this.order, s, i], plan, this.host)),
    );
  }

  /** What was not known before anything was answered. */
  #expandRest(): void {
    for (const [s, plan] of this.node.plans.entries()) if (!this.#chains.has(s)) this.#expand(plan, s);
  }

  #dealAll(): void {
    const known: DraftsByUrl = new Map();
    const plans = new Map<RequestDraft, SourcePlan>();
    const queues = this.node.plans.map((plan, s) => {
      const all = this.draftsOf(plan, requestName(this.host.name, s));
      const drafts = plan.writes ? all : mergeDrafts(all, known);
      for (const d of drafts) plans.set(d, plan);
      const { take } = plan;
      return take === undefined ? drafts : drafts.slice(0, take);
    });
    const dealt = this.#deal(queues);
    if (dealt.length < queues.reduce((all, queue) => all + queue.length, 0)) this.#isDrawn = true;
    this.#chains.set(
      0,
      dealt.map(
        (draft, i) => new Chain(draft, requestName(this.host.name, i), [...this.order, 0, i], plans.get(draft) as SourcePlan, this.host),
      ),
    );
  }

  /** Requests of the probe that this one includes take the first places; asked once more by this one they take no other. */
  #deal(queues: readonly (readonly RequestDraft[])[]): RequestDraft[] {
    const { sample = 0, including } = this.node.probe;
    const taken = (including === undefined ? undefined : this.host.scope().probe(including)?.observations) ?? [];
    const keys = new Set(taken.map(({ record }) => requestKey(record.request)));
    const isTaken = ({ request }: RequestDraft): boolean => keys.size > 0 && keys.has(requestKey(request));
    const free = queues.map((drafts) => drafts.filter((draft) => !isTaken(draft)));
    const shared = queues.flatMap((drafts) => drafts.filter(isTaken));
    return [...shared, ...deal(free, sample - taken.length, this.host.seed, this.host.name)];
  }

  advance(): boolean {
    let moved = false;
    if (!this.#expanded && this.host.settled(this.node.uses)) {
      if (this.#dealt) this.#dealAll();
      else this.#expandRest();
      this.#expanded = true;
      moved = true;
    }
    let done = this.#expanded;
    for (const chains of this.#chains.values())
      for (const chain of chains) {
        moved = chain.advance() || moved;
        done &&= chain.done;
      }
    if (done) this.value = this.#settle();
    return done || moved;
  }

  /** In source order; a request that an earlier source asked already is not there twice. */
  #settle(): ProbeValue {
    const chains = [...this.#chains].sort(([a], [b]) => a - b).flatMap(([, c]) => c);
    const entries = new Map<Observation['record'], Observation>();
    const observations: Observation[] = [];
    for (const one of chains.flatMap((c) => c.observations)) {
      const first = entries.get(one.record);
      if (first) first.claimedBy.push(...one.claimedBy);
      else {
        entries.set(one.record, one);
        observations.push(one);
      }
    }
    // What robots.txt forbids is told where nothing else is uncertain: it takes nothing from what was asked.
    for (const { open, openAt } of chains) if (open !== 'declined') this.note(open, openAt);
    for (const { open, openAt } of chains) this.note(open, openAt);
    return {
      list: this.node.list,
      observations,
      tried: observations,
      partial: chains.some((c) => c.partial),
      ...(this.#isDrawn ? { drawn: true } : {}),
      ...this.unclear,
    };
  }
}
