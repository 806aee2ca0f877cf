// The tables of monitors: when each is due, what came of it, which alerts it made. Timers are rows: whoever claims one first has it. It runs and sends nothing.
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { DAY_MS, HOUR_MS } from '../contract/units.ts';
import { jcs } from '../json/jcs.ts';
import { takeIn } from './budgets.ts';
import type { Database, Queries, Writing } from './database.ts';
import type { Rate } from './limits.ts';
import type {
  Alert,
  AlertChoice,
  AlertTried,
  Armed,
  EndedMonitor,
  MonitorDay,
  MonitorFacts,
  ResultEntry,
  StoredMonitorResult,
} from './monitor.ts';
import { clean } from './plain.ts';
import { forgetIfTaken } from './quoted-reports.ts';
import { runOf } from './starting-runs.ts';
import { ACTIVE } from './states.ts';
import type { Tables } from './tables.ts';

const factsOf = ({ sealed, isPublic, standing, ...row }: Selectable<Tables['monitor']>): MonitorFacts => ({
  ...row,
  sealed: sealed === null ? null : (JSON.parse(sealed) as MonitorFacts['sealed']),
  isPublic: isPublic === 1,
  standing: JSON.parse(standing) as MonitorFacts['standing'],
});

const rowOf = ({ sealed, isPublic, standing, ...facts }: MonitorFacts) => ({
  ...facts,
  target: clean(facts.target, 'the target of a monitor'),
  sealed: sealed === null ? null : jcs(sealed),
  isPublic: isPublic ? 1 : 0,
  standing: jcs(standing),
});

const resultOf = ({ at, kept, result }: Selectable<Tables['monitorResult']>): StoredMonitorResult =>
  ({ at, kept: kept === null ? null : kept === 1, result: JSON.parse(result) }) as StoredMonitorResult;

const alertOf = ({ dueAt: _, number: __, ...row }: Selectable<Tables['monitorAlert']>): Alert => row;

type DueRows = SelectQueryBuilder<Tables, 'monitor' | 'monitorAlert', { id: string }>;

async function perHourIn(db: Pick<Queries, 'selectFrom'>): Promise<number> {
  const { rate } = await db
    .selectFrom('monitor')
    .where('dueAt', 'is not', null)
    .select((e) => e.fn.sum<number | string | null>(e(e.val(HOUR_MS * 1.0), '/', e.ref('every'))).as('rate'))
    .executeTakeFirstOrThrow();
  return Number(rate ?? 0);
}

export class MonitorTables {
  constructor(private readonly database: Database) {}

  async put(...list: MonitorFacts[]): Promise<void> {
    await this.database.write((tx) => tx.insertInto('monitor').values(list.map(rowOf)).execute());
  }

  /** Each that runs needs a run that is left: false where its entitlement has as many monitors already. */
  putEntitled(facts: MonitorFacts): Promise<boolean> {
    return this.database.write(async (tx) => {
      // Written, so that two processes count one after the other.
      const held = await tx
        .updateTable('entitlement')
        .set((e) => ({ used: e.ref('used') }))
        .where('id', '=', facts.entitlement)
        .returning(['ceiling', 'used'])
        .executeTakeFirst();
      const { many } = await tx
        .selectFrom('monitor')
        .where('entitlement', '=', facts.entitlement)
        .where('stopped', 'is', null)
        .select((e) => e.fn.countAll<number | string>().as('many'))
        .executeTakeFirstOrThrow();
      if (!held || Number(many) >= held.ceiling - held.used) return false;
      await tx.insertInto('monitor').values(rowOf(facts)).execute();
      return true;
    });
  }

  async get(id: string): Promise<MonitorFacts | undefined> {
    const row = await this.database.read((db) => db.selectFrom('monitor').where('id', '=', id).selectAll().executeTakeFirst());
    return row && factsOf(row);
  }

  /**
   * Of a target the oldest public one that runs, else that which was made last; of a name of packs, or of a digest. Where neither is given, of those
   * that run one under a bundled pack comes before all pinned specs: anybody may write one that a target never fits.
   */
  async findPublic(target: string, pack: string | null): Promise<MonitorFacts | undefined> {
    const row = await this.database.read((db) => {
      const all = db.selectFrom('monitor').where('target', '=', target).where('isPublic', '=', 1).selectAll();
      const some = pack === null ? all : all.where((e) => e.or([e('packName', '=', pack), e('packDigest', '=', pack)]));
      const bundledFirst = some.orderBy((e) => e('packName', 'is', null)).limit(1);
      const running = bundledFirst.where('stopped', 'is', null).orderBy('createdAt');
      return running.executeTakeFirst().then((found) => found ?? bundledFirst.orderBy('createdAt', 'desc').executeTakeFirst());
    });
    return row && factsOf(row);
  }

