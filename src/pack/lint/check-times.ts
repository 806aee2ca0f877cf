// Checks where before and after stand: no cap and no request may rest on when an answer came.
import { isObject, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { ASSERTION_KINDS, kindOf } from '../assertion-kinds.ts';
import type { Report } from '../finding.ts';
import { visitPack } from '../visit.ts';

export function checkTimes(pack: Members, report: Report): void {
  const scored = new Set(listOf(pack.rules).flatMap((rule) => (isObject(rule) && rule.cap === undefined ? [String(rule.id)] : [])));
  visitPack(pack, {
    assertion: (assertion, pointer, { owner, probe }) => {
      const kind = kindOf(assertion);
      if (!ASSERTION_KINDS[kind].timed || (probe === null && owner !== null && scored.has(owner))) return;
      const where = probe === null ? 'a rule that caps' : 'a probe';
      report(below(pointer, kind), 'needs-points', `${kind} judges by when the answer came, and does not stand in ${where}`, {
        part: 'key',
      });
    },
  });
}
