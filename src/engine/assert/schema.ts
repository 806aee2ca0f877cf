// schema: every node is valid under a JSON Schema 2020-12.
import type { SchemaAssertion } from '../../contract/generated/types.ts';
import type { OpenPlace } from '../../contract/view.ts';
import { at, pointerOf } from '../../json/pointer.ts';
import type { SchemaCheck, SchemaFault } from '../../pack/compiled/loaded-pack.ts';
import type { Node } from '../../record/observation.ts';
import type { Selection } from '../select/selection.ts';
import { describeValue, detail } from './detail.ts';
import { type Context, type Judged, mayBeEmpty } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

/** Faults of these say something of the container alone; any other may come from a value below its place. */
const OF_THE_CONTAINER = new Set([
  'type',
  'required',
  'dependentRequired',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'propertyNames',
]);

/** The uncertain place that a fault may come from: at or around it, or below it where the keyword looks there. */
const doubt = (fault: SchemaFault, open: readonly OpenPlace[]): OpenPlace | undefined =>
  open.find((o) => {
    const place = pointerOf(o.path);
    if (fault.place === place || fault.place.startsWith(`${place}/`)) return true;
    return place.startsWith(`${fault.place}/`) && !OF_THE_CONTAINER.has(fault.keyword);
  });

function verdictOf(node: Node, faults: readonly SchemaFault[], context: Context): NodeVerdict {
  if (faults.length === 0) return { is: 'good' };
  const open = node.places ?? [];
  const certain = faults.filter((f) => !doubt(f, open));
  if (certain.length === 0) return { is: 'unsure', why: faults.map((f) => doubt(f, open)?.why).find((why) => why) ?? 'inexact' };
  const details = certain.slice(0, 1).map((f) => {
    const value = at(node.value, f.place);
    return detail(
      node,
      { message: f.expected, keyword: f.keyword, below: f.place, ...(value === undefined ? {} : { value: describeValue(value) }) },
      context,
    );
  });
  return { is: 'bad', details };
}

/** The faults of a node; all of them only where some places are uncertain, since a hostile body could make very many. */
const faultsOf = (check: SchemaCheck, node: Node): readonly SchemaFault[] => check(node.value, (node.places?.length ?? 0) > 0);

export const fits = (check: SchemaCheck, { value }: Node): boolean => check(value, 'whether').length === 0;

export function schema(assertion: SchemaAssertion, s: Selection, context: Context): Judged {
  const check = context.pack.check(assertion.schema);
  return judgeNodes(s, context, mayBeEmpty(assertion), (node) => verdictOf(node, faultsOf(check, node), context));
}