  /** What runs no more needs no secrets. false: it ran no more. */
  async #stop(tx: Writing, id: string, why: string): Promise<boolean> {
    const stopped = await tx
      .updateTable('monitor')
      .set({ dueAt: null, sealed: null, stopped: why })
      .where('id', '=', id)
      .where('stopped', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return stopped !== undefined;
  }

  /** Takes rows that are due, for whoever comes first. */
  async #claim<T>(due: (db: Queries) => DueRows, take: (tx: Writing, ids: string[]) => Promise<T[]>): Promise<T[]> {
    // Mostly there are none, and nobody's lock is needed to see that.
    if ((await this.database.read((db) => due(db).limit(1).execute())).length === 0) return [];
    return this.database.write(async (tx) => {
      const ids = (await this.database.holdFree(due(tx)).execute()).map(({ id }) => id);
      return ids.length === 0 ? [] : take(tx, ids);
    });
  }

  /**
   * Takes monitors that are due, as many as the rate of all processes allows: for the time of `lease` they are due nowhere else. Whoever dies with them gives
   * them up by that. The rate is told by how many runs an hour are planned.
   */
  claimDue(now: number, lease: number, rate: (perHour: number) => Rate, most: number): Promise<MonitorFacts[]> {
    const due = (db: Queries): DueRows =>
      db.selectFrom('monitor').where('dueAt', '<=', now).where('run', 'is', null).orderBy('dueAt').limit(most).select('id');
    const taken = { dueAt: now + lease };
    return this.#claim(due, async (tx, free) => {
      const ids = free.slice(0, await takeIn(tx, 'monitors', now, rate(await perHourIn(tx)), free.length));
      if (ids.length === 0) return [];
      const rows = await tx.updateTable('monitor').set(taken).where('id', 'in', ids).returningAll().execute();
      return rows.map(factsOf);
    });
  }

  /** When they are due next, and the run that was begun for them. What was stopped meanwhile stays so. */
  async arm(list: readonly Armed[]): Promise<void> {
    await this.database.write(async (tx) => {
      for (const { id, plannedAt, dueAt, run } of list)
        await tx.updateTable('monitor').set({ plannedAt, dueAt, run }).where('id', '=', id).where('dueAt', 'is not', null).execute();
    });
  }

  async ended(most: number): Promise<EndedMonitor[]> {
    return this.database.read(async (db) => {
      const query = db.selectFrom('monitor').innerJoin('run', 'run.id', 'monitor.run');
      const found = await query
        .where((e) => e.not(ACTIVE))
        .limit(most)
        .select(['monitor.id as id', 'run.id as run'])
        .execute();
      const out: EndedMonitor[] = [];
      for (const { id, run } of found) {
        const monitor = await db.selectFrom('monitor').where('id', '=', id).selectAll().executeTakeFirst();
        const ended = await db.selectFrom('run').where('id', '=', run).selectAll().executeTakeFirst();
        if (monitor && ended) out.push({ monitor: factsOf(monitor), run: runOf(ended) });
      }
      return out;
    });
  }

  /** Once for a run, whoever comes first; false for all others. */
  settle({ monitor, run, packDigest, result, standing, alerts, stopped }: ResultEntry, now: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      const first = await tx
        .updateTable('monitor')
        .set({ run: null, standing: jcs(standing), packDigest })
        .where('id', '=', monitor)
        .where('run', '=', run)
        .returning('stopped')
        .executeTakeFirst();
      if (!first) return false;
      const { at, kept } = result;
      const row = { monitor, at, kept: kept === null ? null : kept ? 1 : 0, result: jcs(result.result) };
      await tx.insertInto('monitorResult').values(row).execute();
      // Who stopped it while it ran was told that nothing more comes; what the run left at the target is told all the same.
      const told = first.stopped === null ? alerts : alerts.filter(({ type }) => type === 'cleanup.failed');
      await this.#alert(tx, monitor, told, now);
      await forgetIfTaken(tx, result.result.report);
      if (stopped !== undefined) await this.#stop(tx, monitor, stopped);
      return true;
    });
  }

  async #alert(tx: Writing, monitor: string, alerts: ResultEntry['alerts'], now: number): Promise<void> {
    const rows = alerts.map((alert) => ({
      ...alert,
      monitor,
      at: now,
      tries: 0,
      dueAt: alert.state === 'waiting' ? now : null,
      last: null,
    }));
    if (rows.length > 0) await tx.insertInto('monitorAlert').values(rows).execute();
  }

  /** Stops it, and tells so once. */
  async end(monitor: string, why: string, alerts: ResultEntry['alerts'], now: number): Promise<void> {
    await this.database.write(async (tx) => {
      if (await this.#stop(tx, monitor, why)) await this.#alert(tx, monitor, alerts, now);
    });
  }

  /** The newest, in order. */
  async results(monitor: string, most: number): Promise<StoredMonitorResult[]> {
    const rows = await this.database.read((db) =>
      db.selectFrom('monitorResult').where('monitor', '=', monitor).orderBy('number', 'desc').limit(most).selectAll().execute(),
    );
    return rows.reverse().map(resultOf);
  }

  async days(monitor: string, since: number): Promise<MonitorDay[]> {
    const rows = await this.database.read((db) =>
      db
        .selectFrom('monitorResult')
        .where('monitor', '=', monitor)
        .where('at', '>=', since)
        .select((e) => [
          e(e.ref('at'), '-', e(e.ref('at'), '%', e.val(DAY_MS))).as('day'),
          e.fn.sum<number | string | null>('kept').as('kept'),
          e.fn.count<number | string>('kept').as('results'),
        ])
        .groupBy('day')
        .orderBy('day')
        .execute(),
    );
    return rows.map(({ day: at, kept, results }) => ({ day: Number(at) / DAY_MS, kept: Number(kept ?? 0), results: Number(results) }));
  }

  /** The newest first; of one state, or of some types, where they are given. */
  async alerts(monitor: string, most: number, { state, types }: AlertChoice = {}): Promise<Alert[]> {
    const rows = await this.database.read((db) => {
      const all = db.selectFrom('monitorAlert').where('monitor', '=', monitor);
      const ofState = state === undefined ? all : all.where('state', '=', state);
      const some = types === undefined ? ofState : ofState.where('type', 'in', types);
      return some.orderBy('number', 'desc').limit(most).selectAll().execute();
    });
    return rows.map(alertOf);
  }

  /** Takes alerts that are to be sent, with where they go: one of each monitor, the oldest that is due, so that none keeps the others waiting. */
  claimAlerts(now: number, lease: number, most: number): Promise<(Alert & { webhook: string })[]> {
    const due = (db: Queries): DueRows =>
      db
        .selectFrom('monitorAlert')
        .where('number', 'in', (e) =>
          e
            .selectFrom('monitorAlert as oldest')
            .where('dueAt', '<=', now)
            .groupBy('monitor')
            .select((all) => all.fn.min('number').as('number')),
        )
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(most)
        .select('id');
    const taken = { dueAt: now + lease };
    return this.#claim(due, async (tx, ids) => {
      const rows = await tx.updateTable('monitorAlert').set(taken).where('id', 'in', ids).returningAll().execute();
      const out: (Alert & { webhook: string })[] = [];
      for (const row of rows) {
        const { webhook } = await tx.selectFrom('monitor').where('id', '=', row.monitor).select('webhook').executeTakeFirstOrThrow();
        // Its endpoint has gone since.
        if (webhook === null) await tx.updateTable('monitorAlert').set({ state: 'dead', dueAt: null }).where('id', '=', row.id).execute();
        else out.push({ ...alertOf(row), webhook });
      }
      return out;
    });
  }

  /** A dead letter waits again, under its old id, as if it had never been tried. false: it is none. */
  async resend(monitor: string, id: string, now: number): Promise<boolean> {
    const again = { state: 'waiting', dueAt: now, tries: 0 } as const;
    const query = (tx: Writing) => tx.updateTable('monitorAlert').set(again).where('id', '=', id).where('monitor', '=', monitor);
    const sent = await this.database.write((tx) => query(tx).where('state', '=', 'dead').returning('id').executeTakeFirst());
    return sent !== undefined;
  }

  /** How a try ended; `dueAt` is that of the next. `gone`: the endpoint wants nothing more, nor does anything else that waits for it. */
  async alertTried({ id, monitor, state, last, dueAt, gone }: AlertTried): Promise<void> {
    await this.database.write(async (tx) => {
      await tx
        .updateTable('monitorAlert')
        .set((e) => ({ state, last, dueAt, tries: e('tries', '+', 1) }))
        .where('id', '=', id)
        .execute();
      if (gone) await tx.updateTable('monitor').set({ webhook: null }).where('id', '=', monitor).execute();
    });
  }
}
