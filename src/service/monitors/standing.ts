// What a monitor holds of its target, result by result: two of the last three make a change, a single odd one is flapping. Pure: it reads no clock and sends nothing.
import { GRADES } from '../../contract/grades.ts';
import type { AlertType, Incident, MonitoredState, MonitorResult, MonitorStanding } from '../../store/monitor-result.ts';

/** Of what a target was seen with: the worst last. */
const rank = ({ grade }: Pick<MonitoredState, 'grade'>): number => (grade === 'unreachable' ? GRADES.length : GRADES.indexOf(grade));

/** What holds of three results: the grade in the middle, what two of them say of the gate, lies that stand in two. */
function confirmedBy(last: readonly MonitoredState[]): MonitoredState {
  const [a, b, c] = last as [MonitoredState, MonitoredState, MonitoredState];
  const [, middle] = [a, b, c].sort((one, other) => rank(one) - rank(other));
  const lies = [...new Set([...a.lies, ...b.lies, ...c.lies])].filter((id) => last.filter((one) => one.lies.includes(id)).length > 1);
  const passes = last.filter(({ passed }) => passed === true).length;
  return { grade: middle!.grade, lies: lies.sort(), passed: c.passed === null ? null : passes > 1 };
}

/**
 * What one result shows of the target. Where something could not be seen, what fails still fails: a gate does not pass, and a lie is one. The grade is a
 * lower bound then and no measure, and what stood before may stand still.
 */
function shownBy(result: MonitorResult, before: MonitoredState | undefined): MonitoredState | undefined {
  if (!result.open) return result;
  const fails = result.first !== undefined && (result.passed === false || result.lies.length > 0);
  if (result.open !== 'inconclusive' || !fails || !before) return undefined;
  return { grade: before.grade, lies: [...new Set([...before.lies, ...result.lies])].sort(), passed: result.passed };
}

/**
 * The last three that say something of the target under these rules. What stands is in the place of those that are missing, since many open ones may have come
 * after it, and at the very first the first.
 */
function window(results: readonly MonitorResult[], pack: string, stood: MonitoredState | undefined): MonitoredState[] {
  const seen = results.flatMap((one) => (one.pack === pack && shownBy(one, stood)) || []).slice(-3);
  return [...Array<MonitoredState>(3 - seen.length).fill(stood ?? seen[0]!), ...seen];
}

const worse = (is: MonitoredState, was: MonitoredState): AlertType[] => [
  ...(rank(is) > rank(was) ? (['grade.worse'] as const) : []),
  ...(is.lies.some((id) => !was.lies.includes(id)) ? (['lie.new'] as const) : []),
  ...(was.passed === true && is.passed === false ? (['gate.failed'] as const) : []),
];

/** Everything that an incident began with is there again. */
const mended = (is: MonitoredState, { before }: Incident): boolean => worse(is, before).length === 0;

/** What stood by the same rules, or stood before the incident that is open. Other rules are another measure: the first result by them is held against nothing. */
const heldTo = ({ pack }: MonitorResult, standing: MonitorStanding | null): MonitoredState | undefined =>
  standing?.pack === pack ? (standing.incident?.before ?? standing.confirmed) : undefined;

/** Whether one result keeps what the target is held to; null where it shows nothing of that. Who cannot be reached keeps nothing, whatever stood. */
export function keeps(result: MonitorResult, standing: MonitorStanding | null): boolean | null {
  const held = heldTo(result, standing);
  const shown = shownBy(result, held);
  if (!shown) return null;
  return shown.grade !== 'unreachable' && shown.passed !== false && shown.lies.length === 0 && worse(shown, held ?? shown).length === 0;
}

const same = (a: MonitoredState, b: MonitoredState): boolean =>
  a.grade === b.grade && a.passed === b.passed && a.lies.join() === b.lies.join();

/** `results`: in order, the new one last. A result by which nothing was seen changes nothing. */
export function updateStanding(
  standing: MonitorStanding | null,
  results: readonly MonitorResult[],
): { standing: MonitorStanding | null; alerts: AlertType[] } {
  const newest = results.at(-1)!;
  const stood = standing?.pack === newest.pack ? standing.confirmed : undefined;
  const shown = shownBy(newest, stood);
  if (!shown) return { standing, alerts: [] };
  const last = window(results, newest.pack, stood);
  const flapping = same(last[0]!, last[2]!) && !same(last[0]!, last[1]!);
  // What comes and goes is one incident: it neither ends nor begins anew before two results in a row agree.
  const isHeld = flapping && standing?.incident && standing.pack === newest.pack;
  const confirmed = isHeld ? standing.confirmed : confirmedBy(last);
  const alertedKeys = standing?.alertedKeys ?? [];
  const now = { pack: newest.pack, confirmed, flapping, unconfirmed: !same(shown, confirmed), alertedKeys };
  if (!standing) return { standing: { ...now, incident: null }, alerts: [] };
  // Other rules are another measure: what they say is no change of the target.
  if (standing.pack !== newest.pack) return { standing: { ...now, incident: null }, alerts: ['rules.changed'] };
  const alerts = worse(confirmed, standing.confirmed);
  const { incident } = standing;
  if (incident && mended(confirmed, incident)) return { standing: { ...now, incident: null }, alerts: ['recovered'] };
  const opened = incident ?? (alerts.length > 0 ? { since: newest.at, before: standing.confirmed } : null);
  return { standing: { ...now, incident: opened }, alerts };
}

/** What holds for good: one result that says so stops the monitor. */
const FOR_GOOD: Readonly<Record<string, string>> = {
  declined: 'the target does not want to be verified',
  'taken-down': 'its spec was taken down',
};
/** What is looked up anew for each run, at the target or in the process that runs it: one look that fails stops nothing. */
const TWICE: Readonly<Record<string, string>> = {
  'consent-missing': 'the target does not accept the writes of its spec',
  'unknown-digest': 'its spec is not in the store',
};

/** Why nothing more is asked of the target. */
export function stopOf({ open = '' }: MonitorResult, before: MonitorResult | undefined): string | undefined {
  return FOR_GOOD[open] ?? (before?.open === open ? TWICE[open] : undefined);
}
