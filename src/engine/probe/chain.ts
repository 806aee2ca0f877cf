// One request and its repetitions: sent again, merge-patched, while its template resolves (paging) or until fails (polling).
import { requestKey } from '../../contract/exchange-key.ts';
import { repetitionName } from '../../contract/exchange-name.ts';
import type { Claim, Request } from '../../contract/generated/types.ts';
import { isSafeMethod } from '../../contract/method.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { CompiledAssertion } from '../../pack/compiled/assertion.ts';
import type { SourcePlan } from '../../pack/compiled/source-plan.ts';
import type { Observation } from '../../record/observation.ts';
import type { Ticket, Wanted } from '../asking.ts';
import { evaluateAll } from '../assert/evaluate.ts';
import type { Scope } from '../select/scope.ts';
import { secretStem } from './chance.ts';
import { claimOf } from './claim.ts';
import { type RequestDraft, whyNotSent } from './expand.ts';
import type { ProbeHost } from './probe-host.ts';
import { buildRequest, requestHeaders } from './request.ts';

/** What a moment later may be otherwise. A challenge, a refusal or a limit of the verifier's own is there to stay. */
const OF_THE_MOMENT: ReadonlySet<Unclear> = new Set([
  'server-error',
  'not-ready',
  'rate-limited',
  'timed-out',
  'connection-refused',
  'connection-reset',
  'dns-failed',
]);

/** Nothing is known of the answer yet, and asking again is no second write. */
const isPassing = ({ outcome, record }: Observation): boolean =>
  outcome.is === 'unclear' && OF_THE_MOMENT.has(outcome.why) && isSafeMethod(record.request.method);

export class Chain {
  readonly observations: Observation[] = [];
  /** Left at most while more was to come. */
  partial = false;
  done = false;
  /** Why a request of it was not sent, where that leaves something open. */
  open?: Unclear;
  /** The answer in which that lies, where one came. */
  openAt?: Observation;
  #ticket: Ticket;
  readonly #claims: readonly Claim[];

  constructor(
    private readonly draft: RequestDraft,
    private readonly name: string,
    private readonly order: number[],
    private readonly plan: SourcePlan,
    private readonly host: ProbeHost,
  ) {
    this.#claims = draft.claimants.flatMap((node) => claimOf(node) ?? []);
    this.#ticket = this.#ask(draft.request, 0);
  }

  /** Goes on as far as answers allow; true when something changed. */
  advance(): boolean {
    let moved = false;
    while (!this.done && this.#step()) moved = true;
    return moved;
  }

  #step(): boolean {
    const ticket = this.#ticket;
    // What it goes on by may lie in the answers of other probes: until they are there, nobody knows whether it does.
    if (ticket.state === 'waiting' || !this.host.settled(this.plan.uses)) return false;
    if (ticket.state === 'unsent') {
      const claim = this.#claims[0];
      const detail = ticket.code === 'robots-unavailable' && ticket.why ? { detail: ticket.why } : {};
      this.host.unsent({ name: this.name, code: ticket.code, ...detail, url: this.draft.request.url, ...(claim ? { claim } : {}) });
      this.host.lost(this.#claims.map((claim) => ({ claim, code: ticket.code })));
      this.open = ticket.why;
      this.done = true;
      return true;
    }
    const k = this.observations.length;
    const { item } = this.draft;
    const observation = this.host.observe({
      name: repetitionName(this.name, k),
      order: [...this.order, k],
      record: ticket.record,
      claimedBy: [...this.#claims],
      ...(item ? { item } : {}),
    });
    if (!observation) return false;
    this.observations.push(observation);
    const next = this.#next(observation);
    if (next === undefined) this.done = true;
    else this.#ticket = this.#ask(next, this.observations.length);
    return true;
  }

  #ask(request: Request, k: number): Ticket {
    const { repeat, bytes, follow, fresh, secret, writes: write } = this.plan;
    const own = fresh || secret !== undefined || k > 0 || !isSafeMethod(request.method);
    const claim = this.#claims[0];
    const wait = k > 0 ? repeat?.wait : undefined;
    const ask: Wanted = {
      name: repetitionName(this.name, k),
      order: [...this.order, k],
      request,
      literal: this.draft.literal,
      bytes,
      follow,
      urgency: this.host.urgency,
    };
    if (own) ask.fresh = write ? ask.name : repetitionName(this.host.name, k);
    if (secret) Object.assign(ask, { secret, placeholder: secretStem(this.host.seed, ask.name) });
    if (claim) ask.claim = claim;
    if (wait !== undefined) ask.wait = wait;
    return this.host.ask(ask);
  }

  /** The next request of the loop, or undefined when it has ended. */
  #next(observation: Observation): Request | undefined {
    const { repeat, until } = this.plan;
    if (!repeat) return undefined;
    const { item, value } = this.draft;
    const scope = { ...this.host.scope(), self: observation, ...(item ? { item } : {}), ...(value ? { value } : {}) };
    if (until && !this.#pollsOn(until, scope)) return undefined;
    if (!until && !repeat.next) return undefined;
    const built = repeat.next
      ? buildRequest(repeat.next, scope, this.host.site.origin, requestHeaders(repeat.next, scope, this.host.agent))
      : undefined;
    if (built && !built.ok) {
      // A page that could not be asked for is no end of the list.
      if (built.open) this.open = built.open;
      return undefined;
    }
    const request = built?.value ?? this.draft.request;
    // Whoever polls asks the same until it is otherwise.
    const again = !until && this.#asked(request);
    const refused = (built && whyNotSent(built, this.host) !== undefined) || this.host.site.place(new URL(request.url)) === 'off';
    if (this.observations.length >= repeat.most || again || refused) {
      this.partial = true;
      return undefined;
    }
    return request;
  }

  /** Where an answer came and nobody can tell whether it is the last one, those behind it are missing for that. */
  #pollsOn(until: readonly CompiledAssertion[], scope: Scope & { self: Observation }): boolean {
    const { value, why, at } = evaluateAll(until, { scope, code: 'until', level: 'must', wordless: true });
    if (value !== 'U' || isPassing(scope.self)) return value === 'F' || value === 'U';
    if (why && scope.self.outcome.is !== 'unclear') {
      this.open = why;
      if (at) this.openAt = at;
    }
    return false;
  }

  /** A page that names itself as the next would be read for ever. */
  #asked(request: Request): boolean {
    return this.observations.some((s) => requestKey(s.record.request) === requestKey(request));
  }
}
