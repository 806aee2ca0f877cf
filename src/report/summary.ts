// What both renderers say of a report, in sentences: counts, what the grade means, caps, fixes, replay. It knows no output form.
import { countOf } from '../contract/count-of.ts';
import type { Check, Finding, Pack, Report, Rule, RuleVerdict } from '../contract/generated/types.ts';
import { CONTRADICTED } from '../contract/grades.ts';
import { type AgainOptions, again } from './again.ts';
import { fixFor, fixOf } from './fix.ts';
import { type GateWords, gateWords } from './gate-words.ts';
import { certainty } from './grade-words.ts';
import { byWorth, type Kinds, siteKinds, surfacesOf } from './kinds.ts';
import { type BarrierAdvice, keptOut, letIn } from './let-in.ts';
import { type Replacement, replacement } from './mend.ts';

export interface ToFix {
  check: Check;
  /** The rule's own texts; absent when the pack at hand is another one. */
  rule?: Rule;
  /** The fix for the reason, made out for the target. */
  fix?: string | undefined;
  /** What puts it right, each address once. */
  replacements: Replacement[];
  /** This fix is one of the fewest that reach the next grade. */
  next: boolean;
}

export interface Better {
  check: Check;
  /** The fixes that the rule has for this advice. */
  fixes: string[];
  replacements: Replacement[];
}

export interface Summary {
  /** What the gate says; null for a report that is only graded. */
  gate: GateWords | null;
  counts: string;
  /** What the grade rests on, one sentence each; empty when there is nothing to add. */
  notes: string[];
  toFix: ToFix[];
  /** What kinds of site it is by what it publishes; undefined where that cannot be told. */
  kinds: KindWords | undefined;
  /** All checks, those first that are worth most to a site of these kinds. */
  order: Check[];
  /** Those that are put right on the shortest way to the next grade. */
  way: Check[];
  unseen: Check[];
  /** Checks that hold and still have something worth doing, and how it is done. */
  advice: Better[];
  next: string | null;
  /** How to let the verifier in, where the site kept it out. */
  letIn: BarrierAdvice[];
  /** What a replay needs; labels are short, so that a digest fits on a line of 80 columns beside one. */
  replay: { label: string; values: string[] }[];
  advisory: string | null;
}

const WORDS: Record<RuleVerdict, [string, string]> = {
  pass: ['passes', 'pass'],
  fail: ['fails', 'fail'],
  inconclusive: ['could not be seen', 'could not be seen'],
  'not-applicable': ['does not apply', 'do not apply'],
};

export const points = (n: number): string => countOf(n, 'point');

const joinWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export function countsOf(checks: readonly Check[]): string {
  const parts = (Object.keys(WORDS) as RuleVerdict[]).flatMap((verdict) => {
    const n = checks.filter((check) => check.verdict === verdict).length;
    return n === 0 ? [] : [`${n} ${WORDS[verdict][n === 1 ? 0 : 1]}`];
  });
  return joinWords(parts);
}

/** The grade that the points alone earn. */
function earned(report: Report, pack: Pack): string | undefined {
  const { points, outOf } = report.verdict.score;
  const percent = outOf === 0 ? 0 : (points * 100) / outOf;
  return pack.bands.find(([least]) => percent >= least)?.[1];
}

function capNotes(report: Report, pack: Pack): string[] {
  const { caps, grade } = report.verdict;
  const bare = earned(report, pack);
  return caps.map((cap) => {
    const effect = bare !== undefined && bare !== grade && cap.grade === grade ? `, though the points alone would earn ${bare}` : '';
    return `No better than ${cap.grade}${effect}: the honesty check ${cap.check} failed. What a site claims must be true, whatever it scores.`;
  });
}

function unseenNotes(verdict: Report['verdict'], unseen: readonly Check[]): string[] {
  if (certainty(verdict) === 'unseen')
    return [
      `No check could be seen, so this says nothing of the site: ${verdict.grade} is where counting begins, and honesty is not verified.`,
    ];
  const scored = unseen.filter((check) => check.cap === undefined).map((check) => check.id);
  const honesty = unseen.filter((check) => check.cap !== undefined).map((check) => check.id);
  const notes: string[] = [];
  if (scored.length > 0)
    notes.push(`The grade is a lower bound: ${joinWords(scored)} could not be seen and ${scored.length === 1 ? 'earns' : 'earn'} nothing.`);
  if (honesty.length > 0) notes.push(`Not verified honest: ${joinWords(honesty)} could not be seen.`);
  return notes;
}

const missing = (checks: readonly Check[]): number => checks.reduce((sum, { outOf = 0, points: earned = 0 }) => sum + outOf - earned, 0);

/** It is put right where it is contradicted. */
const contradicted = ({ reason }: Check): boolean => reason.code === CONTRADICTED;

/** The checks to put right for the next grade: of those that earn as much, what is worth most to a site of its kind. */
function shortest({ next }: Report['verdict'], order: readonly Check[]): Check[] {
  const named = order.filter(({ id }) => next?.fix.includes(id));
  // What comes first there is the same for every kind.
  if (named.some(keptOut)) return named;
  const scored = named.filter(({ cap }) => cap === undefined);
  const instead = order
    .filter((check) => check.verdict === 'fail' && (check.outOf ?? 0) > 0 && !contradicted(check))
    .slice(0, scored.length);
  const earning = missing(instead) >= missing(scored) ? instead : scored;
  return order.filter((check) => earning.includes(check) || (named.includes(check) && check.cap !== undefined));
}

