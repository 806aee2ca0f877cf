// Checks the fixes of rules: codes are those of reasons, and what is to be served stands in a block of the fix. It reads no prose.
import type { Fix } from '../../contract/generated/types.ts';
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { KEY, type Report } from '../finding.ts';
import { firstBlock, fixText } from '../fix-text.ts';
import { meant } from '../nearest.ts';

function checkRule(rule: Members, pointer: string, report: Report): void {
  const reasons = isObject(rule.reasons) ? Object.keys(rule.reasons) : [];
  const known = (code: string, here: string): void => {
    if (!reasons.includes(code)) report(here, 'bad-fix', `no reason of this rule is ${code}${meant(code, reasons)}`, KEY);
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

/** The fixes of every rule. */
export function checkFixes(pack: Members, report: Report): void {
  for (const [i, rule] of listOf(pack.rules).entries()) if (isObject(rule)) checkRule(rule, `/rules/${i}`, report);
}
