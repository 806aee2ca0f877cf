// Puts checks together: points, caps, grade, and the fewest fixes that reach a better grade. Bands and points come from the pack.
import type { Cap, Check, Grade, Next, Pack, Verdict } from '../contract/generated/types.ts';
import { better, CONTRADICTED, GRADES } from '../contract/grades.ts';
import { ENGINE } from '../contract/limits.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';

const worse = (a: Grade, b: Grade): Grade => (better(a, b) ? b : a);

interface Standing {
  points: number;
  outOf: number;
  caps: Cap[];
}

/** What an honesty check contradicts is put right there, and nowhere else. */
const isContradicted = ({ verdict, reason }: Check): boolean => verdict === 'fail' && reason.code === CONTRADICTED;

const failedHonestyChecks = (checks: readonly Check[]): string[] =>
  checks.filter(({ cap, verdict }) => cap !== undefined && verdict === 'fail').map(({ id }) => id);

function standing(checks: readonly Check[], fixed: ReadonlySet<string>): Standing {
  const lies = failedHonestyChecks(checks);
  // Without a lie nothing is contradicted, whatever a pack calls its reasons: a fail earns nothing as it stands.
  const honest = lies.length > 0 && lies.every((id) => fixed.has(id));
  const passes = (c: Check): boolean => c.verdict === 'pass' || fixed.has(c.id) || (honest && isContradicted(c));
  return {
    points: checks.reduce((sum, c) => sum + (passes(c) ? (c.outOf ?? 0) : 0), 0),
    outOf: checks.reduce((sum, c) => sum + (c.outOf ?? 0), 0),
    caps: checks.flatMap((c) => (c.cap !== undefined && c.verdict === 'fail' && !fixed.has(c.id) ? [{ check: c.id, grade: c.cap }] : [])),
  };
}

type Scale = Pick<Pack, 'bands' | 'score'>;

function earnedOf({ points, outOf }: Standing, { bands, score }: Scale): Grade {
  // Nothing that applies is neither all nor nothing of it: the pack says what that is worth.
  if (outOf === 0 && score) return score.none;
  const percent = outOf === 0 ? 0 : (100 * points) / outOf;
  return bands.find(([from]) => percent >= from)?.[1] ?? 'F';
}

function gradeOf(standing: Standing, scale: Scale): Grade {
  const earned = earnedOf(standing, scale);
  return standing.caps.reduce((grade, cap) => worse(grade, cap.grade), earned);
}

/** Scored checks that could earn more, the most points first; a fail before what was only not seen or does not apply; ties by order. */
function candidates(checks: readonly Check[]): Check[] {
  const rank = (c: Check): number => (c.verdict === 'fail' ? 0 : c.verdict === 'inconclusive' ? 1 : 2);
  return checks
    .filter((c) => (c.outOf ?? 0) > 0 && c.verdict !== 'pass')
    .map((check, i) => ({ check, i }))
    .sort((a, b) => (b.check.outOf ?? 0) - (a.check.outOf ?? 0) || rank(a.check) - rank(b.check) || a.i - b.i)
    .map((c) => c.check);
}

/** The fewest fixes that give a better grade: every cap that forbids it, and as few scored checks as reach its band. */
function next(checks: readonly Check[], scale: Scale, now: Grade): Next | null {
  let best: { grade: Grade; fix: Set<string> } | undefined;
  for (const goal of GRADES.filter((g) => better(g, now)).reverse()) {
    const fix = new Set(checks.filter((c) => c.cap !== undefined && c.verdict === 'fail' && better(goal, c.cap)).map((c) => c.id));
    for (const candidate of candidates(checks)) {
      if (!better(goal, gradeOf(standing(checks, fix), scale))) break;
      const lies = isContradicted(candidate) ? failedHonestyChecks(checks) : [];
      for (const id of lies.length > 0 ? lies : [candidate.id]) fix.add(id);
    }
    const grade = gradeOf(standing(checks, fix), scale);
    if (better(grade, now) && (!best || fix.size < best.fix.size)) best = { grade, fix };
  }
  return best ? { grade: best.grade, fix: checks.map((c) => c.id).filter((id) => best.fix.has(id)) } : null;
}

export function verdict(pack: LoadedPack, { target, seed }: Pick<Verdict, 'target' | 'seed'>, checks: Check[]): Verdict {
  const { name, version } = pack.document;
  const now = standing(checks, new Set());
  const grade = gradeOf(now, pack.document);
  return {
    target,
    seed,
    engine: ENGINE,
    pack: { name, version, digest: pack.digest },
    grade,
    score: { points: now.points, outOf: now.outOf },
    conclusive: checks.every((c) => c.verdict !== 'inconclusive'),
    caps: now.caps,
    checks,
    next: next(checks, pack.document, grade),
  };
}
