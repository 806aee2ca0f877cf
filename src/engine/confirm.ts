// Confirmation before blame: which contradictions are asked a second time, and what becomes of the check (docs/language.md, Confirmation).
import { requestKey } from '../contract/exchange-key.ts';
import { onceMoreName } from '../contract/exchange-name.ts';
import type { Check, Rule } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Observation } from '../record/observation.ts';
import type { Record } from '../record/record.ts';
import { speaksMcp } from '../record/speaks-mcp.ts';
import type { Detail } from './assert/judged.ts';
import { listedFindings, type RuleJudgement, reasonOf, unclearReason } from './judge.ts';

/** HEAD and OPTIONS prove nothing: servers answer them otherwise than GET. A larger body is not fetched twice. */
function repeatable({ record }: Observation): boolean {
  const { request, answer, source } = record;
  if (request.method !== 'GET' && !speaksMcp(request)) return false;
  return (
    (answer.status !== undefined || answer.failure?.code === 'name-not-found') && (source?.bytes.length ?? 0) <= LIMITS.confirmationBytes
  );
}

/** The findings that gave the reason of a fail. */
const causes = ({ check, details }: RuleJudgement): Detail[] => details.filter((d) => d.level === 'must' && d.code === check.reason.code);

/** Each exchange once. */
const unique = (all: readonly Observation[]): Observation[] => [...new Map(all.map((one) => [one.record, one])).values()];

/** The exchanges that a fail rests on, most telling first. A cap rests on what is missing too; a scored check that misses something is only told. */
function restsOn(judgement: RuleJudgement): Observation[] {
  const { check, touched } = judgement;
  if (check.verdict !== 'fail') return [];
  const at = causes(judgement).flatMap((d) => d.at ?? []);
  const all = at.length > 0 ? at : check.cap === undefined ? [] : touched;
  return unique(all);
}

/** The exchanges of all reasons for which a cap fails: an answer that changes hides no contradiction beside it. */
const ofAllReasons = ({ check, details }: RuleJudgement): Observation[] =>
  check.verdict === 'fail' ? details.flatMap(({ level, at }) => (level === 'must' && at) || []) : [];

/**
 * What to ask a second time, at most LIMITS.confirmations in all, one exchange of each check in turn: what the reasons of caps rest on, then those of
 * scored checks, and then what caps say besides.
 */
export function toConfirm(judgements: readonly RuleJudgement[]): Observation[] {
  const chosen = new Map<Record, Observation>();
  const caps = judgements.filter(({ check }) => check.cap !== undefined);
  const scored = judgements.filter(({ check }) => check.cap === undefined);
  for (const group of [caps.map(restsOn), scored.map(restsOn), caps.map(ofAllReasons)]) {
    const queues = group.map((all) => all.filter((observation) => repeatable(observation) && !chosen.has(observation.record)));
    for (let round = 0; queues.some((q) => q.length > round); round++)
      for (const observation of queues.flatMap((q) => q[round] ?? []))
        if (chosen.size < LIMITS.confirmations && !chosen.has(observation.record)) chosen.set(observation.record, observation);
  }
  return [...chosen.values()];
}

const keysOf = (detail: Detail): string[] => (detail.at ?? []).map((observation) => `${detail.code} ${observation.name}`);

interface Second {
  /** Exchanges that were asked twice, by the first answer. */
  asked: ReadonlyMap<Record, Record>;
  /** The rule judged anew with the second answers in place of the first. */
  judgement: RuleJudgement;
  exchanges: readonly Observation[];
}

const identity = ({ record: { request } }: Observation): string => requestKey(request);

