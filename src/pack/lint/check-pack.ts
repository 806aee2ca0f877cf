// Checks a pack as a whole: bands, caps, rule ids, limits against the worst case, the probe graph, and what rests on time.
import type { Grade, Probe } from '../../contract/generated/types.ts';
import { better, GRADES } from '../../contract/grades.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { below } from '../../json/pointer.ts';
import { ASSERTION_KINDS, kindOf } from '../assertion-kinds.ts';
import { boundsOf, countedApart } from '../bounds.ts';
import { probeGraph } from '../compiled/graph.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import { CONTROL, probesOf, rulesOf, visitPack } from '../visit.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isGrade = (value: unknown): value is Grade => (GRADES as unknown[]).includes(value);

function checkBands(pack: Members, report: ReportFinding): void {
  const bands = listOf(pack.bands).filter((b): b is [number, Grade] => Array.isArray(b) && typeof b[0] === 'number' && isGrade(b[1]));
  if (bands.length === 0 || bands.length !== listOf(pack.bands).length) return;
  const say = (place: string, text: string, value: unknown): void => report(`/bands/${place}`, 'bad-bands', text, { value: String(value) });
  for (const [i, [percent, grade]] of bands.entries()) {
    const before = bands[i - 1];
    if (before && before[0] <= percent) say(`${i}/0`, `expected less than ${before[0]}, the percentage of the band before`, percent);
    if (before && !better(before[1], grade)) say(`${i}/1`, `expected a worse grade than ${before[1]}, the one before`, grade);
  }
  const last = bands.length - 1;
  if (bands[last]?.[0] !== 0) say(`${last}/0`, 'the last band begins at 0, so that every score has a grade', bands[last]?.[0]);
}

function checkRules(pack: Members, report: ReportFinding): void {
  const ids = new Set<unknown>();
  const grades = new Set(listOf(pack.bands).map((b) => (Array.isArray(b) ? b[1] : undefined)));
  let points = 0;
  let isKnown = true;
  for (const { rule, pointer } of rulesOf(pack)) {
    if (ids.has(rule.id)) report(`${pointer}/id`, 'rule-twice', 'another rule has this id', { value: valueText(rule.id) });
    ids.add(rule.id);
    if (typeof rule.points === 'number') points += rule.points;
    else isKnown &&= rule.points === undefined;
    if (isGrade(rule.cap) && grades.size > 0 && !grades.has(rule.cap))
      report(`${pointer}/cap`, 'bad-cap', 'the cap is one of the grades in bands', { value: valueText(rule.cap) });
  }
  const none = isObject(pack.score) ? pack.score.none : undefined;
  if (isGrade(none) && grades.size > 0 && !grades.has(none))
    report('/score/none', 'bad-cap', 'the grade where nothing applies is one of the grades in bands', { value: valueText(none) });
  if (points === 0 && isKnown && listOf(pack.rules).length > 0)
    report('/rules', 'bad-cap', 'at least one rule has points, or there is nothing to grade');
}

/** What a pack demands of the coverage of its rules is of rules that have one. */
function checkDemands(pack: Members, report: ReportFinding): void {
  const rules = new Map(rulesOf(pack).map(({ rule }) => [rule.id, rule]));
  for (const id of Object.keys(isObject(pack.coverage) ? pack.coverage : {})) {
    const at = below('/coverage', id);
    const rule = rules.get(id);
    if (!rule)
      report(
        at,
        'unknown-rule',
        `coverage is demanded of the rule ${id}, which the pack does not have${suggestion(id, [...rules.keys()].filter(isText))}`,
        KEY,
      );
    else if (rule.coverage === undefined) report(at, 'idle-member', `the rule ${id} has no coverage of which it could be demanded`, KEY);
  }
}

/** Neither a cap nor a request may rest on when an answer came (before and after). */
export function checkTimes(pack: Members, report: ReportFinding): void {
  const scored = new Set(rulesOf(pack).flatMap(({ rule }) => (rule.cap === undefined ? [String(rule.id)] : [])));
  visitPack(pack, {
    assertion: (assertion, pointer, { owner, probe }) => {
      const kind = kindOf(assertion);
      if (!ASSERTION_KINDS[kind].timed || (probe === null && owner !== null && scored.has(owner))) return;
      const where = probe === null ? 'a rule that caps' : 'a probe';
      report(below(pointer, kind), 'needs-points', `${kind} judges by when the answer came, and does not stand in ${where}`, KEY);
    },
  });
}

/** Read only where every probe has its shape. */
export function checkLimits(pack: Members, report: ReportFinding): void {
  if (!isObject(pack.limits)) return;
  const uses = probesOf(pack);
  const control = uses.find((use) => use.name === CONTROL);
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

function checkGraph(pack: Members, report: ReportFinding): void {
  const where = new Map(probesOf(pack).map((use) => [use.name, use.pointer]));
  for (const cycle of probeGraph(pack).cycles) {
    report(where.get(cycle[0] as string) ?? '', 'cycle', `these probes need one another: ${cycle.join(' → ')}`, KEY);
  }
}

/** Whole-pack checks, but for the limits. */
export function checkWhole(pack: Members, report: ReportFinding): void {
  checkBands(pack, report);
  checkRules(pack, report);
  checkDemands(pack, report);
  checkGraph(pack, report);
}
