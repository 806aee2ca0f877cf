// Judges one rule: applicability, assertions, reason, findings, and the exchanges that it looked at.
import type { Check, Finding, Reason, Rule } from '../contract/generated/types.ts';
import { UNCLEAR } from '../contract/unclear.ts';
import type { LoadedPack } from '../pack/loaded-pack.ts';
import { evaluateAll } from './assert/evaluate.ts';
import type { Context, Detail, Judged } from './assert/judged.ts';
import { byOrder } from './ledger.ts';
import type { Seen } from './node.ts';
import { reasonText } from './reason-text.ts';
import type { Scope } from './scope.ts';

/** Code of a fail, or of a when, that names none. */
const FAILED = 'failed';
const NOT_APPLICABLE = 'not-applicable';
/** The most findings of a check; each assertion lists few and counts the rest. */
const MOST_FINDINGS = 20;

function said(rule: Rule, code: string, findings: readonly Detail[]): Reason {
  const detail = findings.find((f) => f.code === code);
  const template = rule.reasons[code];
  if (template !== undefined) return { code, text: reasonText(template, detail) };
  return { code, text: detail?.message ?? code };
}

function unclearReason(judged: Judged): Reason {
  const why = judged.why ?? 'unsent';
  const request = judged.at?.record.request;
  return { code: why, text: `${UNCLEAR[why]}${request ? ` (${request.method} ${request.url})` : ''}` };
}

/** In a fail, what could not even be looked at follows from the first fault: only what stands at a place is worth saying beside it. */
const telling = (verdict: Told['verdict'], findings: Detail[]): Detail[] =>
  verdict === 'fail' ? findings.filter((f, i) => i === 0 || f.place !== undefined) : findings;

const publicFinding = ({ selected: _, failed: __, ...finding }: Detail): Finding => finding;

type Told = Pick<Check, 'verdict' | 'reason'> & { findings: Detail[] };

function applicability(rule: Rule, context: Context): Told | undefined {
  if (!rule.when) return undefined;
  const judged = evaluateAll(rule.when, { ...context, code: NOT_APPLICABLE });
  if (judged.value === 'T') return undefined;
  if (judged.value === 'U') return { verdict: 'inconclusive', reason: unclearReason(judged), findings: [] };
  return { verdict: 'not-applicable', reason: said(rule, judged.code ?? NOT_APPLICABLE, judged.findings), findings: [] };
}

function assertions(rule: Rule, context: Context): Told {
  const judged = evaluateAll(rule.assert, context);
  const { findings } = judged;
  if (judged.value === 'U') return { verdict: 'inconclusive', reason: unclearReason(judged), findings };
  if (judged.value === 'T') return { verdict: 'pass', reason: said(rule, judged.holds ?? 'pass', findings), findings };
  // A list of which nothing applies has proved nothing: it fails with its first member's code.
  const code = judged.value === 'F' ? (judged.code ?? FAILED) : (rule.assert.find((a) => a.level !== 'should')?.else ?? FAILED);
  return { verdict: 'fail', reason: said(rule, code, findings), findings };
}

export function judgeRule(rule: Rule, pack: LoadedPack, scope: Scope): Check {
  const touched = new Map<string, Seen>();
  const heard: Scope = { ...scope, touch: (seen) => touched.set(seen.name, seen) };
  const context: Context = { pack, scope: heard, code: FAILED, level: 'must' };
  const told = applicability(rule, context) ?? assertions(rule, context);
  const points = rule.points === undefined ? {} : { points: told.verdict === 'pass' ? rule.points : 0, outOf: rule.points };
  return {
    id: rule.id,
    title: rule.title,
    verdict: told.verdict,
    ...points,
    ...(rule.cap === undefined ? {} : { cap: rule.cap }),
    reason: told.reason,
    findings: telling(told.verdict, told.findings).slice(0, MOST_FINDINGS).map(publicFinding),
    evidence: [...touched.values()].sort(byOrder).map((s) => s.name),
  };
}
