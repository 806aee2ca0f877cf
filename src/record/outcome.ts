// The closed outcome of an exchange, against the control (docs/language.md, What a rule sees). Pure and total; which marks tell a challenge is the pack's.
import type { Answer } from '../contract/generated/types.ts';
import { type OUTCOMES, type Unclear, unseenBy } from '../contract/unclear.ts';
import { type IsMarked, unmarked } from '../pack/compiled/marks.ts';
import type { Record } from './record.ts';

export type Outcome = { is: Exclude<(typeof OUTCOMES)[number], 'unclear'> } | { is: 'unclear'; why: Unclear };

/** Whether an answer is the one that a path gets that cannot exist; unknown: what the control gave cannot be told from content. */
export type Likeness = 'same' | 'different' | 'unknown';

/** What the requests for paths that cannot exist gave. */
export interface ControlBaseline {
  same(record: Record): Likeness;
  unclear: boolean;
}

const unclear = (why: Unclear): Outcome => ({ is: 'unclear', why });

const STATUSES: { [status: number]: Unclear } = { 408: 'not-ready', 425: 'not-ready', 429: 'rate-limited' };
const ABSENT = new Set([404, 410, 501]);

/** Statuses that deny an address whatever is said beside them: a body that breaks off, or cannot be decoded, takes nothing back. */
const GONE = new Set([404, 410]);
const isGone = ({ status, failure }: Answer): boolean => failure?.phase === 'body' && status !== undefined && GONE.has(status);

/** Whether an answer bears marks of the pack: those of challenges, or of a gateway without a route. */
export function bears({ source, type }: Record, isMarked: IsMarked): boolean {
  return source !== undefined && isMarked({ status: source.status, headers: source.headers, type, bytes: source.bytes });
}

/** Whether a redirect led to where the target did not say: what was masked of its address was asked for as it is recorded. */
const isMisled = ({ redirects }: Record): boolean =>
  redirects.some(({ answer }) => answer.redactions?.some(({ where, name }) => where === 'header' && name === 'location'));

/** The outcome before any comparison with the control. isChallenge: by the marks of the pack. */
export function ownOutcome(record: Record, isChallenge: IsMarked = unmarked): Outcome {
  const { answer, stopped } = record;
  if (stopped === 'elsewhere') return { is: 'elsewhere' };
  if (stopped === 'declined' || stopped === 'robots-unavailable') return unclear(stopped);
  if (stopped === 'write') return unclear('posted-elsewhere');
  if (stopped !== undefined) return unclear('unfinished-redirect');
  if (answer.failure?.code === 'name-not-found') return { is: 'absent' };
  if (answer.failure && !isGone(answer)) return unclear(unseenBy(answer.failure));
  const status = answer.status;
  if (status === undefined) return unclear('unsent');
  if (bears(record, isChallenge)) return unclear('challenged');
  if (status >= 200 && status < 300) return { is: 'found' };
  if (isMisled(record)) return unclear('redacted');
  // A list of choices that prefers none is a final answer (RFC 9110, section 15.4.1).
  if (status === 300 && answer.headers?.location === undefined) return { is: 'found' };
  if (ABSENT.has(status)) return { is: 'absent' };
  if (status === 405) return { is: 'method-refused' };
  if (STATUSES[status]) return unclear(STATUSES[status]);
  if (status >= 500) return unclear('server-error');
  if (status >= 400) return { is: 'refused' };
  return unclear('unfinished-redirect');
}

/** The outcome of a request of the pack, once the controls of its place have been answered. */
export function outcome(record: Record, baseline: ControlBaseline, isChallenge: IsMarked = unmarked): Outcome {
  const own = ownOutcome(record, isChallenge);
  if (own.is !== 'found') return own;
  // Every site has a root, by either name, and many answer any path with it.
  if (/^\/(?:index\.html?)?$/.test(new URL(record.request.url).pathname)) return own;
  const likeness = baseline.same(record);
  if (likeness === 'same') return { is: 'absent' };
  return likeness === 'unknown' || baseline.unclear ? unclear('baseline') : own;
}
