// The interpreter of a pack: says what to send, takes answers in any order, and judges when all is known. It knows no rule, no clock and no network.

import { AxproofError } from '../contract/errors.ts';
import type { Check, Consent, Evidence, Rule, Unsent, Values, Verdict } from '../contract/generated/types.ts';
import type { Json } from '../contract/json.ts';
import { location } from '../contract/location.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { namesOfRule } from '../pack/graph.ts';
import type { LoadedPack, ProbeNode } from '../pack/loaded-pack.ts';
import { baseline } from './baseline.ts';
import type { Budget } from './budget.ts';
import { runNonce } from './chance.ts';
import type { Entry } from './entry.ts';
import { bundle } from './evidence.ts';
import type { Draft } from './expand.ts';
import { judgeRule } from './judge.ts';
import { Ledger } from './ledger.ts';
import type { Seen } from './node.ts';
import { type Baseline, outcome, ownOutcome } from './outcome.ts';
import { EachOf } from './probe-each.ts';
import { FirstOf } from './probe-first.ts';
import type { ProbeHost } from './probe-host.ts';
import type { ProbeRun } from './probe-run.ts';
import type { Scope } from './scope.ts';
import { type Registrable, type Site, site } from './site.ts';
import { surfaces } from './surfaces.ts';
import type { Given, Judge, Turn } from './turn.ts';
import { urgencies } from './urgency.ts';
import { verdict } from './verdict.ts';

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
  /** Bounds what judging may cost; without it nothing is counted. */
  budget?: Budget;
}

/** Failures of the target's robots.txt by which there is nothing to grade at all. */
const UNREACHABLE = new Set(['connection-refused', 'name-not-found', 'dns-failed', 'tls-failed', 'blocked-address']);
const CONTROL = 'control';

interface Running {
  node: ProbeNode;
  run: ProbeRun;
}

export class Interpreter implements Judge {
  readonly #input: RunInput;
  readonly #site: Site;
  readonly #ledger: Ledger;
  readonly #nonce: string;
  readonly #surfaces: ReadonlySet<string>;
  readonly #probes: Running[];
  readonly #byName = new Map<string, Running>();
  readonly #unsent: Unsent[] = [];
  readonly #checks = new Map<string, Check>();
  #unjudged: readonly Rule[];
  #baseline?: Baseline;
  /** The probes at work: all but cleanup, and then those too. */
  #active: Running[];
  #started = false;
  #cleaning = false;

  constructor(input: RunInput) {
    const agent = input.agent ?? 'node';
    if (input.pack.document.consent === 'writes' && !input.consent)
      throw new AxproofError('consent-missing', `nobody has consented to what ${input.pack.document.name} writes`);
    this.#input = input;
    this.#unjudged = input.pack.document.rules;
    this.#nonce = runNonce(input.seed);
    this.#site = site(input.target, input.registrable);
    this.#surfaces = surfaces(input.pack, input.target);
    this.#ledger = new Ledger(this.#site, defaultHeaders(agent));
    const urgency = urgencies(input.pack.probes, CONTROL);
    this.#probes = input.pack.probes.map((node) => ({ node, run: this.#runOf(node, agent, urgency.get(node.name) ?? 0) }));
    for (const running of this.#probes) this.#byName.set(running.node.name, running);
    this.#active = this.#probes.filter((p) => !p.node.probe.cleanup);
  }

  /** Takes answers in any order; says what to send now, what has settled, and whether that is all. */
  next(given: readonly Given[]): Turn {
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

  /** Every probe has settled and nothing is under way. */
  get #finished(): boolean {
    return this.#ledger.quiet && (this.unreachable !== undefined || this.#probes.every((p) => p.run.value));
  }

  /** Why the target cannot be reached at all, once that is known: there is then no verdict. */
  get unreachable(): string | undefined {
    const record = this.#ledger.robots.record;
    const code = record?.redirects.length === 0 ? record.answer.failure?.code : undefined;
    return code !== undefined && UNREACHABLE.has(code) ? code : undefined;
  }

  /** Checks whose probes have settled since the last call, in the order of the report. */
  #settledChecks(): Check[] {
    const out: Check[] = [];
    if (!this.#started || this.unreachable) return out;
    this.#unjudged = this.#unjudged.filter((rule) => {
      if (!namesOfRule(rule).every((name) => this.#byName.get(name)?.run.value)) return true;
      out.push(this.#check(rule));
      return false;
    });
    return out;
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
    return verdict({ pack, target, seed, checks: pack.document.rules.map((rule) => this.#check(rule)) });
  }

  #check(rule: Rule): Check {
    let check = this.#checks.get(rule.id);
    if (!check) {
      check = judgeRule(rule, this.#input.pack, this.#scope());
      this.#checks.set(rule.id, check);
    }
    return check;
  }

  #scope(): Scope {
    const run: Json = { target: this.#input.target, seed: this.#input.seed, nonce: this.#nonce };
    const { budget, env, row } = this.#input;
    return {
      run,
      ...(env ? { env } : {}),
      ...(row ? { row } : {}),
      probe: (name) => this.#byName.get(name)?.run.value,
      ...(budget ? { budget } : {}),
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
    } while (this.#ledger.quiet && (this.#ledger.settleHeld() || this.#cleanUp()));
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

  #settleAll(): void {
    for (let moved = true; moved; ) {
      moved = false;
      for (const { node, run } of this.#active) {
        if (run.value) continue;
        moved = run.advance() || moved;
        if (run.value && node.name === CONTROL)
          this.#baseline = baseline(
            (run.value as { seen: Seen[] }).seen.map((s) => s.record),
            this.#nonce,
          );
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
      ask: (ask) => this.#ledger.ask(ask),
      seen: (entry, name, at, draft) => this.#seen(node.name, entry, name, at, draft),
      unsent: (unsent) => this.#unsent.push(unsent),
      onSite: (url) => this.#site.place(location(url)) !== 'off',
    };
    return node.probe.firstOf ? new FirstOf(node.probe, order, host) : new EachOf(node.probe, node.uses, order, host);
  }

  #seen(probe: string, entry: Entry, name: string, order: number[], draft: Draft): Seen | undefined {
    const { record } = entry;
    if (!record) return undefined;
    const against = probe === CONTROL ? undefined : this.#baseline;
    if (probe !== CONTROL && !against) return undefined;
    const seen: Seen = {
      name,
      order,
      record,
      claimedBy: [...draft.claims],
      outcome: against ? outcome(record, against, this.#site.origin) : ownOutcome(record),
    };
    if (draft.item) seen.item = draft.item;
    return seen;
  }
}
