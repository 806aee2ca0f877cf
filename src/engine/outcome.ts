// The closed outcome of an exchange, against the control (docs/language.md, What a rule sees). Pure and total.
import type { FailureCode } from '../contract/generated/types.ts';
import { location } from '../contract/location.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { Record } from './record.ts';
import { WALL_MARKS } from './walls.ts';

export type Outcome = { is: 'found' | 'absent' | 'refused' | 'elsewhere' } | { is: 'unclear'; why: Unclear };

/** What the requests for paths that cannot exist gave. */
export interface Baseline {
  same(record: Record): boolean;
  unclear: boolean;
}

const unclear = (why: Unclear): Outcome => ({ is: 'unclear', why });

const FAILURES: { [code in FailureCode]?: Unclear } = {
  'timed-out': 'timed-out',
  'blocked-address': 'blocked',
  aborted: 'unsent',
  'not-recorded': 'unsent',
};

const STATUSES: { [status: number]: Unclear } = { 408: 'not-ready', 425: 'not-ready', 429: 'rate-limited' };

function challenged(record: Record): boolean {
  const headers = record.answer.headers ?? {};
  if (headers['cf-mitigated'] === 'challenge') return true;
  if ((record.answer.status !== 403 && record.answer.status !== 503) || record.is !== 'html') return false;
  const text = record.read('text');
  const body = text.ok && typeof text.value === 'object' && text.value !== null && 'text' in text.value ? String(text.value.text) : '';
  return WALL_MARKS.some((mark) => body.includes(mark));
}

function lacksMethod(record: Record): boolean {
  const allow = record.answer.headers?.allow;
  if (allow === undefined) return false;
  const methods = allow.split(',').map((m) => m.trim().toUpperCase());
  return !methods.includes(record.request.method);
}

/** The outcome before any comparison with the control. */
export function ownOutcome(record: Record): Outcome {
  const { answer, stopped } = record;
  if (stopped === 'elsewhere') return { is: 'elsewhere' };
  if (stopped === 'declined') return unclear('declined');
  if (stopped !== undefined) return unclear('unfinished-redirect');
  if (answer.failure) {
    if (answer.failure.code === 'name-not-found') return { is: 'absent' };
    return unclear(FAILURES[answer.failure.code] ?? 'broken');
  }
  const status = answer.status;
  if (status === undefined) return unclear('broken');
  if (challenged(record)) return unclear('challenged');
  if (status >= 200 && status < 300) return { is: 'found' };
  if (status === 404 || status === 410 || status === 501 || (status === 405 && lacksMethod(record))) return { is: 'absent' };
  if (STATUSES[status]) return unclear(STATUSES[status]);
  if (status >= 500) return unclear('server-error');
  if (status >= 400) return { is: 'refused' };
  return unclear('unfinished-redirect');
}

/** The outcome of a request of the pack, once the control has been answered. */
export function outcome(record: Record, baseline: Baseline, origin: string): Outcome {
  const own = ownOutcome(record);
  if (own.is !== 'found') return own;
  const asked = location(record.request.url);
  if (asked.origin === origin && asked.pathname === '/') return own;
  if (baseline.same(record)) return { is: 'absent' };
  return baseline.unclear ? unclear('baseline') : own;
}