/** names: of the checks on the way. */
export function nextNote(report: Report, way: readonly Check[], names: string): string | null {
  const { next, conclusive } = report.verdict;
  if (!next) return null;
  if (way.some(keptOut)) return 'Let the verifier in first: what it could not see may well be there.';
  const lead = conclusive ? 'The shortest way' : 'The shortest way, from what could be seen,';
  return `${lead} to ${next.grade}: ${names}.`;
}

/** Who chose the seed, in the words of every renderer. */
export const seedFrom = ({ seedOrigin }: Report['issued']): string =>
  seedOrigin === 'fresh' ? 'drawn for this run' : 'given by the caller';

function replayFacts(report: Report, asked: AgainOptions | undefined): Summary['replay'] {
  const { verdict, evidence, verdictDigest, issued } = report;
  const { name, version, digest } = verdict.pack;
  const exchanges = evidence.exchanges.length;
  return [
    { label: report.kind === 'VerificationReport' ? 'Pack' : 'Spec', values: [`${name} ${version}`, digest] },
    { label: 'Seed', values: [`${verdict.seed} (${seedFrom(issued)})`] },
    { label: 'Engine', values: [`${verdict.engine} of ${issued.by} ${issued.version}`] },
    { label: 'Evidence', values: [countOf(exchanges, 'exchange'), evidence.digest ?? 'no digest'] },
    { label: 'Verdict', values: [verdictDigest] },
    { label: 'Again', values: [again(report, asked)] },
    // What no run of this pack sees stands with its release.
    { label: 'Blind', values: [`axproof pack blind-spots ${digest}`] },
  ];
}

export const advised = (check: Check): Finding[] => check.findings.filter(({ level }) => level === 'should');

/** Replacements for the faults of a check that have its reason, or for the reason where nothing was found at all; then for its advice. Each address once. */
function replacementsOf(check: Check, rule: Rule, report: Report): Replacement[] {
  const { code } = check.reason;
  const faults = check.verdict === 'fail' ? check.findings.filter((finding) => finding.code === code && finding.level === 'must') : [];
  const found: (Partial<Finding> & { code: string })[] = check.verdict === 'fail' && faults.length === 0 ? [{ code }] : faults;
  const made = [...found, ...advised(check)].flatMap((finding) => replacement(rule, finding.code, finding, report) ?? []);
  return [...new Map(made.reverse().map((one) => [one.url, one])).values()].reverse();
}

function betterOf(check: Check, rule: Rule | undefined, report: Report): Better {
  if (!rule) return { check, fixes: [], replacements: [] };
  const codes = [...new Set(advised(check).map(({ code }) => code))];
  const own = codes.filter((code) => typeof rule.fix !== 'string' && Object.hasOwn(rule.fix, code));
  const fixes = own.map((code) => fixFor(rule.fix, code, report.verdict.target));
  return { check, fixes, replacements: replacementsOf(check, rule, report) };
}

function toFixOf(check: Check, rule: Rule | undefined, next: boolean, report: Report): ToFix {
  if (!rule) return { check, next, replacements: [] };
  return { check, rule, next, fix: fixOf(rule, check, report.verdict), replacements: replacementsOf(check, rule, report) };
}

export const worthDoing = (check: Check): Finding[] => check.findings.filter((finding) => finding.level !== 'note');

const ADVISORY = 'Advisory: made by a local run and signed by nobody. It shows what this run saw and proves nothing to others.';

export interface KindWords {
  title: string;
  applies: string;
  aside?: string;
  /** Checks that such a site seldom has a use for. */
  idle: string[];
}

/** In one line, for what has no styles. */
export const kindText = ({ title, applies, aside }: KindWords): string =>
  [title, applies, ...(aside === undefined ? [] : [aside])].join(' ');

function kindWords({ titles, worth, aside }: Kinds): KindWords {
  const seldom = surfacesOf(aside);
  return {
    title: `It looks like ${joinWords(titles)}.`,
    applies: `What agents look for here: ${joinWords(surfacesOf(worth))}.`,
    idle: aside,
    ...(seldom.length === 0 ? {} : { aside: `Counted in the score, but seldom needed here: ${joinWords(seldom)}.` }),
  };
}

/** asked: how it was asked for, where whoever prints the report knows. */
export function summarise(report: Report, pack: Pack, asked?: AgainOptions): Summary {
  const { checks } = report.verdict;
  const gate = report.kind === 'PinnedVerificationReport' ? gateWords(report) : null;
  const rules = new Map(pack.rules.map((rule) => [rule.id, rule]));
  const kinds = gate ? undefined : siteKinds(report, pack);
  const order = kinds ? byWorth(checks, kinds) : [...checks];
  const way = shortest(report.verdict, order);
  const unseen = checks.filter((check) => check.verdict === 'inconclusive');
  return {
    gate,
    counts: `Of ${countOf(checks.length, 'check')}, ${countsOf(checks)}.`,
    notes: gate ? [] : [...capNotes(report, pack), ...unseenNotes(report.verdict, unseen)],
    kinds: kinds && kindWords(kinds),
    order,
    way,
    toFix: order
      .filter((check) => check.verdict === 'fail')
      .map((check) => toFixOf(check, rules.get(check.id), !gate && way.includes(check), report)),
    unseen,
    advice: checks
      .filter((check) => check.verdict === 'pass' && worthDoing(check).length > 0)
      .map((check) => betterOf(check, rules.get(check.id), report)),
    // A gate has two answers: caps, lower bounds and the way to a better grade would only blur them.
    next: gate ? null : nextNote(report, way, joinWords(way.map(({ id }) => id))),
    letIn: letIn(report),
    replay: replayFacts(report, asked),
    advisory: report.issued.mode === 'advisory-local' ? (gate ? `${ADVISORY} The deployed verifier is the gate.` : ADVISORY) : null,
  };
}
