// Claims that were answered alike, at addresses of their own: one page may answer everything. Pure.
import { bodyText } from '../record/baseline.ts';
import type { Observation } from '../record/observation.ts';
import type { Record } from '../record/record.ts';
import type { Templates } from './probe/templates.ts';

/** Nothing tells these answers apart, and both are whole. */
export const isOneAnswer = (one: Record, other: Record): boolean =>
  one.answer.status === other.answer.status &&
  one.type === other.type &&
  one.url === other.url &&
  one.source?.truncated === false &&
  other.source?.truncated === false &&
  bodyText(one) === bodyText(other);

interface Compared {
  /** Answers are of several claims where it differs. */
  address: string;
  /** Within which they are compared. */
  place: string;
}

/** Answers of claims that were found, of several addresses each. comparedBy: undefined leaves one out. */
function shared(claimed: readonly Observation[], comparedBy: (record: Record) => Compared | undefined): Set<Record> {
  const before = new Map<string, { record: Record; address: string }>();
  const out = new Set<Record>();
  for (const observation of claimed) {
    const { item, outcome, record } = observation;
    if (item === undefined || outcome.is !== 'found' || record.request.method !== 'GET') continue;
    const compared = comparedBy(record);
    if (!compared) continue;
    const { address, place } = compared;
    const key = `${place} ${record.answer.status} ${record.type} ${record.source?.bytes.length}`;
    const other = before.get(key);
    if (!other) before.set(key, { record, address });
    else if (other.address !== address && bodyText(other.record) === bodyText(record)) out.add(other.record).add(record);
  }
  return out;
}

/** Whether two addresses that were claimed gave one and the same. */
export const saysOneThing = (claimed: readonly Observation[]): boolean =>
  shared(claimed, ({ request }) => ({ address: request.url, place: '' })).size > 0;

/**
 * Answers that another claim of their folder got as well, where a template takes whatever stands there, so that no control can: each may be what
 * every path of the folder gets. Operations have their schemas, and many are lists that are empty; who is sent on is told where to.
 */
export function sharedInTemplates(claimed: readonly Observation[], templates: Templates): ReadonlySet<Record> {
  const ofOperations = new Set(claimed.flatMap(({ item, record }) => (item?.view === 'openapi' ? [record] : [])));
  return shared(claimed, (record) => {
    if (record.redirects.length > 0 || ofOperations.has(record)) return undefined;
    const address = record.request.url.replace(/[?#].*$/s, '').replace(/\/$/, '');
    const place = address.replace(/[^/]*$/, '');
    return templates.holds(`${place}x`) ? { address, place } : undefined;
  });
}
