// The hosted verifier behind its mounts: which run answers whom, what is fresh, and who may start one. It probes nothing itself.
import type { Entitlement } from '../attest/entitlement.ts';
import { isDigest } from '../contract/digest.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Discovery, VerificationRequest } from '../contract/generated/types.ts';
import { DAY_MS, MINUTE_MS } from '../contract/units.ts';
import { allBytes } from '../report/written.ts';
import { gradable } from '../run/gradable.ts';
import type { Run, RunEvent } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { budgetsOf, type CallerBudget, callerBucket, mostQueued } from './budgets.ts';
import { callersSpec } from './callers-spec.ts';
import type { Config } from './config.ts';
import { type Capability, Entitlements } from './entitlements.ts';
import { PublishedLog } from './log-keys.ts';
import { Monitors } from './monitors/monitors.ts';
import type { BundledPacks } from './packs.ts';
import type { Readings } from './readings.ts';
import { refusedStart } from './refusal.ts';
import type { RunEngine } from './run-engine.ts';
import { type RunOrder, tracedBy } from './run-request.ts';
import { SelfReports } from './self.ts';
import type {
  Buyer,
  Caller,
  GradeHistory,
  GradeOutcome,
  GradeRequest,
  PublishedKind,
  RunView,
  Service,
  Since,
  StoredDocument,
  StoredReport,
  Waiting,
} from './service.ts';
import type { SpecReading } from './spec-reading.ts';
import { LatestGrades, StoredDocuments } from './stored-documents.ts';
import { hostedTarget } from './target.ts';
import type { Validations } from './validations.ts';
import { failureOf, runGoesOn, viewOf } from './view.ts';

export interface HostedParts {
  config: Config;
  store: Store;
  engine: RunEngine;
  packs: BundledPacks;
  validations: Validations;
  specs: Pick<SpecReading, 'read'>;
  readings: Pick<Readings, 'discovery' | 'since' | 'history'>;
  ready: Service['ready'];
  /** Asks the target, before its run is paid for, what would refuse it. */
  willing(asked: RunOrder, writes: boolean, agent: string | undefined): Promise<void>;
  /** Origin of the service itself; known once it listens. */
  own(): string;
  now(): number;
}

const TERMS = { pendingFor: 5 * MINUTE_MS, keepFor: DAY_MS };

/** The same request under the same key is done once and answered alike. What failed may be tried again. */
async function once(store: Store, key: string, requestDigest: string, now: number, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const found = await store.idempotent(key, requestDigest, now, TERMS);
  if (found.state === 'stored') return found.answer;
  if (found.state === 'conflict') throw new AxproofError('idempotency-conflict', 'this Idempotency-Key was used for another request');
  if (found.state === 'pending')
    throw new AxproofError('idempotency-conflict', 'the first request under this Idempotency-Key is still under way');
  try {
    const answer = await work();
    await store.settle(key, requestDigest, answer);
    return answer;
  } catch (error) {
    await store.forget(key, requestDigest);
    throw error;
  }
}

export class HostedService implements Service {
  readonly monitors: Monitors;
  readonly #documents: StoredDocuments;
  readonly #latest: LatestGrades;
  readonly #self: SelfReports;
  readonly log: PublishedLog;
  readonly #entitlements: Entitlements;

