// schema: every node is valid under a JSON Schema 2020-12.
import { isObject } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';
import { at, pointerOf } from '../../json/pointer.ts';
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { CompiledSchema, SchemaFault } from '../../pack/compiled/schema-types.ts';
import type { Node } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import type { Selection } from '../select/selection.ts';
import { describeValue, detail } from './detail.ts';
import type { Context, Detail, Judged } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { refusesUnseen } from './unseen.ts';

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

/** Whether the schema refuses the node whatever stands at its uncertain places. */
function refusesAnyway(schema: CompiledSchema, { value, places = [] }: Node, { scope }: Context): boolean {
  scope.budget?.schema(schema.weight, value);
  return refusesUnseen(value, places, (other) => schema.check(other, 'whether').length > 0);
}

export function verdictOf(schema: CompiledSchema, node: Node, faults: readonly SchemaFault[], context: Context): NodeVerdict {
  if (faults.length === 0) return { is: 'good' };
  const open = node.places ?? [];
  const sure = faults.filter((f) => !doubt(f, open));
  // A fault of several alternatives stands at what holds them, also where none of them looks at the uncertain place.
  const certain = sure.length === 0 && refusesAnyway(schema, node, context) ? faults : sure;
  if (certain.length === 0) return { is: 'unsure', why: faults.map((f) => doubt(f, open)?.why).find((why) => why) ?? 'inexact' };
  const first = certain[0] as SchemaFault;
  return { is: 'bad', details: [() => told(first, node, context)] };
}

function told({ expected, keyword, place }: SchemaFault, node: Node, context: Context): Detail {
  const value = at(node.value, place);
  const tells = value !== undefined && (keyword === 'type' || !isObject(value));
  const shown = tells && (keyword === 'type' && typeof value === 'string' ? `"${describeValue(value)}"` : describeValue(value));
  return detail(node, { message: expected, keyword, below: place, ...(shown === false ? {} : { value: shown }) }, context);
}

export function faultsOf(schema: CompiledSchema, { value }: Node, { budget }: Scope, all: boolean | 'whether'): readonly SchemaFault[] {
  budget?.schema(schema.weight, value);
  return schema.check(value, all);
}

export const fits = (schema: CompiledSchema, node: Node, scope: Scope): boolean => faultsOf(schema, node, scope, 'whether').length === 0;

/** All faults only where some places are uncertain, since a hostile body could make very many. */
export const schema = ({ operands, mayBeEmpty }: AssertionOf<'schema'>, s: Selection, context: Context): Judged =>
  judgeNodes(s, context, mayBeEmpty, (node) =>
    verdictOf(
      operands,
      node,
      faultsOf(operands, node, context.scope, (node.places?.length ?? 0) > 0 || (context.wordless ? 'whether' : false)),
      context,
    ),
  );
