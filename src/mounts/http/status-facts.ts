// What a monitor says over HTTP: to its owner, and to everybody of one that is public. It decides nothing.

import type { MonitorRecord, TargetStatus } from '../../contract/generated/types.ts';
import { DAY_MS, HOUR_MS } from '../../contract/units.ts';
import type { BadgeState } from '../../report/badge.ts';
import type { FeedEntry } from '../../report/feeds.ts';
import type { MonitorStatus } from '../../service/service.ts';
import { statusPath } from '../../service/target.ts';
import type { Alert } from '../../store/monitor.ts';
import { ENDING, type MonitoredState, type MonitorStanding, OPENING } from '../../store/monitor-result.ts';
import type { HttpContext } from './context.ts';

const instant = (at: number): string => new Date(at).toISOString();

/** What an alert is sent with. */
interface AlertData {
  before?: MonitoredState;
  after?: MonitoredState;
  first?: { id: string; text: string };
  cause?: 'target' | 'rules';
  report?: string;
  what?: string;
  at?: string;
  why?: string;
  requests?: string[];
}

const dataOf = ({ body }: Alert): AlertData => (JSON.parse(body) as { data: AlertData }).data;

const opens = (type: string): boolean => (OPENING as readonly string[]).includes(type);
const ends = (type: string): boolean => (ENDING as readonly string[]).includes(type);

const gradeWords = (state: MonitoredState | undefined): string =>
  state === undefined ? 'nothing' : state.grade === 'unreachable' ? 'unreachable' : `grade ${state.grade}`;

/** A spec may hold a target to what its caller wrote: what fails there is no contradiction of anything that the target publishes. */
const isPinned = ({ passed }: MonitoredState): boolean => passed !== null;

function newLies(before: MonitoredState | undefined, after: MonitoredState | undefined): string {
  const ids = (after?.lies ?? []).filter((id) => !before?.lies.includes(id)).join(', ');
  return after && isPinned(after) ? `Newly failing checks that cap its grade: ${ids}` : `A new contradiction: ${ids}`;
}

/** In words, for titles. */
function alertWords(type: string, { before, after, what, at, why }: AlertData): string {
  if (type === 'grade.worse')
    return after?.grade === 'unreachable' ? 'It cannot be reached' : `From ${gradeWords(before)} to ${gradeWords(after)}`;
  if (type === 'lie.new') return newLies(before, after);
  if (type === 'gate.failed') return 'The gate does not pass any more';
  if (type === 'key.ending') return `${what} ends on ${at?.slice(0, 10)}`;
  if (type === 'recovered') return `Recovered: ${gradeWords(after)}`;
  if (type === 'cleanup.failed') return `What a run made may still be there: ${why}`;
  if (type === 'rules.changed') return `Measured by other rules: ${gradeWords(after)}`;
  return `The monitor was stopped: ${why}`;
}

/** From the alert that opened each to the one that ended it; the newest first. Whoever stops to look, or looks by other rules, sees no end. */
function incidentsOf(alerts: readonly Alert[]): TargetStatus['incidents'] {
  const out: TargetStatus['incidents'] = [];
  for (const alert of [...alerts].reverse()) {
    const { type, at } = alert;
    const last = out.at(-1);
    const open = last && (last.to ?? last.seenUntil) === undefined ? last : undefined;
    if (ends(type)) {
      if (open) open[type === 'recovered' ? 'to' : 'seenUntil'] = instant(at);
    } else if (opens(type) && (!open || open.from === instant(at))) {
      const { first, cause = 'target', report, ...data } = dataOf(alert);
      const what = alertWords(type, data);
      // What one result showed is one incident.
      if (open) open.what = `${open.what}. ${what}`;
      else out.push({ from: instant(at), what, cause, first, report });
    }
  }
  return out.reverse();
}

const summaryOf = (state: MonitoredState): string => {
  const { grade, passed, lies } = state;
  if (grade === 'unreachable') return 'It cannot be reached.';
  const gate = passed === null ? `Grade ${grade}.` : passed ? 'It passes what it is held to.' : 'It does not pass what it is held to.';
  const why = isPinned(state) ? 'Failing checks that cap its grade' : 'What it publishes is contradicted';
  return lies.length === 0 ? gate : `${gate} ${why}: ${lies.join(', ')}.`;
};

/** Results in a row that could see nothing, or that did not come: after so many, what was seen before them is old. */
const UNSEEN = 3;
/** Milliseconds for which a run may stand in line. */
const LATE = HOUR_MS;

/** Why what was seen of a target says nothing of how it stands now; undefined where it does. */
function oldBy({ facts, results, at }: MonitorStatus): 'stopped' | 'unseen' | undefined {
  if (facts.stopped !== null) return 'stopped';
  const last = results.findLast(({ kept }) => kept !== null);
  const isLate = last !== undefined && at - last.at > UNSEEN * (facts.every + facts.jitter) + LATE;
  return isLate || results.slice(-UNSEEN).every(({ kept }) => kept === null) ? 'unseen' : undefined;
}

