// Judges one rule: applicability, assertions, reason, findings, coverage, and the exchanges that it looked at.
import type { Check, CheckCoverage, Demand, Finding, Reason, Rule } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { FAILED, NOT_APPLICABLE, PASS, WHOLE } from '../contract/reason-codes.ts';
import { UNCLEAR, type Unclear } from '../contract/unclear.ts';
import type { CompiledRule, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { byOrder } from '../record/exchange-recorder.ts';
import type { Observation } from '../record/observation.ts';
import { evaluateAll } from './assert/evaluate.ts';
import type { AssertionResult, Detail, JudgeContext } from './assert/judged.ts';
import { RuleCoverage, sorted } from './coverage.ts';
import { namesNotGiven } from './not-given.ts';
import type { Scope } from './select/scope.ts';

// Fills the {{ $.finding.… }} and {{ $.coverage.… }} of a reason from the finding that gave it and from the rule's coverage. Values are quoted already.
const QUOTED = /\{\{\s*\$\.(finding|coverage)\.([a-zA-Z.]+)\s*\}\}/g;

function detailValue(name: string, d: Detail): string | number | undefined {
  switch (name) {
    case 'request':
      return d.request ? `${d.request.method} ${d.request.url}` : undefined;
    case 'request.url':
      return d.request?.url;
    case 'request.method':
      return d.request?.method;
    case 'place':
      return d.place === undefined || d.line === undefined ? d.place : `${d.place} (line ${d.line})`;
    case 'value':
      // A word of the engine's own, for which a stranger would have to look.
      return d.part === 'outcome' && d.value === 'method-refused' ? 'there, but not for this method' : d.value;
    case 'selected':
    case 'failed':
    case 'message':
    case 'part':
    case 'operation':
    case 'claimedBy':
      return d[name];
    default:
      return undefined;
  }
}

const countOf = (name: string, coverage: CheckCoverage): number | undefined =>
  name === 'claimed' || name === 'askable' || name === 'asked' ? coverage[name] : undefined;

const reasonText = (template: string, detail: Detail | undefined, coverage?: CheckCoverage): string =>
  template.replace(QUOTED, (_, root: string, name: string) => {
    const value = root === 'coverage' ? coverage && countOf(name, coverage) : detail && detailValue(name, detail);
    return String(value ?? '(unknown)');
  });

/** The most findings of a check; each assertion lists few and counts the rest. */
const MOST_FINDINGS = 20;
const LONGEST_TEXT = 2000;
const LONGEST_URL = 200;

/** A check with what a second look needs. */
export interface RuleJudgement {
  check: Check;
  /** All findings, with the exchanges that contradict. */
  details: readonly Detail[];
  /** Exchanges that its paths went through, in the pack's order. */
  touched: readonly Observation[];
}

/** Text of the pack in one line: packs are strangers' too. Its backticks stay, and what it quotes was quoted already. */
const own = (text: string): string => quote(text, LONGEST_TEXT, '`');

export function reasonOf(rule: Rule, code: string, findings: readonly Detail[], coverage?: CheckCoverage): Reason {
  const detail = findings.find((f) => f.code === code);
  const template = rule.reasons[code];
  const text =
    template === undefined
      ? (detail?.message ?? (code === NOT_APPLICABLE ? 'there is nothing here that this rule is about' : code))
      : reasonText(template, detail, coverage);
  return { code, text: own(text) };
}

export function unclearReason(why: Unclear, at?: Observation): Reason {
  const request = at?.record.request;
  const [first, ...rest] = UNCLEAR[why];
  return {
    code: why,
    text: `${first?.toUpperCase()}${rest.join('')}${request ? `: ${request.method} ${quote(request.url, LONGEST_URL)}` : ''}.`,
  };
}

/** Of a failed check: the first finding, and those that have a place. What has none could not be looked at because of the first, and only repeats it. */
const telling = (verdict: RuleResult['verdict'], findings: readonly Detail[]): readonly Detail[] =>
  verdict === 'fail' ? findings.filter((f, i) => i === 0 || f.at !== undefined) : findings;

const publicFinding = ({ selected: _, failed: __, at: ___, document: ____, ...finding }: Detail): Finding => finding;

/** The findings of a check as a report lists them. */
export function listedFindings(verdict: Check['verdict'], details: readonly Detail[]): Finding[] {
  const told = new Set<string>();
  const isNew = ({ code, message, exchange, place, part, value }: Finding): boolean => {
    const key = JSON.stringify([code, message, exchange, place, part, value]);
    return !told.has(key) && told.add(key) !== undefined;
  };
  // Several ways that end at the same answer, and expected the same of it, are told once.
  return telling(verdict, details).map(publicFinding).filter(isNew).slice(0, MOST_FINDINGS);
}

type RuleResult = Pick<Check, 'verdict' | 'reason'> & { findings: Detail[] };

const inconclusive = (why: Unclear, findings: Detail[] = [], at?: Observation): RuleResult => ({
  verdict: 'inconclusive',
  reason: unclearReason(why, at),
  findings,
});

/** Whoever reads that a variable is missing has to know which. */
function namesOf({ reason }: RuleResult, node: CompiledRule, pack: LoadedPack, scope: Scope): Finding[] {
  const names = reason.code === 'not-given' ? namesNotGiven(node, pack, scope) : '';
  return names === '' ? [] : [{ code: reason.code, level: 'note', message: `not given: ${names}` }];
}

function applicability({ rule, when }: CompiledRule, context: JudgeContext): RuleResult | undefined {
  if (!when) return undefined;
  const judged = evaluateAll(when, { ...context, code: NOT_APPLICABLE, condition: true });
  if (judged.value === 'T') return undefined;
  if (judged.value === 'U') return inconclusive(judged.why ?? 'unsent', [], judged.at);
  // A condition of which nothing applies is told as one that does not hold.
  const code = judged.code ?? judged.none ?? when[0]?.fails ?? NOT_APPLICABLE;
  return { verdict: 'not-applicable', reason: reasonOf(rule, code, judged.findings), findings: [] };
}

/** What a rule with coverage comes to where all its assertions hold: nothing shown is no pass, and less than was demanded is none either. */
function passed(rule: Rule, judged: AssertionResult, coverage: RuleCoverage | undefined, demand: Demand | undefined): RuleResult {
  const { findings } = judged;
  if (coverage) {
    if (coverage.counts.claimed > 0 && coverage.counts.asked === 0) return inconclusive('unshown', findings);
    if (demand && !coverage.isEnough(demand)) return inconclusive('coverage', findings);
  }
  const code = judged.holds ?? PASS;
  const whole = code === PASS && coverage?.isWhole && rule.reasons[WHOLE] !== undefined;
  return { verdict: 'pass', reason: reasonOf(rule, whole ? WHOLE : code, findings, coverage?.counts), findings };
}

function assertions(
  { rule, assert }: CompiledRule,
  pack: LoadedPack,
  context: JudgeContext,
  coverage: RuleCoverage | undefined,
): RuleResult {
  const judged = evaluateAll(assert, context);
  const { findings } = judged;
  if (judged.value === 'U') return inconclusive(judged.why ?? 'unsent', findings, judged.at);
  const demand = pack.document.coverage?.[rule.id];
  if (judged.value === 'T') return passed(rule, judged, coverage, demand);
  if (judged.value === 'N' && judged.none) {
    // A pack that demands that something be shown is not done with answers that show nothing, nor with what robots.txt declines.
    if (coverage && demand && (coverage.counts.asked > 0 || !coverage.isEnough(demand))) return inconclusive('unshown', findings);
    return { verdict: 'not-applicable', reason: reasonOf(rule, judged.none, findings, coverage?.counts), findings };
  }
  // A list of which nothing applies has proved nothing: it fails with the code of its first member that could have decided.
  const first = assert.find((a) => a.level !== 'should') ?? assert[0];
  const code = judged.value === 'F' ? (judged.code ?? FAILED) : (first?.fails ?? FAILED);
  return { verdict: 'fail', reason: reasonOf(rule, code, findings, coverage?.counts), findings };
}

/** What a scored rule earned and could have earned; one that does not apply counts only where the pack scores all rules. */
function worth({ points }: Rule, { verdict }: RuleResult, pack: LoadedPack): Pick<Check, 'points' | 'outOf'> {
  if (points === undefined) return {};
  const left = verdict === 'not-applicable' && pack.document.score?.of === 'applicable';
  return { points: verdict === 'pass' ? points : 0, outOf: left ? 0 : points };
}

/** hear: is told what every assertion of the rule came to. */
export function judgeRule(node: CompiledRule, pack: LoadedPack, scope: Scope, hear?: JudgeContext['hear']): RuleJudgement {
  const { rule } = node;
  const touched = new Map<string, Observation>();
  const heard: Scope = { ...scope, touch: (observation) => touched.set(observation.name, observation) };
  const coverage = node.coverage && new RuleCoverage(node.coverage, scope, node.uses);
  const counts = coverage?.counts;
  if (counts) heard.coverage = { ...counts };
  const context: JudgeContext = { scope: heard, code: FAILED, level: 'must', ...(hear ? { hear } : {}) };
  if (coverage) {
    context.leave = (reason, claim) => coverage.leave(reason, claim);
    context.miss = (claim) => coverage.miss(claim);
  }
  const told = applicability(node, context) ?? assertions(node, pack, context, coverage);
  if (counts) counts.notEvaluated = sorted(counts.notEvaluated);
  const through = [...touched.values()].sort(byOrder);
  const check: Check = {
    id: rule.id,
    title: own(rule.title),
    verdict: told.verdict,
    ...worth(rule, told, pack),
    ...(rule.cap === undefined ? {} : { cap: rule.cap }),
    reason: told.reason,
    findings: [...namesOf(told, node, pack, scope), ...listedFindings(told.verdict, told.findings)],
    ...(counts ? { coverage: counts } : {}),
    evidence: through.map((s) => s.name),
  };
  return { check, details: told.findings, touched: through };
}

/** Not there, whatever a control says: a 404 or 410 is no refusal of everything. */
const isAbsence = ({ outcome, record }: Observation): boolean =>
  outcome.is === 'absent' && (record.answer.status === 404 || record.answer.status === 410);

/** Whether the end of a run cannot change what a rule came to: it passed, and rests on nothing that the end looks at again. */
export const isFinal = ({ check, touched }: RuleJudgement): boolean =>
  check.verdict === 'pass' &&
  touched.every((observation) => !observation.item && (observation.outcome.is === 'found' || isAbsence(observation)));
