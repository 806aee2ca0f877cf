// The report of the service about itself: the stored one, made anew when it has aged, and made first when there is none. It runs nothing itself.
import { LIMITS } from '../contract/limits.ts';
import type { ReleaseFacts } from '../store/release.ts';
import type { Run, RunEvent } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';
import type { BundledPacks } from './packs.ts';
import type { RunEngine } from './run-engine.ts';
import type { GradeOutcome, StoredReport, Waiting } from './service.ts';
import type { StoredDocuments } from './stored-documents.ts';

export interface SelfParts {
  config: Pick<Config, 'selfEvery'>;
  packs: Pick<BundledPacks, 'standard'>;
  engine: Pick<RunEngine, 'start' | 'here'>;
  store: Store;
  documents: StoredDocuments;
  /** Origin of the service. */
  own(): string;
  now(): number;
  wait(run: Run, waiting: Waiting): Promise<GradeOutcome>;
}

/** A report that could not see everything, or is believed no more, is made anew this soon. Seconds. */
const SOON = 15;
/** Milliseconds; well within the time that an exchange may take. */
const NOBODY_CAME = 1000;
/** Milliseconds. Of the questions of another process's self-run nothing is heard here, so that each who asks might be that run: an exchange outlasts this. */
const OTHERS = 3000;

export class SelfReports {
  /** Those who wait for the first report, newest last. */
  readonly #waiting: (() => void)[] = [];
  /** One for each question after its own report that the self-run has said and that has not come yet. */
  readonly #words = new Set<symbol>();

  constructor(private readonly parts: SelfParts) {}

  /**
   * The first self-run meets this very answer, which waits for the run: one of the two has to go first. So the run says what it is about to ask, and the
   * next who comes is answered with the run itself; or, if nobody comes, the newest who waits: the question was faster than the word of it.
   */
  asks(path: string): void {
    if (path !== '/self') return;
    const word = Symbol(path);
    this.#words.add(word);
    setTimeout(() => {
      if (!this.#words.has(word)) return;
      const newest = this.#waiting.pop();
      if (!newest) return;
      this.#words.delete(word);
      newest();
    }, NOBODY_CAME).unref();
    // Its question was answered with a stored report, or by another process.
    setTimeout(() => this.#words.delete(word), LIMITS.exchange).unref();
  }

  /** Facts of the newest self-report of this address under the standard pack. */
  latest(): Promise<ReleaseFacts | undefined> {
    const { store, own, packs } = this.parts;
    return store.latest(own(), packs.standard.digest, 'self');
  }

  #outcome(stored: StoredReport, facts: ReleaseFacts): GradeOutcome {
    const age = Math.max(0, Math.floor((this.parts.now() - facts.issuedAt) / 1000));
    return { state: 'report', stored, age, stale: age >= this.parts.config.selfEvery };
  }

  /** Nobody believes a report under a key that was revoked, whenever it was signed. */
  async #isRevoked(stored: StoredReport): Promise<boolean> {
    const revoked = (await this.parts.store.keys()).filter(({ status }) => status === 'revoked');
    return revoked.some(({ kid }) => kid === stored.outline.attestation?.signatures[0]?.keyid);
  }

  /** Joins the self-run that is under way, or starts one. */
  #start(): Promise<Run> {
    const { engine, own, packs } = this.parts;
    return engine.start({ origin: own(), reach: 'own', digest: packs.standard.digest, kind: 'self', seed: null });
  }

  async answer(waiting: Waiting): Promise<GradeOutcome> {
    const facts = await this.latest();
    if (!facts) return this.#first(waiting);
    const age = (this.parts.now() - facts.issuedAt) / 1000;
    const every = facts.conclusive ? this.parts.config.selfEvery : SOON;
    // Made anew behind the answer: who asks gets the stored one at once.
    if (age >= every) void this.#start().catch(() => {});
    const stored = await this.parts.documents.report(facts.reportDigest);
    if (age >= SOON && age < every && (await this.#isRevoked(stored))) void this.#start().catch(() => {});
    return this.#outcome(stored, facts);
  }

  async #first(waiting: Waiting): Promise<GradeOutcome> {
    const run = await this.#start();
    const [word] = this.#words;
    if (word !== undefined) {
      this.#words.delete(word);
      return this.parts.wait(run, { most: 0 });
    }
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    this.#waiting.push(leave);
    const signal = waiting.signal ? AbortSignal.any([waiting.signal, gone.signal]) : gone.signal;
    try {
      return await this.#ended(run, { ...waiting, signal });
    } finally {
      const at = this.#waiting.indexOf(leave);
      if (at >= 0) this.#waiting.splice(at, 1);
    }
  }

  async #ended(run: Run, { most, onEvent, ...waiting }: Waiting): Promise<GradeOutcome> {
    let last = 0;
    const hear = (event: RunEvent): void => {
      if (event.id > last) onEvent?.(event);
      last = Math.max(last, event.id);
    };
    const soon = Math.min(most, OTHERS);
    const answer = await this.parts.wait(run, { ...waiting, most: soon, onEvent: hear });
    if (answer.state !== 'running' || most <= soon || waiting.signal?.aborted) return answer;
    const now = await this.parts.store.run(run.id);
    return now && this.parts.engine.here(now) ? this.parts.wait(now, { ...waiting, most: most - soon, onEvent: hear }) : answer;
  }
}