/** How it stands, or how it stood when it was seen last. */
function summaryNow(status: MonitorStatus, checkedAt: string | undefined): string {
  const { facts } = status;
  const { standing } = facts;
  const why = oldBy(status);
  const stopped = `It is watched no more: ${facts.stopped}.`;
  if (standing === null) return why === 'stopped' ? `${stopped} Nothing was seen of it.` : 'Nothing was seen of it yet.';
  if (why === undefined) return summaryOf(standing.confirmed);
  const when = checkedAt === undefined ? '' : `, on ${checkedAt.slice(0, 10)}`;
  return `${why === 'stopped' ? stopped : 'Of late it could not be seen.'} When it was seen last${when}: ${summaryOf(standing.confirmed)}`;
}

/** packs: what names the rules that a target is watched by. */
export function targetStatus(status: MonitorStatus, { packs }: { packs: Pick<HttpContext['packs'], 'withDigest'> }): TargetStatus {
  const { facts, days, changes, results } = status;
  const { standing } = facts;
  const last = results.findLast(({ kept }) => kept !== null);
  const checkedAt = last && instant(last.at);
  const { grade, passed, lies } = standing?.confirmed ?? { lies: [] };
  // What broke it before anybody watched is no incident, and broken all the same: as every day of it is counted.
  const isBroken = Boolean(standing?.incident) || grade === 'unreachable' || passed === false || lies.length > 0;
  const title = packs.withDigest(facts.packDigest)?.document.title;
  return {
    target: facts.target,
    rules: title ?? `the pinned spec ${facts.packDigest}`,
    state: standing === null || oldBy(status) !== undefined ? 'unknown' : isBroken ? 'broken' : 'kept',
    summary: summaryNow(status, checkedAt),
    flapping: standing?.flapping ?? false,
    days: days.map(({ day, kept, results }) => ({ day: instant(day * DAY_MS).slice(0, 10), kept, results })),
    incidents: incidentsOf(changes),
    checkedAt,
  };
}

export function feedEntries({ facts, alerts }: MonitorStatus, own: string): FeedEntry[] {
  return alerts.map((alert) => {
    const data = dataOf(alert);
    const { first, cause, report } = data;
    const text = [
      `${alertWords(alert.type, data)}.`,
      first && `First failing check: ${first.id}. ${first.text}`,
      ...(data.requests ?? []),
      cause && `What changed: the ${cause}.`,
    ];
    return {
      id: `urn:uuid:${alert.id.replace('msg_', '')}`,
      title: `${new URL(facts.target).host}: ${alertWords(alert.type, data)}`,
      text: text.filter((line) => line !== undefined).join('\n'),
      at: instant(alert.at),
      url: report ?? `${own}${statusPath(facts)}`,
    };
  });
}

/** Milliseconds for which a change is a trend. */
const TREND = 30 * DAY_MS;

export function badgeState(status: MonitorStatus): BadgeState {
  const { facts, changes, at } = status;
  const { standing } = facts;
  const why = oldBy(status);
  if (why === 'stopped') return { kind: 'stopped' };
  if (!standing) return { kind: 'none' };
  if (why === 'unseen') return { kind: 'unseen' };
  const { grade, passed } = standing.confirmed;
  const change = changes.find((alert) => at - alert.at < TREND && (opens(alert.type) || alert.type === 'recovered'));
  const trend = change === undefined ? 'level' : change.type === 'recovered' ? 'up' : 'down';
  return { kind: 'watched', is: grade === 'unreachable' || passed === null ? grade : passed ? 'passed' : 'not passed', trend };
}

const sentAlert = ({ id, at, type, state, tries, last }: Alert): MonitorRecord['alerts'][number] => ({
  ...{ id, at: instant(at), type, state, tries },
  last: last ?? undefined,
});

function standingOf(standing: MonitorStanding): MonitorRecord['standing'] {
  const { confirmed, flapping, unconfirmed, incident } = standing;
  const { grade, lies, passed } = confirmed;
  return { grade, lies, passed: passed ?? undefined, flapping, unconfirmed, incidentSince: incident ? instant(incident.since) : undefined };
}

function resultOf({ at, kept, result }: MonitorStatus['results'][number], own: string): MonitorRecord['results'][number] {
  const { grade, passed, open, first, left, report } = result;
  const where = report === undefined ? undefined : `${own}/reports/${report}`;
  // What the verifier could not see says nothing.
  const seen = open === undefined || report !== undefined ? { grade, passed: passed ?? undefined } : {};
  return { at: instant(at), kept, ...seen, open, first, left, report: where };
}

export function monitorRecord({ facts, results, alerts, dead }: MonitorStatus, own: string, secret?: string): MonitorRecord {
  const { id, target, packDigest, every, jitter, webhook, sealed, isPublic, createdAt, dueAt, stopped, standing } = facts;
  return {
    id,
    target,
    pack: packDigest,
    interval: every / 1000,
    jitter: jitter / 1000,
    webhook: webhook ?? undefined,
    secret,
    secrets: sealed === null ? undefined : Object.keys(sealed).sort(),
    public: isPublic,
    createdAt: instant(createdAt),
    nextRun: dueAt === null ? undefined : instant(dueAt),
    stopped: stopped ?? undefined,
    standing: standing ? standingOf(standing) : undefined,
    results: results.map((result) => resultOf(result, own)).reverse(),
    alerts: alerts.map(sentAlert),
    deadLetters: dead.map((alert) => ({ ...sentAlert(alert), body: alert.body })),
    links: { self: `${own}/monitors/${id}`, ...(isPublic ? { status: `${own}${statusPath(facts)}` } : {}) },
  };
}
