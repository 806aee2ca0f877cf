// The trusted side of a run: asks of the judge are admitted and sent, answers are recorded and handed to the judge; the records are the evidence. It judges nothing.
import type { Answer, Check, Evidence, FailureCode, Pack, Unsent, Verdict } from '../contract/generated/types.ts';
import { allProbes } from '../pack/bounds.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { Admission, writesAllowed } from './admission.ts';
import { bundle } from './evidence.ts';
import { ExchangeRecorder, type Sending } from './exchange-recorder.ts';
import { type Site, site } from './site.ts';
import type { Judge, JudgeInput, JudgeMaker, StepResult } from './step.ts';
import { unreachable } from './unreachable.ts';

export interface ReceivedAnswer {
  /** Key of the hop that was answered. */
  key: string;
  answer: Answer;
}

export interface NextHops {
  /** Hops to send now, most urgent first; each is given once. */
  send: Sending[];
  /** Checks that have settled since the last time, in the order of the report. */
  checks: Check[];
  /** The pack has cleanup probes: time is kept for them. */
  cleanup: boolean;
  /** Nothing is left to ask. */
  finished: boolean;
}

/** Whatever a driver sends for: answers in, in any order, and what to send next out. */
export interface Driven {
  next(given: readonly ReceivedAnswer[]): NextHops | Promise<NextHops>;
}

/** What a run comes to when everything was answered. */
export interface RunJudgement {
  verdict: Verdict;
  evidence: Evidence;
}

/** A pack as far as a recording knows it: a document, and who judges by it. */
export interface JudgedPack {
  document: Pack;
  judge: JudgeMaker;
}

export class Recording implements Driven {
  readonly #site: Site;
  readonly #recorder: ExchangeRecorder;
  readonly #admission: Admission;
  readonly #cleanup: boolean;
  readonly #unsent: Unsent[] = [];
  #finished = false;

  private constructor(
    own: Site,
    private readonly judge: Judge,
    private readonly pack: Pack,
    private readonly input: JudgeInput,
  ) {
    this.#site = own;
    this.#cleanup = allProbes(pack).some((probe) => probe.cleanup);
    this.#admission = new Admission(own, input, pack);
    this.#recorder = new ExchangeRecorder({
      site: own,
      headers: defaultHeaders(input.agent),
      writes: writesAllowed(input, pack),
      surfaces: new Set(judge.surfaces),
    });
  }

  /** Rejects with consent-missing, and as the maker of the judge does. */
  static async start({ document, judge }: JudgedPack, input: JudgeInput): Promise<Recording> {
    const own = site(input.target, input.registrable);
    return new Recording(own, await judge({ ...input, registrable: own.registrable }), document, input);
  }

  /** Why the target cannot be reached at all, once that is known: there is then no verdict. */
  get unreachable(): FailureCode | undefined {
    return this.#recorder.unreachable;
  }

  async next(given: readonly ReceivedAnswer[]): Promise<NextHops> {
    const recorder = this.#recorder;
    for (const { key, answer } of given) recorder.give(key, answer);
    for (const { origin, record } of recorder.unlearnt()) recorder.learn(origin, record, await this.judge.isChallenge(record));
    const checks: Check[] = [];
    if (recorder.robots && !this.unreachable) await this.#ask(checks);
    return { send: recorder.take(), checks, cleanup: this.#cleanup, finished: recorder.quiet && (this.#finished || !!this.unreachable) };
  }

  /** Lets the judge ask until there is something to wait for. When nothing is under way, what is held comes first, then what the judge kept for that. */
  async #ask(checks: Check[]): Promise<void> {
    const recorder = this.#recorder;
    for (;;) {
      const quiet = recorder.quiet && !recorder.holds;
      const step = await this.judge.next(recorder.settled(), quiet);
      checks.push(...step.checks);
      this.#take(step);
      if (step.finished) return;
      if (recorder.hasSettled) continue;
      if (!recorder.quiet) return;
      if (recorder.holds) recorder.settleHeld();
      else if (quiet && step.asks.length === 0) return;
      if (!recorder.quiet && !recorder.hasSettled) return;
    }
  }

  #take({ asks, unsent, finished }: StepResult): void {
    this.#unsent.push(...unsent);
    this.#finished = finished;
    for (const ask of asks) {
      this.#admission.check(ask, () => [...this.#recorder.entries.values()].flatMap(({ record }) => record ?? []));
      this.#recorder.ask(ask);
    }
  }

  evidence(): Evidence {
    const { env, row, consent } = this.input;
    return bundle(this.#site, this.#recorder.entries.values(), this.#unsent, { env, row, ...(this.pack.consent && { consent }) });
  }

  /** Rejects with 'unreachable' when there is nothing to judge. */
  async result(): Promise<RunJudgement> {
    if (this.unreachable) throw unreachable(this.input.target, this.unreachable);
    return { verdict: await this.judge.verdict(), evidence: this.evidence() };
  }
}
