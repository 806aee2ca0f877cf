// The interpreter of a pack: says what to send, takes answers in any order, and judges when all is known. It knows no rule, no clock and no network.
import { AxproofError } from '../contract/errors.ts';
import type { Check, Consent, Evidence, Rule, Unsent, UnsentCode, Values, Verdict } from '../contract/generated/types.ts';
import type { LoadedPack, ProbeNode, RuleNode } from '../pack/compiled/loaded-pack.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { bundle } from '../record/evidence.ts';
import type { Ask, Entry, Ticket } from '../record/exchange.ts';
import { ExchangeRecorder } from '../record/exchange-recorder.ts';
import { location } from '../record/location.ts';
import type { Observation } from '../record/observation.ts';
import { type Outcome, ownOutcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import { type Registrable, type Site, site } from '../record/site.ts';
import type { Judge, ReceivedAnswer, StepResult } from '../record/step.ts';
import { meteredPack } from './assert/metered-pack.ts';
import { Budget } from './budget.ts';
import { Closing, type Otherwise } from './closing.ts';
import { Controls, controlsHost } from './controls.ts';
import { Ending, type OutcomeAtEnd, operationsOf, reconsiderAll } from './ending.ts';
import { isFinal, type Judgement, judgeRule } from './judge.ts';
import { observe, secondScope } from './observed.ts';
import { runNonce } from './probe/chance.ts';
import { claimKey } from './probe/claim.ts';
import { EachOf } from './probe/each-of.ts';
import type { Draft } from './probe/expand.ts';
import { FirstOf } from './probe/first-of.ts';
import type { ProbeHost } from './probe/probe-host.ts';
import type { ProbeRun } from './probe/probe-run.ts';
import { urgencies } from './probe/urgency.ts';
import type { Observed, ProbeValue, Scope } from './select/scope.ts';
import { surfaces } from './surfaces.ts';
import { verdict } from './verdict.ts';
import { scopeWithout } from './without.ts';

export interface RunInput {
  pack: LoadedPack;
  /** Origin, without a slash at the end. */
  target: string;
  seed: number;
  registrable: Registrable;
  /** User-Agent of every request. */
  agent?: string;
  /** $.env and $.row. A secret is here as its placeholder. */
  env?: Values;
  row?: Values;
  /** By whose leave a pack with consent: writes may write; without it none is judged. */
  consent?: Consent;
  /** What judging may cost; one of the usual size unless given. */
  budget?: Budget;
}

const CONTROL = 'control';

interface Running {
  node: ProbeNode;
  run: ProbeRun;
}

export class Interpreter implements Judge {
  readonly #input: RunInput & { budget: Budget };
  readonly #site: Site;
  readonly #ledger: ExchangeRecorder;
  readonly #nonce: string;
  readonly #surfaces: ReadonlySet<string>;
  readonly #probes: Running[];
  readonly #byName = new Map<string, Running>();
  readonly #unsent: Unsent[] = [];
  readonly #lost = new Map<string, UnsentCode>();
  /** Checks that nothing can change any more. */
  readonly #checks = new Map<Rule, Check>();
  #unjudged: readonly RuleNode[];
  #observed: Observed | undefined;
  #ending?: Ending;
  #closing?: Closing;
  #controls?: Controls;
  /** Everything that was asked of what cannot exist has been answered. */
  #controlled = false;
  #atEnd?: OutcomeAtEnd;
  readonly #ask = (ask: Ask): Ticket => this.#ledger.ask(ask);
  /** The probes at work: all but cleanup, and then those too. */
  #active: Running[];
  #started = false;
  #cleaning = false;

  constructor(given: RunInput) {
    const { budget = new Budget(), agent = 'node' } = given;
    const input = { ...given, budget, pack: meteredPack(given.pack, budget) };
    if (input.pack.document.consent === 'writes' && !input.consent)
      throw new AxproofError('consent-missing', `nobody has consented to what ${input.pack.document.name} writes`);
    this.#input = input;
    this.#unjudged = input.pack.rules;
    this.#nonce = runNonce(input.seed);
    this.#site = site(input.target, input.registrable);
    this.#surfaces = surfaces(input.pack, input.target);
    this.#ledger = new ExchangeRecorder(this.#site, defaultHeaders(agent), input.pack.isChallenge);
    const urgency = urgencies(input.pack.probes, CONTROL);
    this.#probes = input.pack.probes.map((node) => ({ node, run: this.#runOf(node, agent, urgency.get(node.name) ?? 0) }));
    for (const running of this.#probes) this.#byName.set(running.node.name, running);
    this.#active = this.#probes.filter((p) => !p.node.probe.cleanup);
  }

  /** Takes answers in any order; says what to send now, what has settled, and whether that is all. */
  next(given: readonly ReceivedAnswer[]): StepResult {
    for (const { key, answer } of given) this.#ledger.give(key, answer);
    this.#advance();
    const send = this.#ledger.take();
    for (const sending of send) {
      if (this.#surfaces.has(sending.request.url)) sending.surface = true;
      if (this.#cleaning) sending.cleanup = true;
    }
    const cleanup = this.#hasCleanup ? { cleanup: true as const } : {};
    return { send, checks: this.#settledChecks(), ...cleanup, finished: this.#finished };
  }

  /** Every probe has settled, what contradicts was asked a second time, and nothing is under way. */
  get #finished(): boolean {
    return this.#ledger.quiet && (this.unreachable !== undefined || (this.#settled && this.#closing?.done === true));
  }

  get #settled(): boolean {
    return this.#probes.every((p) => p.run.value);
  }

  /** Why the target cannot be reached at all, once that is known: there is then no verdict. */
  get unreachable(): string | undefined {
    return this.#ledger.unreachable;
  }

  /** Checks that have become final since the last call, in the order of the report. */
  #settledChecks(): Check[] {
    const out: Check[] = [];
    if (!this.#started || this.unreachable) return out;
    const rest = (this.#finished && this.#closing?.checks()) || undefined;
    this.#unjudged = this.#unjudged.filter((node) => {
      const { rule } = node;
      const check = rest?.find((c) => c.id === rule.id) ?? this.#early(node);
      if (!check) return true;
      this.#checks.set(rule, check);
      out.push(check);
      return false;
    });
    return out;
  }

  /** A check that the end of the run cannot change: nothing failed, and it rests on nothing that the end looks at again, nor on what may turn out untrue. */
  #early({ rule, uses, waitsForAll }: RuleNode): Check | undefined {
    if (waitsForAll || !uses.every((name) => this.#byName.get(name)?.run.value)) return undefined;
    const judgement = this.#judge(rule);
    return isFinal(judgement) ? judgement.check : undefined;
  }

  evidence(): Evidence {
    const { env, row, consent, pack } = this.#input;
    const given = { ...(env ? { env } : {}), ...(row ? { row } : {}), ...(consent && pack.document.consent ? { consent } : {}) };
    return bundle(this.#site, this.#ledger.entries.values(), this.#unsent, given);
  }

  verdict(): Verdict {
    if (!this.#finished) throw new AxproofError('internal', 'a verdict was asked for before everything was answered');
    if (this.unreachable) throw new AxproofError('unreachable', `${this.#input.target} cannot be reached: ${this.unreachable}`);
    const { pack, target, seed } = this.#input;
    this.#settledChecks();
    return verdict({ pack, target, seed, checks: pack.document.rules.map((rule) => this.#checks.get(rule) as Check) });
  }

  /** Judges a rule by what was seen, or otherwise. */
  #judge(rule: Rule, { second, without }: Otherwise = {}): Judgement {
    let scope = this.#scope();
    if (second) scope = secondScope(scope, second, (record) => this.#outcome(record));
    if (without) scope = scopeWithout(scope, without, this.#surfaces);
    return judgeRule(rule, this.#input.pack, scope);
  }

  get #all(): Observed {
    this.#observed ??= observe(this.#probes.flatMap(({ node, run }) => (node.name !== CONTROL && run.value ? [run.value] : [])));
    return this.#observed;
  }

  #scope(): Scope {
    const { target, seed, budget, env, row } = this.#input;
    return {
      run: { target, seed, nonce: this.#nonce },
      ...(env ? { env } : {}),
      ...(row ? { row } : {}),
      probe: (name) => this.#byName.get(name)?.run.value,
      observed: () => this.#all,
      lost: (claim) => this.#lost.get(claim),
      budget,
    };
  }

  #advance(): void {
    if (!this.#ledger.robots.record || this.unreachable) return;
    if (!this.#started) {
      this.#started = true;
      for (const { run } of this.#active) run.start();
    }
    do {
      this.#settleAll();
    } while (this.#ledger.quiet && (this.#ledger.settleHeld() || this.#cleanUp() || this.#close()));
  }

  get #hasCleanup(): boolean {
    return this.#probes.some((p) => p.node.probe.cleanup);
  }

  /** Sets the cleanup probes to work, once, when everything else has settled and nothing is under way. */
  #cleanUp(): boolean {
    if (this.#cleaning || !this.#hasCleanup || !this.#active.every((p) => p.run.value)) return false;
    this.#cleaning = true;
    for (const { node, run } of this.#probes) if (node.probe.cleanup) run.start();
    this.#active = this.#probes;
    return true;
  }

  /** The end of the run, in its steps: what cannot exist is asked for once more, outcomes are looked at again, contradictions are asked a second time. */
  #close(): boolean {
    if (this.#closing || !this.#settled || !this.#controls) return false;
    const { document } = this.#input.pack;
    // What writes has changed the target: a second answer would be another question.
    const again = document.consent !== 'writes';
    if (again && !this.#ending) {
      this.#ending = new Ending(this.#controls, this.#all, operationsOf(document.operations, this.#scope()));
      this.#ending.ask();
      return true;
    }
    if (this.#ending) this.#reconsider(this.#ending);
    this.#closing = new Closing({
      rules: document.rules,
      again,
      ask: this.#ask,
      entryOf: (record) => [...this.#ledger.entries.values()].find((entry) => entry.record === record),
      exchanges: () => this.#all.exchanges,
      judge: (rule, otherwise) => this.#judge(rule, otherwise),
    });
    return true;
  }

  #reconsider(ending: Ending): void {
    this.#controls?.advance();
    this.#atEnd = ending.outcomes(this.#site.origin);
    reconsiderAll(this.#probes, this.#atEnd);
    this.#observed = undefined;
  }

  #settleAll(): void {
    for (let moved = true; moved; ) {
      moved = false;
      for (const { node, run } of this.#active) {
        if (run.value) continue;
        moved = run.advance() || moved;
        const { value } = run as { value?: ProbeValue };
        if (value && node.name === CONTROL)
          this.#controls = new Controls(value.observations, controlsHost(node.probe, this.#input, this.#ask));
      }
      if (this.#controls?.advance() && !this.#controlled) {
        this.#controlled = true;
        moved = true;
      }
    }
  }

  #runOf(node: ProbeNode, agent: string, urgency: number): ProbeRun {
    const order = [node.height, node.position];
    const host: ProbeHost = {
      name: node.name,
      pack: this.#input.pack,
      site: this.#site,
      origin: this.#site.origin,
      agent,
      seed: this.#input.seed,
      urgency,
      scope: () => (node.probe.cleanup ? { ...this.#scope(), lenient: true } : this.#scope()),
      settled: (names) => names.every((name) => this.#byName.get(name)?.run.value !== undefined),
      ask: this.#ask,
      observe: (entry, name, at, draft) => this.#observe(node.name, entry, name, at, draft),
      unsent: (unsent) => this.#unsent.push(unsent),
      lost: (lost) => {
        for (const { claim, code } of lost) this.#lost.set(claimKey(claim), code);
      },
      onSite: (url) => this.#site.place(location(url)) !== 'off',
    };
    return node.probe.firstOf ? new FirstOf(node.probe, order, host) : new EachOf(node.probe, node.uses, order, host);
  }

  #outcome(record: Record): Outcome {
    if (this.#atEnd) return this.#atEnd(record).outcome;
    return this.#controls?.outcome(record) ?? ownOutcome(record, this.#input.pack.isChallenge);
  }

  #observe(probe: string, entry: Entry, name: string, order: number[], draft: Draft): Observation | undefined {
    const { record } = entry;
    if (!record || (probe !== CONTROL && !this.#controlled)) return undefined;
    const observation: Observation = { name, order, record, claimedBy: [...draft.claims], outcome: this.#outcome(record) };
    if (draft.item) observation.item = draft.item;
    return observation;
  }
}
