// Monitors: made by whoever has an entitlement, run when they are due, settled when their run has ended. Their timers stand in the store: any process may do each step.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Entitlement } from '../../attest/entitlement.ts';
import { sealingKeys } from '../../attest/keys/sealing-keys.ts';
import { seal } from '../../attest/sealing.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Evidence, MonitorOrder, Pack } from '../../contract/generated/types.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../contract/units.ts';
import { allBytes } from '../../report/written.ts';
import { gradable } from '../../run/gradable.ts';
import type { Alert, Armed, EndedMonitor, MonitorFacts } from '../../store/monitor.ts';
import { type AlertType, ENDING, type MonitorResult, OPENING } from '../../store/monitor-result.ts';
import type { Store } from '../../store/store.ts';
import { mostQueued, targetBudgets } from '../budgets.ts';
import { callersSpec, type SpecHost } from '../callers-spec.ts';
import type { Config } from '../config.ts';
import { paid } from '../entitlements.ts';
import { webhookSecret } from '../log-keys.ts';
import type { RunEngine } from '../run-engine.ts';
import type { RunOrder } from '../run-request.ts';
import type { Entitled, MonitorStatus, StoredReport, Watching } from '../service.ts';
import { unlessAbsent } from '../stored-documents.ts';
import { hostedTarget, statusPath } from '../target.ts';
import { leftBehind, newlyEnding, resultOfReport, resultWithoutReport } from './reading.ts';
import { nextRun, startRate } from './schedule.ts';
import { keeps, stopOf, updateStanding } from './standing.ts';
import { checkWebhook } from './webhooks.ts';

/** Seconds between two runs at the least; targets of one's own machine are not spared. */
const LEAST = 300;
/** Who takes a monitor starts its run at once; what died with it is due again after this time. */
const LEASE = MINUTE_MS;
const AT_ONCE = 50;
/** Results that are looked back on: three count, and some of the last may have been open. */
const BACK = 12;
const PAGE = { days: 90, alerts: 100, results: 20 };
/** Seconds after which a run is tried again that could not be started. */
const LATER = 30;

export interface MonitorParts extends SpecHost {
  config: Config;
  store: Store;
  engine: RunEngine;
  report(digest: string): Promise<StoredReport>;
  own(): string;
  now(): number;
  random(): number;
}

interface ResultSeen {
  result: MonitorResult;
  stored?: StoredReport;
}

const wrong = (place: string, what: string): AxproofError =>
  new AxproofError('bad-request', 'the monitor is not what is asked for', [`${place}: ${what}`]);

export class Monitors implements Watching {
  constructor(private readonly parts: MonitorParts) {}

  async create(request: MonitorOrder, caller: Entitled, signal?: AbortSignal): Promise<{ facts: MonitorFacts; secret?: string }> {
    const { config, store, now } = this.parts;
    const { interval, jitter = Math.floor(interval / 10), webhook = null } = request;
    const { origin } = hostedTarget(request.target, config.allowPrivate);
    if (origin === this.parts.own()) throw new AxproofError('bad-domain', 'the service verifies itself at /self only');
    const least = config.allowPrivate ? 1 : Math.max(LEAST, config.cooldown);
    if (interval < least) throw wrong('/interval', `at least ${least} seconds`);
    if (jitter > interval) throw wrong('/jitter', 'no longer than the interval');
    if (webhook !== null) checkWebhook(webhook, config.allowPrivate);
    const { writes, ...rules } = await this.#rules(request, caller, signal);
    const id = randomBytes(16).toString('hex');
    const at = now();
    const facts: MonitorFacts = {
      id,
      entitlement: caller.entitlement.jti,
      target: origin,
      ...rules,
      every: interval * SECOND_MS,
      jitter: jitter * SECOND_MS,
      plannedAt: at,
      dueAt: at,
      run: null,
      webhook,
      sealed: this.#sealed(id, request.secrets ?? {}, writes),
      isPublic: request.public ?? false,
      stopped: null,
      standing: null,
      createdAt: at,
    };
    if (!(await store.monitors.putEntitled(facts)))
      throw paid('monitors', 'each monitor needs a run of the entitlement, and no more are left');
    return { facts, ...(webhook === null ? {} : { secret: webhookSecret(config.keys, facts.id) }) };
  }