/** Whether the very same request, sent a second time by another probe, had an answer that nothing contradicts: then the target says now this, now that. */
function answeredOtherwise({ details, touched }: RuleJudgement, exchanges: readonly Observation[]): (observation: Observation) => boolean {
  const contradict = new Set(details.flatMap(({ at }) => (at ?? []).map(({ record }) => record)));
  const looked = new Set(touched.map(({ record }) => record));
  const byBody = details.some(({ document }) => document !== undefined);
  const bytes = ({ source }: Record): Buffer => Buffer.from(source?.bytes ?? []);
  // Another body alone is another answer only where bodies were held against a document and this one was found good: pages hold tokens.
  const differs = (a: Observation, b: Observation): boolean =>
    a.record.answer.status !== b.record.answer.status ||
    a.outcome.is !== b.outcome.is ||
    (byBody && looked.has(a.record) && !bytes(a.record).equals(bytes(b.record)));
  return (observation) =>
    exchanges.some(
      (other) =>
        identity(other) === identity(observation) &&
        other.record.source !== undefined &&
        !contradict.has(other.record) &&
        differs(other, observation),
    );
}

export interface Confirmed {
  check: Check;
  stands: readonly Detail[];
}

/** A fail whose contradictions were asked a second time: it stands where one of them came again. */
export function confirm(rule: Rule, first: RuleJudgement, { asked, judgement, exchanges }: Second): Confirmed {
  const { check } = first;
  const rests = restsOn(first);
  // What rests on no answer of the target is as it is.
  if (rests.length === 0) return { check, stands: [] };
  const all = check.cap === undefined ? rests : unique([...rests, ...ofAllReasons(first)]);
  const twice = all.filter((observation) => asked.has(observation.record));
  if (twice.length === 0) return { check: check.cap === undefined ? check : unconfirmed(check, rests[0]), stands: [] };
  const again = [...check.evidence, ...twice.map(({ name }) => onceMoreName(name, 'again'))];
  const repeated = new Set(judgement.details.filter((d) => d.level === 'must').flatMap(keysOf));
  const byNode = causes(first).some((d) => d.at !== undefined);
  const otherwise = answeredOtherwise(first, exchanges);
  // A contradiction between several answers caps only where all of them came again.
  const isEnough = (at: Observation[], again: (observation: Observation) => boolean): boolean =>
    check.cap === undefined ? at.some(again) : at.slice(0, LIMITS.confirmations).every(again);
  const stands = (d: Detail): boolean =>
    d.at !== undefined && isEnough(d.at, (s) => asked.has(s.record) && !otherwise(s)) && keysOf(d).some((key) => repeated.has(key));
  // What is missing stands at no exchange: it came again where the rule fails for it again.
  const isMissing = !byNode && judgement.check.verdict === 'fail' && judgement.check.reason.code === check.reason.code;
  const fell = (d: Detail): boolean => {
    if (d.level !== 'must' || stands(d)) return false;
    return d.at === undefined ? !byNode && !isMissing && d.code === check.reason.code : d.at.some((s) => asked.has(s.record));
  };
  if (!isMissing && !first.details.some(stands)) {
    const repeats = first.details.some((d) => keysOf(d).some((key) => repeated.has(key)) && d.at?.every((s) => !otherwise(s)));
    const why = unclearReason(repeats ? 'unconfirmed' : 'flickering', twice[0]);
    const reason = judgement.check.verdict === 'inconclusive' ? judgement.check.reason : why;
    return { check: { ...check, verdict: 'inconclusive', reason, findings: [], evidence: again }, stands: [] };
  }
  const details = first.details.filter((d) => !fell(d));
  if (!isMissing) details.sort((a, b) => Number(stands(b)) - Number(stands(a)));
  const code = (isMissing ? undefined : details.find(stands)?.code) ?? check.reason.code;
  const told = { reason: reasonOf(rule, code, details, check.coverage), findings: listedFindings('fail', details), evidence: again };
  return { check: { ...check, ...told }, stands: details.filter(stands) };
}

const unconfirmed = (check: Check, at: Observation | undefined): Check => ({
  ...check,
  verdict: 'inconclusive',
  reason: unclearReason('unconfirmed', at),
  findings: [],
});
