// What a monitor holds of its target, result by result: two of the last three make a change, a single odd one is flapping. Pure: it reads no clock and sends nothing.
import { GRADES } from '../../contract/grades.ts';
import type { AlertType, Incident, Seen, Standing, Told } from './model.ts';

/** Of what a target was seen with: the worst last. */
const rank = ({ grade }: Pick<Seen, 'grade'>): number => (grade === 'unreachable' ? GRADES.length : GRADES.indexOf(grade));

/** What holds of three results: the grade in the middle, what two of them say of the gate, lies that stand in two. */
function confirmed(last: readonly Seen[]): Told {
  const [a, b, c] = last as [Seen, Seen, Seen];
  const [, middle] = [a, b, c].sort((one, other) => rank(one) - rank(other));
  const lies = [...new Set([...a.lies, ...b.lies, ...c.lies])].filter((id) => last.filter((one) => one.lies.includes(id)).length > 1);
  const passes = last.filter(({ passed }) => passed === true).length;
  return { grade: middle!.grade, lies: lies.sort(), passed: c.passed === null ? null : passes > 1 };
}

/** The last three that say something of the target under these rules; before the third the first stands for what is missing. */
function window(seen: readonly Seen[]): Seen[] {
  const newest = seen.at(-1)!;
  const same = seen.filter(({ pack, open }) => pack === newest.pack && !open).slice(-3);
  return [...Array<Seen>(3 - same.length).fill(same[0]!), ...same];
}

const worse = (is: Told, was: Told): AlertType[] => [
  ...(rank(is) > rank(was) ? (['grade.worse'] as const) : []),
  ...(is.lies.some((id) => !was.lies.includes(id)) ? (['lie.new'] as const) : []),
  ...(was.passed === true && is.passed === false ? (['gate.failed'] as const) : []),
];

/** Everything that an incident began with is there again. */
const mended = (is: Told, { before }: Incident): boolean => worse(is, before).length === 0;

/** Whether one result keeps what the target is held to: what stood before, or before the incident that is open. */
export const keeps = (seen: Seen, standing: Standing | null): boolean =>
  seen.passed !== false && seen.lies.length === 0 && worse(seen, standing?.incident?.before ?? standing?.told ?? seen).length === 0;

const same = (a: Told, b: Told): boolean => a.grade === b.grade && a.passed === b.passed && a.lies.join() === b.lies.join();

/** `seen`: results in order, the new one last. A result that was open (the verifier could not see) changes nothing. */
export function stand(standing: Standing | null, seen: readonly Seen[]): { standing: Standing | null; alerts: AlertType[] } {
  const newest = seen.at(-1)!;
  if (newest.open) return { standing, alerts: [] };
  const last = window(seen);
  const told = confirmed(last);
  const flapping = same(last[0]!, last[2]!) && !same(last[0]!, last[1]!);
  const keysTold = standing?.keysTold ?? [];
  const now = { pack: newest.pack, told, flapping, unconfirmed: !same(newest, told), keysTold };
  if (!standing) return { standing: { ...now, incident: null }, alerts: [] };
  // Other rules are another measure: what they say is no change of the target.
  if (standing.pack !== newest.pack) return { standing: { ...now, incident: null }, alerts: ['rules.changed'] };
  const alerts = worse(told, standing.told);
  const { incident } = standing;
  if (incident && mended(told, incident)) return { standing: { ...now, incident: null }, alerts: ['recovered'] };
  const opened = incident ?? (alerts.length > 0 ? { since: newest.at, before: standing.told } : null);
  return { standing: { ...now, incident: opened }, alerts };
}