  /** No credential is ever sent but by leave of the target, which a spec that writes has to have. */
  #sealed(monitor: string, secrets: { [name: string]: string }, writes: boolean): MonitorFacts['sealed'] {
    const all = Object.entries(secrets);
    if (all.length === 0) return null;
    if (!writes) throw wrong('/secrets', 'for a spec with consent: writes alone');
    const odd = all.find(([, value]) => !value.isWellFormed());
    if (odd) throw wrong(`/secrets/${odd[0]}`, 'no Unicode text');
    const [key] = sealingKeys(this.parts.config.keys);
    return Object.fromEntries(all.map(([name, value]) => [name, seal(key, { monitor, name }, value)]));
  }

  async #rules(
    { pack, spec, expectedDigest }: MonitorOrder,
    caller: Entitled,
    signal: AbortSignal | undefined,
  ): Promise<Pick<MonitorFacts, 'packDigest' | 'packName'> & { writes: boolean }> {
    const { packs, store, now } = this.parts;
    if (spec === undefined && expectedDigest === undefined) {
      const loaded = gradable(packs.withName(pack));
      return { packDigest: loaded.digest, packName: loaded.name, writes: false };
    }
    if (expectedDigest === undefined || pack !== undefined) throw wrong('/expectedDigest', 'of a spec it is named, and no pack beside it');
    const { digest, admit } = await callersSpec({ spec, expectedDigest }, this.parts, caller, signal);
    const { text, document } = await admit();
    if (text !== undefined) await store.putDocument('pack', digest, Buffer.from(text, 'utf8'), now());
    return { packDigest: digest, packName: null, writes: document.consent === 'writes' };
  }

  async #of(id: string, { jti }: Entitlement): Promise<MonitorFacts> {
    const facts = await this.parts.store.monitors.get(id);
    if (facts?.entitlement !== jti) throw new AxproofError('not-found', 'this entitlement has no such monitor');
    return facts;
  }

  async stop(id: string, entitlement: Entitlement): Promise<void> {
    await this.#end(await this.#of(id, entitlement), 'its owner stopped it');
  }

  async resend(id: string, alert: string, entitlement: Entitlement): Promise<void> {
    const { webhook } = await this.#of(id, entitlement);
    if (webhook === null)
      throw wrong('/webhook', 'the monitor has none to send to: it never had one, or the endpoint said that it is gone');
    if (!(await this.parts.store.monitors.resend(id, alert, this.parts.now())))
      throw new AxproofError('not-found', 'this monitor has no such dead letter');
  }

  async status(id: string, entitlement: Entitlement): Promise<MonitorStatus> {
    return this.#status(await this.#of(id, entitlement));
  }

  async #status(facts: MonitorFacts): Promise<MonitorStatus> {
    const { store, now } = this.parts;
    const { monitors } = store;
    const at = now();
    const [days, alerts, changes, results, dead] = await Promise.all([
      // Whole days, of which the last is today.
      monitors.days(facts.id, (Math.floor(at / DAY_MS) + 1 - PAGE.days) * DAY_MS),
      monitors.alerts(facts.id, PAGE.alerts),
      monitors.alerts(facts.id, PAGE.alerts, { types: [...OPENING, ...ENDING] }),
      monitors.results(facts.id, PAGE.results),
      monitors.alerts(facts.id, PAGE.alerts, { state: 'dead' }),
    ]);
    return { facts, days, alerts, changes, results, dead, at };
  }

  async publicStatus(origin: string, pack?: string): Promise<MonitorStatus> {
    const { packs, store } = this.parts;
    const rules = pack && (packs.find(pack)?.name ?? pack);
    const facts = await store.monitors.findPublic(origin, rules ?? null);
    if (!facts)
      throw new AxproofError('not-found', `nobody watches ${origin} in public${rules ? ` under ${rules}` : ''}`, [
        'POST /monitors with public: true is a paid capability',
      ]);
    return this.#status(facts);
  }

  /** Starts what is due, and settles what has ended. What fails of one keeps nobody else's back; the first fault is thrown when all had their turn. */
  async tick(): Promise<void> {
    const { store, now } = this.parts;
    const faults: unknown[] = [];
    const due = await store.monitors.claimDue(now(), LEASE, startRate, AT_ONCE);
    const armed = await Promise.all(due.map((monitor) => this.#start(monitor).catch((error: unknown) => void faults.push(error))));
    await store.monitors.arm(armed.flatMap((one) => one ?? []));
    for (const ended of await store.monitors.ended(AT_ONCE)) await this.#settleOne(ended).catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw faults[0];
  }

  /** A result that cannot be made or stored, whatever the target did to bring that about, is one of which nothing is known: it must not come up again for ever. */
  async #settleOne(ended: EndedMonitor): Promise<void> {
    try {
      await this.#settle(ended, await this.#resultOf(ended));
    } catch (error) {
      if (error instanceof AxproofError && error.code === 'store-unavailable') throw error;
      await this.#settle(ended, { result: this.#without('internal', ended) });
      throw error;
    }
  }

  /** When it is due next; nothing where it runs no more. */
  async #start(monitor: MonitorFacts): Promise<Armed | undefined> {
    const { config, packs, engine, now, random } = this.parts;
    const { id, target, packName, entitlement, sealed } = monitor;
    try {
      const digest = packName === null ? monitor.packDigest : packs.withName(packName).digest;
      const reach = hostedTarget(target, config.allowPrivate).private ? 'private' : 'public';
      const kind = packName === null ? 'pinned' : 'grade';
      const own = { ...(kind === 'pinned' ? { ratified: true } : {}), ...(sealed ? { secretsOf: id } : {}) };
      const asked: RunOrder = { origin: target, reach, digest, kind, seed: null, ...own };
      const spend = targetBudgets(config, kind, target);
      const run = await engine.start(asked, { charge: entitlement, spend, mostQueued: mostQueued(kind, config) });
      return { id, run: run.id, ...nextRun(monitor, now(), random) };
    } catch (error) {
      if (!(error instanceof AxproofError) || error.code === 'store-unavailable') throw error;
      if (error.remedy) return { id, plannedAt: monitor.plannedAt, dueAt: now() + (error.remedy.retryAfter ?? LATER) * SECOND_MS };
      await this.#end(
        monitor,
        error.code === 'payment-required'
          ? 'the ceiling of its entitlement is reached, its time is over, or it was revoked'
          : error.message,
      );
      return undefined;
    }
  }

  async #end(monitor: MonitorFacts, why: string): Promise<void> {
    const { store, now } = this.parts;
    await store.monitors.end(monitor.id, why, [this.#alert(monitor, 'monitor.stopped', { why })], now());
  }

  #alert(monitor: MonitorFacts, type: AlertType, more: { [name: string]: unknown }): Pick<Alert, 'id' | 'type' | 'body' | 'state'> {
    const { own, now } = this.parts;
    const { id, target, webhook, isPublic } = monitor;
    const data = { monitor: id, target, ...(isPublic ? { page: `${own()}${statusPath(monitor)}` } : {}), ...more };
    const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data });
    return { id: `msg_${randomUUID()}`, type, body, state: webhook === null ? 'recorded' : 'waiting' };
  }

  #endOf({ endedAt }: EndedMonitor['run']): number {
    return endedAt ?? this.parts.now();
  }

  #without(code: string, { monitor, run }: EndedMonitor): MonitorResult {
    return resultWithoutReport(code, this.#endOf(run), run.packDigest, monitor.packName === null);
  }

  async #resultOf({ monitor, run }: EndedMonitor): Promise<ResultSeen> {
    const pack = await this.#writingSpec(monitor, run.packDigest);
    const leaving = (result: MonitorResult, ended: Evidence | string): MonitorResult => {
      const left = pack && leftBehind(pack, ended);
      return left ? { ...result, left } : result;
    };
    const without = (code: string): ResultSeen => ({ result: leaving(this.#without(code, { monitor, run }), code) });
    if (run.reportDigest === null) return without(run.error?.code ?? 'run-interrupted');
    // A store that is away has it still.
    const stored = await this.parts.report(run.reportDigest).catch(unlessAbsent);
    return stored ? { result: leaving(resultOfReport(stored, this.#endOf(run)), stored.report.evidence), stored } : without('gone');
  }

  /** Bundled packs never write. */
  async #writingSpec({ packName }: MonitorFacts, digest: string): Promise<Pack | undefined> {
    if (packName !== null || this.parts.packs.withDigest(digest)) return undefined;
    const found = await this.parts.store.document('pack', digest);
    return found?.state === 'present' ? (JSON.parse(allBytes(found.content).toString('utf8')) as Pack) : undefined;
  }

  async #settle({ monitor, run }: EndedMonitor, { result, stored }: ResultSeen): Promise<void> {
    const { store, now, own } = this.parts;
    const before = monitor.standing;
    const back = (await store.monitors.results(monitor.id, BACK)).map((row) => row.result);
    const { standing, alerts } = updateStanding(before, [...back, result]);
    const alertedBefore = standing?.alertedKeys ?? [];
    const { told: keys, alerted: alertedKeys } =
      stored && standing ? newlyEnding(stored.report, alertedBefore, now()) : { told: [], alerted: alertedBefore };
    const report = result.report === undefined ? {} : { report: `${own()}/reports/${result.report}` };
    const change = {
      before: before?.confirmed,
      after: standing?.confirmed,
      first: result.first,
      cause: before?.pack === result.pack ? 'target' : 'rules',
      ...report,
    };
    const left = result.left ? [this.#alert(monitor, 'cleanup.failed', { ...result.left, ...report })] : [];
    const changed = alerts.map((type) => this.#alert(monitor, type, change));
    const keyAlerts = keys.map(({ what, at }) => this.#alert(monitor, 'key.ending', { what, at, ...report }));
    const stopped = stopOf(result, back.at(-1));
    const ending = stopped === undefined ? [] : [this.#alert(monitor, 'monitor.stopped', { why: stopped })];
    await store.monitors.settle(
      {
        monitor: monitor.id,
        run: run.id,
        packDigest: result.pack,
        result: { at: result.at, kept: keeps(result, before), result },
        standing: standing && { ...standing, alertedKeys },
        alerts: [...changed, ...left, ...keyAlerts, ...ending],
        stopped,
      },
      now(),
    );
  }
}
