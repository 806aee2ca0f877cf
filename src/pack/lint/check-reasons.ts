// Checks the reasons of rules: every code has a sentence, every sentence is used, every way to fail has a code, and quotes name what findings have.
// And their fixes, of which it reads no prose.
import type { Fix } from '../../contract/generated/types.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { isReserved } from '../../contract/reason-codes.ts';
import { below } from '../../json/pointer.ts';
import { ASSERTION_KINDS, kindOf, visitOperands } from '../assertion-kinds.ts';
import { nameOf, SyntaxFault } from '../compiled/path.ts';
import type { ParsedPath } from '../compiled/path-types.ts';
import { readTemplate } from '../compiled/template.ts';
import { KEY, type ReportFinding } from '../finding.ts';
import { firstBlock, fixText } from '../fix-text.ts';
import { suggestion } from '../nearest.ts';
import { probesOf, rulesOf } from '../visit.ts';
import { placedSources } from './check-probes.ts';

const QUOTABLE: readonly string[] = [...new Set(Object.values(ASSERTION_KINDS).flatMap(({ facts }) => facts))];

interface Codes {
  failing: Set<string>;
  passing: Set<string>;
}

/** The assertions that one is made of, with their places. */
function inner(assertion: Members, pointer: string): { value: unknown; at: string }[] {
  const out: { value: unknown; at: string }[] = [];
  visitOperands(assertion, pointer, { assertion: (value, at) => out.push({ value, at }) as never });
  return out;
}

/** Assertions of which only the value is asked for: nobody reads their codes, and a level would take them out. */
function silent(list: unknown, pointer: string, where: string, report: ReportFinding): void {
  for (const [i, one] of listOf(list).entries()) silentOne(one, below(pointer, i), where, report);
}

function silentOne(one: unknown, pointer: string, where: string, report: ReportFinding): void {
  if (!isObject(one)) return;
  for (const key of ['else', 'then', 'none', 'level', 'expected'])
    if (one[key] !== undefined) report(below(pointer, key), 'idle-member', `${key} has no effect in ${where}`, KEY);
  silent(one.when, below(pointer, 'when'), where, report);
  for (const { value, at } of inner(one, pointer)) silentOne(value, at, where, report);
}

class ReasonCheck {
  readonly codes: Codes = { failing: new Set(), passing: new Set(['pass']) };

  constructor(
    private readonly reasons: Members,
    private readonly report: ReportFinding,
  ) {}

  #code(assertion: Members, key: 'else' | 'then' | 'none', pointer: string): void {
    const code = assertion[key];
    if (typeof code !== 'string') return;
    if (isReserved(code, key)) {
      this.report(below(pointer, key), 'reserved-name', `${code} is a reason that the engine gives itself; call this one otherwise`);
      return;
    }
    (key === 'then' ? this.codes.passing : this.codes.failing).add(code);
    if (Object.hasOwn(this.reasons, code)) return;
    this.report(below(pointer, key), 'unknown-reason', `no sentence in reasons for ${code}${suggestion(code, Object.keys(this.reasons))}`);
  }

  /** covered: an else further out gives the reason. needed: a way to fail must have one; it has none where only its value is asked for. */
  assertion(value: unknown, pointer: string, covered: boolean, needed: boolean): void {
    if (!isObject(value)) return;
    if (!needed && value.level !== undefined) this.#idleLevel(pointer, 'in the when of a rule, or within not');
    this.#code(value, 'else', pointer);
    this.#code(value, 'then', pointer);
    this.#code(value, 'none', pointer);
    silent(value.when, below(pointer, 'when'), 'the when of an assertion', this.report);
    const own = covered || typeof value.else === 'string';
    const parts = inner(value, pointer);
    const { negates, failsByEmptinessAlone } = ASSERTION_KINDS[kindOf(value)];
    const cannotFail = failsByEmptinessAlone && (value.optional === true || value.none !== undefined);
    if (!own && needed && !cannotFail && (parts.length === 0 || negates))
      this.report(pointer, 'missing-else', 'this can fail without a reason; give it else, or an assertion around it');
    // None of its ways could hold.
    if (needed && kindOf(value) === 'any' && parts.every(({ value: part }) => isObject(part) && part.level !== undefined))
      for (const { at } of parts) this.#idleLevel(at, 'on every member of any');
    for (const { value: part, at } of parts) this.assertion(part, at, own, needed && !negates);
  }

  #idleLevel(pointer: string, where: string): void {
    this.report(below(pointer, 'level'), 'idle-member', `level has no effect ${where}: what holds there decides`, KEY);
  }
}

/** Whether an assertion may turn out not to apply. */
function mayNotApply(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.when !== undefined || value.optional === true || value.none !== undefined) return true;
  const parts = inner(value, '');
  return parts.length > 0 && parts.every(({ value: part }) => mayNotApply(part));
}

const COVERAGE = ['claimed', 'askable', 'asked'];