  constructor(private readonly parts: HostedParts) {
    this.#documents = new StoredDocuments(parts.store);
    this.monitors = new Monitors({ ...parts, report: (digest) => this.#documents.report(digest), random: Math.random });
    this.log = new PublishedLog(parts.store, parts.config.keys);
    this.#entitlements = new Entitlements(parts.store, parts.now);
    this.#latest = new LatestGrades(parts.store, ({ issuedAt }) => parts.now() - issuedAt < parts.config.cooldown * 1000);
    this.#self = new SelfReports({ ...parts, documents: this.#documents, wait: (run, waiting) => this.#wait(run, waiting) });
  }

  /** A self-run is about to ask a path of the service. */
  selfAsks(path: string): void {
    this.#self.asks(path);
  }

  async grade(request: GradeRequest, caller: Caller, waiting: Waiting): Promise<GradeOutcome> {
    const { config, packs } = this.parts;
    const target = hostedTarget(request.target, config.allowPrivate);
    const pack = gradable(packs.withName(request.pack));
    if (target.origin === this.parts.own() && pack === packs.standard) {
      if (request.seed === undefined) return this.self(waiting);
      throw new AxproofError('bad-domain', 'the service grades itself with seeds of its own, at /self only');
    }
    const asked: RunOrder = {
      origin: target.origin,
      reach: target.private ? 'private' : 'public',
      digest: pack.digest,
      kind: 'grade',
      seed: request.seed ?? null,
    };
    if (request.seed !== undefined) return request.start ? this.#run(asked, caller, waiting) : { state: 'none' };
    return this.#fresh(asked, request, caller, waiting);
  }

  async #fresh(asked: RunOrder, request: GradeRequest, caller: Caller, waiting: Waiting): Promise<GradeOutcome> {
    const latest = await this.#latest.of(asked.origin, asked.digest);
    // It is read where it is told of: most that are too old are followed by a new one.
    const readLatest = latest && (() => this.#report(latest.reportDigest));
    const active = request.kept && request.start ? await this.parts.engine.active(asked) : undefined;
    if (active) return this.#wait(active, waiting);
    if (readLatest && !request.anew && (request.kept || !this.#ageOf(latest.issuedAt).stale)) return readLatest();
    if (!request.start) return readLatest?.() ?? { state: 'none' };
    try {
      return await this.#run(asked, caller, waiting);
    } catch (error) {
      // A grade that is older than the cooldown is better than none; it says what it is.
      if (!readLatest || request.anew || !(error instanceof AxproofError) || !error.remedy) throw error;
      const { code, message, remedy } = error;
      return { ...(await readLatest()), instead: { code, message, retryAfter: Math.max(1, Math.ceil(remedy.retryAfter ?? 1)) } };
    }
  }

  /** Of a report that was issued then, in milliseconds since 1970. */
  #ageOf(issuedAt: number): { age: number; stale: boolean } {
    const age = Math.max(0, Math.floor((this.parts.now() - issuedAt) / 1000));
    return { age, stale: age >= this.parts.config.cooldown };
  }

  async verify(request: VerificationRequest, caller: Buyer, waiting: Waiting): Promise<GradeOutcome> {
    const { target, seed, spec, expectedDigest } = request;
    if (spec === undefined && expectedDigest === undefined) return this.grade({ target, start: true, seed }, caller, waiting);
    const { config, own } = this.parts;
    const { origin, private: isPrivate } = hostedTarget(target, config.allowPrivate);
    if (origin === own()) throw new AxproofError('bad-domain', 'the service verifies itself at /self only');
    const { digest, ratified, admit } = await callersSpec(request, this.parts, caller, waiting.signal);
    const bought = caller.settle && caller.entitlement ? { paidBy: caller.entitlement.jti } : {};
    const reach = isPrivate ? 'private' : 'public';
    const asked: RunOrder = { origin, reach, digest, kind: 'pinned', seed: seed ?? null, ratified, ...bought };
    const { engine } = this.parts;
    const active = await (caller.entitlement ? engine.join(asked, caller.entitlement.jti) : engine.active(asked));
    if (active) return this.#wait(active, waiting);
    await this.#afford(asked, caller);
    const { text, document } = await admit();
    const { settle } = caller;
    // What the target refuses is not paid for.
    const buying = settle && (() => this.parts.willing(asked, document.consent === 'writes', config.userAgent).then(settle));
    const buyer = buying ? { ...caller, settle: buying } : caller;
    return this.#run(text === undefined ? asked : { ...asked, pack: Buffer.from(text, 'utf8') }, buyer, waiting);
  }

  /** Looks, before a spec costs a process, whether its run could be started at all. */
  async #afford(asked: RunOrder, caller: Caller): Promise<void> {
    const { store, now } = this.parts;
    for (const { bucket, rate } of this.#budgets(asked, caller)) {
      const { ok, retryAfter } = await store.budget(bucket, now(), rate);
      if (!ok) throw await refusedStart({ refused: 'budget', bucket, retryAfter }, asked, this.parts);
    }
  }

  #budgets({ kind, origin }: RunOrder, caller: Caller): CallerBudget[] {
    return budgetsOf(this.parts.config, kind, caller.address, origin);
  }

  async discover(target: string, caller: Caller, waiting: Waiting): Promise<Discovery> {
    const answer = await this.grade({ target, start: true }, caller, waiting);
    if (answer.state !== 'report') throw runGoesOn(answer.state === 'running' ? answer.run.id : undefined);
    return this.parts.readings.discovery(answer.stored.digest);
  }

  /** Joins an equal run or starts one, and waits for it. */
  async #run(asked: RunOrder, caller: Buyer, waiting: Waiting): Promise<GradeOutcome> {
    const { config, engine } = this.parts;
    const { entitlement, settle } = caller;
    const spend = this.#budgets(asked, caller);
    const terms = { spend, mostQueued: mostQueued(asked.kind, config), charge: entitlement?.jti, settle };
    const run = await engine.start({ ...asked, ...tracedBy(caller) }, terms);
    return this.#wait(run, waiting);
  }

