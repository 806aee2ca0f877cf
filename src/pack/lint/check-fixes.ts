// Checks the fixes of rules: codes are those of reasons, and what is to be served stands in a block of the fix. It reads no prose.
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { meant } from '../nearest.ts';
import type { Report } from '../report.ts';

const KEY = { part: 'key' } as const;
const BLOCK = /^ {0,3}```[^\n]*\n[\s\S]*?\n {0,3}```/m;

const textFor = (fix: unknown, code: string): unknown => (isObject(fix) ? (fix[code] ?? fix.default) : fix);

function checkRule(rule: Members, pointer: string, report: Report): void {
  const reasons = isObject(rule.reasons) ? Object.keys(rule.reasons) : [];
  const known = (code: string, here: string): void => {
    if (!reasons.includes(code)) report(here, 'bad-fix', `no reason of this rule is ${code}${meant(code, reasons)}`, KEY);
  };
  for (const code of isObject(rule.fix) ? Object.keys(rule.fix) : []) if (code !== 'default') known(code, below(pointer, 'fix', code));
  for (const [code, mend] of Object.entries(isObject(rule.mends) ? rule.mends : {})) {
    const here = below(pointer, 'mends', code);
    known(code, here);
    const text = textFor(rule.fix, code);
    if (isObject(mend) && mend.serve !== undefined && (typeof text !== 'string' || !BLOCK.test(text)))
      report(here, 'bad-fix', `the fix of ${code} has no block that could be served`, KEY);
  }
}

/** The fixes of every rule. */
export function checkFixes(pack: Members, report: Report): void {
  const rules = Array.isArray(pack.rules) ? pack.rules : [];
  for (const [i, rule] of rules.entries()) if (isObject(rule)) checkRule(rule, `/rules/${i}`, report);
}