function quoteFault(path: ParsedPath, bare: boolean, covered: boolean): string | undefined {
  const [root, ...rest] = path.segments.map((segment) => nameOf(segment) ?? '*');
  const quoted = rest.join('.');
  if (root === 'coverage' && covered && COVERAGE.includes(quoted)) return undefined;
  if (root === 'coverage') return `a rule with coverage may quote {{ $.coverage.… }} with ${COVERAGE.join(', ')}`;
  if (bare) return 'a reason of a pass has no finding to quote';
  if (root === 'finding' && QUOTABLE.includes(quoted)) return undefined;
  return `a reason may quote {{ $.finding.… }} with ${QUOTABLE.join(', ')}${root === 'finding' ? suggestion(quoted, QUOTABLE) : ''}`;
}

function checkText(text: string, pointer: string, bare: boolean, covered: boolean, report: ReportFinding): void {
  try {
    for (const { path, column } of readTemplate(text).paths) {
      const fault = quoteFault(path, bare, covered);
      if (fault !== undefined) report(pointer, 'bad-reason', fault, { part: { within: column - 1, value: text } });
    }
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    report(pointer, 'bad-reason', error.message, { part: { within: error.column - 1, value: text } });
  }
}

function checkRule(rule: Members, pointer: string, report: ReportFinding): void {
  const reasons = isObject(rule.reasons) ? rule.reasons : {};
  const check = new ReasonCheck(reasons, report);
  if (rule.coverage !== undefined) check.codes.passing.add('whole');
  // Why a claim could not be asked may be said in words; where it is not, reports show the code.
  for (const kind of listOf(rule.coverage)) {
    const because = isObject(kind) ? [...listOf(kind.notAskable), ...listOf(kind.untold)] : [];
    for (const one of because) if (isObject(one) && typeof one.because === 'string') check.codes.passing.add(one.because);
  }
  for (const [i, one] of listOf(rule.when).entries()) check.assertion(one, below(pointer, 'when', i), false, false);
  const asserted = listOf(rule.assert);
  for (const [i, one] of asserted.entries()) check.assertion(one, below(pointer, 'assert', i), false, true);
  const must = asserted.filter((a) => !isObject(a) || a.level !== 'should');
  const first = must[0] ?? asserted[0];
  // With none it says itself what becomes of the rule, where its own when lets it.
  const isTold = isObject(first) && (typeof first.else === 'string' || (first.none !== undefined && first.when === undefined));
  if (must.every(mayNotApply) && isObject(first) && !isTold)
    report(
      below(pointer, 'assert', asserted.indexOf(first)),
      'missing-else',
      'when nothing here applies the rule fails with the else of its first assertion, and this has none',
    );
  for (const [code, text] of Object.entries(reasons)) {
    const here = below(below(pointer, 'reasons'), code);
    const fails = check.codes.failing.has(code);
    const passes = check.codes.passing.has(code);
    if (!fails && !passes) report(here, 'unused-reason', `no else and no then of this rule is ${code}`, KEY);
    if (typeof text === 'string') checkText(text, here, passes && !fails, rule.coverage !== undefined, report);
  }
}

/** Codes of fixes are those of reasons, and what is to be served stands in a block of the fix. */
function checkFix(rule: Members, pointer: string, report: ReportFinding): void {
  const reasons = isObject(rule.reasons) ? Object.keys(rule.reasons) : [];
  const known = (code: string, here: string): void => {
    if (!reasons.includes(code)) report(here, 'bad-fix', `no reason of this rule is ${code}${suggestion(code, reasons)}`, KEY);
  };
  for (const code of isObject(rule.fix) ? Object.keys(rule.fix) : []) if (code !== 'default') known(code, below(pointer, 'fix', code));
  for (const [code, mend] of Object.entries(isObject(rule.mends) ? rule.mends : {})) {
    const here = below(pointer, 'mends', code);
    known(code, here);
    const text = isObject(rule.fix) ? fixText(rule.fix as Fix, code) : rule.fix;
    if (isObject(mend) && mend.serve !== undefined && (typeof text !== 'string' || firstBlock(text) === undefined))
      report(here, 'bad-fix', `the fix of ${code} has no block that could be served`, KEY);
  }
}

/** The reasons of every rule, and assertions of probes, which give none. */
export function checkReasons(pack: Members, report: ReportFinding): void {
  for (const use of probesOf(pack)) {
    silent(use.probe.until, below(use.pointer, 'until'), 'until', report);
    for (const { source, pointer } of placedSources(use)) silent(source.when, below(pointer, 'when'), 'the when of a source', report);
  }
  for (const { rule, pointer } of rulesOf(pack)) checkRule(rule, pointer, report);
}

export function checkFixes(pack: Members, report: ReportFinding): void {
  for (const { rule, pointer } of rulesOf(pack)) checkFix(rule, pointer, report);
}
