// verifies: the signature at a node verifies under one of the keys that a path selects.
import type { VerifiesAssertion } from '../../contract/generated/types.ts';
import { parsePath } from '../../pack/path.ts';
import { verifies as verifySignature } from '../../views/signed/verify.ts';
import { STEPS } from '../budget.ts';
import { select } from '../select.ts';
import type { Selection } from '../selection.ts';
import { detail } from './detail.ts';
import { type Context, type Judged, mayBeEmpty } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

export function verifies(assertion: VerifiesAssertion, s: Selection, context: Context): Judged {
  const path = parsePath(assertion.verifies);
  return judgeNodes(s, context, mayBeEmpty(assertion), (node): NodeVerdict => {
    context.scope.budget?.spend(STEPS.verifies);
    const keys = select(path, { ...context.scope, each: node });
    const result = verifySignature(
      node.value,
      keys.nodes.filter((k) => !k.open).map((k) => k.value),
    );
    if (result.value === 'true') return { is: 'good' };
    if (result.value === 'unclear') return { is: 'unsure', why: 'unverifiable' };
    if (keys.open) return { is: 'unsure', why: keys.open };
    const message = result.why ?? 'expected a signature that verifies under one of the published keys';
    return { is: 'bad', details: [detail(node, { message, keyword: 'verifies' }, context)] };
  });
}