  async #wait(run: Run, { most, signal, onEvent }: Waiting): Promise<GradeOutcome> {
    const { engine } = this.parts;
    if (most > 0) await engine.ended(run.id, most, signal, onEvent);
    const now = (await engine.find(run.id)) ?? run;
    if (now.state === 'done' && now.reportDigest) return this.#report(now.reportDigest);
    const failure = failureOf(now);
    if (failure) throw failure;
    return { state: 'running', run: viewOf(now, this.parts.packs) };
  }

  async #report(digest: string): Promise<Extract<GradeOutcome, { state: 'report' }>> {
    const stored = await this.#documents.report(digest);
    return { state: 'report', stored, ...this.#ageOf(Date.parse(stored.outline.issued.at)) };
  }

  self(waiting: Waiting): Promise<GradeOutcome> {
    return this.#self.answer(waiting);
  }

  async run(id: string): Promise<RunView | undefined> {
    const run = /^[0-9a-f]{32}$/.test(id) ? await this.parts.engine.find(id) : undefined;
    return run && viewOf(run, this.parts.packs);
  }

  events(id: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent> {
    return this.parts.engine.events(id, after, signal);
  }

  eventsSoFar(id: string): Promise<readonly RunEvent[]> {
    return this.parts.engine.soFar(id);
  }

  checkTarget(target: string): string {
    return hostedTarget(target, this.parts.config.allowPrivate).origin;
  }

  entitled(authorization: string | undefined, capability: Capability, origin?: string): Promise<Entitlement> {
    return this.#entitlements.authorize(authorization, capability, origin);
  }

  history(origin: string, cursor: string | undefined): Promise<GradeHistory> {
    return this.parts.readings.history(origin, cursor);
  }

  useUp(entitlement: Entitlement, capability: Capability): Promise<void> {
    return this.#entitlements.spend(entitlement, capability);
  }

  once(key: string, requestDigest: string, caller: Caller, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return once(this.parts.store, `${callerBucket(caller.address)} ${key}`, requestDigest, this.parts.now(), work);
  }

  /** Of the store, and of the packs that come with the service, stored or not. */
  async document(kind: PublishedKind, digest: string): Promise<StoredDocument | undefined> {
    if (!isDigest(digest)) return undefined;
    const bundled = kind === 'pack' ? this.parts.packs.withDigest(digest) : undefined;
    return bundled ? { state: 'here', content: this.parts.packs.contentOf(bundled) } : this.#documents.document(kind, digest);
  }

  async proof(reportDigest: string): Promise<Uint8Array | undefined> {
    const found = await this.parts.store.document('proof', reportDigest);
    return found?.state === 'present' ? allBytes(found.content) : undefined;
  }

  async keys(): Promise<{ keys: Record<string, unknown>[] }> {
    return { keys: (await this.parts.store.keys()).map((key) => ({ ...key })) };
  }

  ready(): ReturnType<Service['ready']> {
    return this.parts.ready();
  }

  stored(digest: string): Promise<Extract<GradeOutcome, { state: 'report' }>> {
    return this.#report(digest);
  }

  async latest(target: string, pack?: string): Promise<StoredReport | undefined> {
    const { config, packs, own } = this.parts;
    const origin = target === own() ? target : hostedTarget(target, config.allowPrivate).origin;
    const facts = origin === own() ? await this.#self.latest() : await this.#latest.of(origin, packs.withName(pack).digest);
    return facts && this.#documents.report(facts.reportDigest);
  }

  since(stored: StoredReport): Promise<Since | undefined> {
    return this.parts.readings.since(stored);
  }

  async close(): Promise<void> {
    await this.parts.engine.close(this.parts.config.shutdown * 1000);
  }
}
