// Checks a pack as a whole: bands, caps, rule ids, limits against the worst case, and the probe graph.
import type { Grade, Pack, Probe } from '../../contract/generated/types.ts';
import { better, GRADES } from '../../contract/grades.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { below } from '../../json/pointer.ts';
import { boundsOf, countedApart } from '../bounds.ts';
import { probeGraph } from '../compiled/graph.ts';
import { type Report, shownValue } from '../finding.ts';
import { meant } from '../nearest.ts';
import { probesOf } from '../visit.ts';

const isGrade = (value: unknown): value is Grade => (GRADES as unknown[]).includes(value);

function checkBands(pack: Members, report: Report): void {
  const bands = listOf(pack.bands).filter((b): b is [number, Grade] => Array.isArray(b) && typeof b[0] === 'number' && isGrade(b[1]));
  if (bands.length === 0 || bands.length !== listOf(pack.bands).length) return;
  for (const [i, [percent, grade]] of bands.entries()) {
    const before = bands[i - 1];
    if (before && before[0] <= percent)
      report(`/bands/${i}/0`, 'bad-bands', `expected less than ${before[0]}, the percentage of the band before`, {
        value: String(percent),
      });
    if (before && !better(before[1], grade))
      report(`/bands/${i}/1`, 'bad-bands', `expected a worse grade than ${before[1]}, the one before`, { value: grade });
  }
  const last = bands.length - 1;
  if (bands[last]?.[0] !== 0)
    report(`/bands/${last}/0`, 'bad-bands', 'the last band begins at 0, so that every score has a grade', {
      value: String(bands[last]?.[0]),
    });
}

function checkRules(pack: Members, report: Report): void {
  const ids = new Set<unknown>();
  const grades = new Set(listOf(pack.bands).map((b) => (Array.isArray(b) ? b[1] : undefined)));
  let points = 0;
  for (const [i, rule] of listOf(pack.rules).entries()) {
    if (!isObject(rule)) continue;
    if (ids.has(rule.id)) report(`/rules/${i}/id`, 'rule-twice', 'another rule has this id', { value: shownValue(rule.id) });
    ids.add(rule.id);
    if (typeof rule.points === 'number') points += rule.points;
    if (isGrade(rule.cap) && grades.size > 0 && !grades.has(rule.cap))
      report(`/rules/${i}/cap`, 'bad-cap', 'the cap is one of the grades in bands', { value: shownValue(rule.cap) });
  }
  const none = isObject(pack.score) ? pack.score.none : undefined;
  if (isGrade(none) && grades.size > 0 && !grades.has(none))
    report('/score/none', 'bad-cap', 'the grade where nothing applies is one of the grades in bands', { value: shownValue(none) });
  if (points === 0 && listOf(pack.rules).length > 0)
    report('/rules', 'bad-cap', 'at least one rule has points, or there is nothing to grade');
}

/** What a pack demands of the coverage of its rules is of rules that have one. */
function checkDemands(pack: Members, report: Report): void {
  const rules = new Map(listOf(pack.rules).flatMap((rule) => (isObject(rule) && typeof rule.id === 'string' ? [[rule.id, rule]] : [])));
  for (const id of Object.keys(isObject(pack.coverage) ? pack.coverage : {})) {
    const at = below('/coverage', id);
    const rule = rules.get(id);
    if (!rule) report(at, 'unknown-rule', `the pack has no rule ${id}${meant(id, rules.keys())}`, { part: 'key' });
    else if (rule.coverage === undefined)
      report(at, 'idle-member', `the rule ${id} has no coverage of which it could be demanded`, { part: 'key' });
  }
}

/** Read only where every probe has its shape. */
export function checkLimits(pack: Members, report: Report): void {
  if (!isObject(pack.limits)) return;
  const uses = probesOf(pack);
  const control = uses.find((use) => use.name === 'control');
  if (!control) return;
  const others = countedApart(uses.filter((use) => use !== control).map(({ name, probe }) => [name, probe as Probe]));
  const worst = boundsOf(control.probe as Probe, others, pack.consent === 'writes' ? 'writes' : undefined);
  for (const name of ['requests', 'bytes'] as const) {
    const limit = pack.limits[name];
    const ceiling = name === 'requests' ? LIMITS.requests : LIMITS.runBytes;
    if (typeof limit !== 'number' || limit > ceiling || worst[name] <= limit) continue;
    report(
      `/limits/${name}`,
      'over-limits',
      `the probes, with robots.txt, redirects and what is asked a second time, can cause ${worst[name]} ${name} at worst, more than the pack allows itself`,
      { value: String(limit) },
    );
  }
}

function checkGraph(pack: Members, report: Report): void {
  const where = new Map(probesOf(pack).map((use) => [use.name, use.pointer]));
  for (const cycle of probeGraph(pack as unknown as Pack).cycles) {
    report(where.get(cycle[0] as string) ?? '', 'cycle', `these probes need one another: ${cycle.join(' → ')}`, { part: 'key' });
  }
}

/** Whole-pack checks, but for the limits. */
export function checkWhole(pack: Members, report: Report): void {
  checkBands(pack, report);
  checkRules(pack, report);
  checkDemands(pack, report);
  checkGraph(pack, report);
}
