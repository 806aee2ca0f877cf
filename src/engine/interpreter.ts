// The interpreter of a pack: says what to ask, takes records in any order, and judges when all is known. It knows no rule, no clock and no network.
import { AxproofError } from '../contract/errors.ts';
import type { Check, Rule, Unsent, UnsentCode, Verdict } from '../contract/generated/types.ts';
import type { CompiledProbe, CompiledRule, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { AGENT } from '../pack/default-headers.ts';
import { CONTROL } from '../pack/visit.ts';
import type { Observation } from '../record/observation.ts';
import { bears, type Outcome, ownOutcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import { type Site, site } from '../record/site.ts';
import type { Judge, JudgeInput, Received, StepResult } from '../record/step.ts';
import { AskQueue } from './asking.ts';
import { StepBudget } from './budget.ts';
import { Closing, type SecondLook } from './closing.ts';
import { Controls } from './controls.ts';
import { declaredAt, Ending, type OutcomeAtEnd, reconsiderAll } from './ending.ts';
import { isFinal, judgeRule, type RuleJudgement } from './judge.ts';
import { tellLeftOver } from './left-over.ts';
import { observe, secondScope } from './observations.ts';
import { carriedDocuments } from './pack-documents.ts';
import { runNonce } from './probe/chance.ts';
import { claimKey } from './probe/claim.ts';
import { EachOf } from './probe/each-of.ts';
import { electAgain, FirstOf } from './probe/first-of.ts';
import type { ProbeHost } from './probe/probe-host.ts';
import type { ProbeRun } from './probe/probe-run.ts';
import type { Observed, ProbeValue, Scope } from './select/scope.ts';
import { verdict } from './verdict.ts';
import { type Surfaces, scopeWithout } from './without.ts';

export interface RunInput extends JudgeInput {
  pack: LoadedPack;
  /** Those that are judged; all of the pack unless given. */
  rules?: readonly CompiledRule[];
  /** What judging may cost; one of the usual size unless given. */
  budget?: StepBudget;
}

interface Running {
  node: CompiledProbe;
  run: ProbeRun;
}

/** The machine surfaces of a target: absolute URLs of every literal request of the pack but the root's, and of robots.txt. No answer changes them. */
function surfacesOf(pack: LoadedPack, origin: string): Surfaces {
  const places = pack.probes.map(({ name, plans }) => {
    const urls = plans.flatMap(({ surface, urlText }) => (surface ? [new URL(urlText, origin)] : []));
    return [name, new Set(urls.filter(({ pathname }) => pathname !== '/').map(({ href }) => href))] as const;
  });
  return new Map([['', new Set([new URL('/robots.txt', origin).href])], ...places]);
}

export class Interpreter implements Judge {
  readonly #input: RunInput & { budget: StepBudget };
  readonly #site: Site;
  readonly #asking = new AskQueue();
  readonly #nonce: string;
  readonly #surfaces: Surfaces;
  readonly #carried: ReadonlyMap<string, Observation>;
  readonly #probes: Running[];
  readonly #byName = new Map<string, Running>();
  #unsent: Unsent[] = [];
  readonly #lost = new Map<string, UnsentCode>();
  /** Checks that nothing can change any more. */
  readonly #checks = new Map<Rule, Check>();
  #unjudged: readonly CompiledRule[];
  /** Rules that were looked at before the end: until then nothing changes what they come to. */
  readonly #looked = new Set<CompiledRule>();
  #observed: Observed | undefined;
  #ending?: Ending;
  #closing?: Closing;
  #controls?: Controls;
  /** Everything that was asked of what cannot exist has been answered. */
  #controlled = false;
  #atEnd?: OutcomeAtEnd;
  /** The probes at work: all but cleanup, and then those too. */
  #active: Running[];
  #started = false;

  constructor(given: RunInput) {
    const { budget = new StepBudget(), agent = AGENT } = given;
    const input = { ...given, budget };
    if (input.pack.document.consent === 'writes' && !input.consent)
      throw new AxproofError('consent-missing', `nobody has consented to what ${input.pack.document.name} writes`);
    this.#input = input;
    this.#unjudged = input.rules ?? input.pack.rules;
    this.#nonce = runNonce(input.seed);
    this.#site = site(input.target, input.registrable);
    this.#surfaces = surfacesOf(input.pack, input.target);
    this.#carried = carriedDocuments(input.pack.document, input.target);
    this.#probes = input.pack.probes.map((node) => ({ node, run: this.#runOf(node, agent) }));
    for (const running of this.#probes) this.#byName.set(running.node.name, running);
    this.#active = this.#probes.filter((p) => !p.node.probe.cleanup);
  }

  get surfaces(): string[] {
    return [...new Set([...this.#surfaces.values()].flatMap((urls) => [...urls]))];
  }

  isChallenge(record: Record): boolean {
    return bears(record, this.#input.pack.isChallenge);
  }

  /** Takes records in any order; says what to ask now, what has settled, and whether that is all. */
  next(received: readonly Received[], quiet: boolean): StepResult {
    this.#asking.receive(received);
    this.#advance(quiet);
    const unsent = this.#unsent;
    this.#unsent = [];
    return { asks: this.#asking.take(), unsent, checks: this.#settledChecks(), finished: this.#finished };
  }

  /** Every probe has settled, and what contradicts was asked a second time. */
  get #finished(): boolean {
    return this.#settled && this.#closing?.done === true;
  }

  get #settled(): boolean {
    return this.#probes.every((p) => p.run.value);
  }

  /** Checks that have become final since the last call, in the order of the report. */
  #settledChecks(): Check[] {
    const out: Check[] = [];
    const rest =
      this.#finished && this.#closing && this.#unjudged.length > 0 ? tellLeftOver(this.#closing.checks(), this.#probes) : undefined;
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

  /** What may be left behind is told in a check, and is known when cleanup has ended. */
  get #cleans(): boolean {
    return this.#probes.some(({ node }) => node.probe.cleanup);
  }

  /** A check that the end of the run cannot change: nothing failed, and it rests on nothing that the end looks at again, nor on what may turn out untrue. */
  #early(node: CompiledRule): Check | undefined {
    if (this.#cleans || node.waitsForAll || this.#looked.has(node) || !node.uses.every((name) => this.#byName.get(name)?.run.value))
      return undefined;
    this.#looked.add(node);
    const judgement = this.#judge(node);
    return isFinal(judgement) ? judgement.check : undefined;
  }

  verdict(): Verdict {
    if (!this.#finished) throw new AxproofError('internal', 'a verdict was asked for before everything was answered');
    const { pack, target, seed } = this.#input;
    return verdict(
      pack,
      { target, seed },
      pack.document.rules.flatMap((rule) => this.#checks.get(rule) ?? []),
    );
  }

  /** Judges a rule by what was seen, or otherwise. */
  #judge(rule: CompiledRule, { second, without }: SecondLook = {}): RuleJudgement {
    let scope = this.scope();
    if (second) {
      const renewed = new Set(second.values());
      const elect = (name: string, value: ProbeValue, at: Scope): ProbeValue => {
        const node = this.#byName.get(name)?.node;
        return node ? electAgain(node, value, renewed, at) : value;
      };
      scope = secondScope(scope, second, (record) => this.#outcome(record), elect);
    }
    if (without) scope = scopeWithout(scope, without, this.#surfaces);
    return judgeRule(rule, this.#input.pack, scope);
  }

  get #all(): Observed {
    this.#observed ??= observe(this.#probes.flatMap(({ node, run }) => (node.name !== CONTROL && run.value ? [run.value] : [])));
    return this.#observed;
  }

  /** What has settled so far, as rules see it. */
  scope(): Scope {
    const { target, seed, budget, env, row } = this.#input;
    return {
      run: { target, seed, nonce: this.#nonce },
      ...(env ? { env } : {}),
      ...(row ? { row } : {}),
      document: (name) => this.#carried.get(name),
      probe: (name) => this.#byName.get(name)?.run.value,
      uses: (name) => this.#byName.get(name)?.node.uses ?? [],
      observed: () => this.#all,
      lost: (claim) => this.#lost.get(claim),
      budget,
    };
  }

  #advance(quiet: boolean): void {
    if (!this.#started) {
      this.#started = true;
      for (const { run } of this.#active) run.start();
    }
    do {
      this.#settleAll();
    } while (quiet && !this.#asking.asks && (this.#cleanUp() || this.#close()));
  }

  /** Sets the cleanup probes to work, once, when everything else has settled and nothing is under way. */
  #cleanUp(): boolean {
    const isAll = this.#active.length === this.#probes.length;
    if (isAll || !this.#active.every((p) => p.run.value)) return false;
    this.#asking.cleanup = true;
    for (const { node, run } of this.#probes) if (node.probe.cleanup) run.start();
    this.#active = this.#probes;
    return true;
  }

  /** The end of the run, in its steps: what cannot exist is asked for once more, outcomes are looked at again, contradictions are asked a second time. */
  #close(): boolean {
    if (this.#closing || !this.#settled || !this.#controls) return false;
    const { document, operations } = this.#input.pack;
    // What writes has changed the target: a second answer would be another question.
    const again = document.consent !== 'writes';
    if (again && !this.#ending) {
      this.#ending = new Ending(this.#controls, this.#all, declaredAt(operations, this.scope()));
      this.#ending.ask();
      return true;
    }
    if (this.#ending) this.#reconsider(this.#ending);
    this.#closing = new Closing({
      rules: this.#unjudged,
      again,
      ask: this.#asking.ask,
      askOf: (record) => this.#asking.of(record),
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
          this.#controls = new Controls(value.observations, { ...this.#input, nonce: this.#nonce }, this.#asking.ask);
      }
      if (this.#controls?.advance() && !this.#controlled) {
        this.#controlled = true;
        moved = true;
      }
    }
  }

  #runOf(node: CompiledProbe, agent: string): ProbeRun {
    const order = [node.height, node.position];
    const host: ProbeHost = {
      name: node.name,
      pack: this.#input.pack,
      site: this.#site,
      agent,
      seed: this.#input.seed,
      urgency: node.urgency,
      scope: () => (node.probe.cleanup ? { ...this.scope(), lenient: true } : this.scope()),
      settled: (names) => names.every((name) => this.#byName.get(name)?.run.value !== undefined),
      ask: this.#asking.ask,
      observe: (exchange) =>
        node.name === CONTROL || this.#controlled ? { ...exchange, outcome: this.#outcome(exchange.record) } : undefined,
      unsent: (unsent) => this.#unsent.push(unsent),
      lost: (lost) => {
        for (const { claim, code } of lost) this.#lost.set(claimKey(claim), code);
      },
    };
    return node.probe.firstOf ? new FirstOf(node, order, host) : new EachOf(node, order, host);
  }

  #outcome(record: Record): Outcome {
    if (this.#atEnd) return this.#atEnd(record).outcome;
    return this.#controls?.outcome(record) ?? ownOutcome(record, this.#input.pack.isChallenge);
  }
}
