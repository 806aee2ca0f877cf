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
import type { AssertionResult, Detail, JudgeContext } from './judged.ts';
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
function refusesAnyway(schema: CompiledSchema, { value, places = [] }: Node, scope: Scope): boolean {
  scope.budget?.schema(schema.weight, value);
  return refusesUnseen(value, places, (other) => schema.check(other, 'whether').length > 0);
}

/** The first fault that hangs on no uncertain place, or why nobody can tell. */
function certain(schema: CompiledSchema, node: Node, faults: readonly SchemaFault[], scope: Scope): SchemaFault | OpenPlace['why'] {
  const open = node.places ?? [];
  const sure = faults.find((f) => !doubt(f, open));
  if (sure) return sure;
  // A fault of several alternatives stands at what holds them, also where none of them looks at the uncertain place.
  if (refusesAnyway(schema, node, scope)) return faults[0] as SchemaFault;
  return faults.map((f) => doubt(f, open)?.why).find((why) => why) ?? 'inexact';
}

export function verdictOf(schema: CompiledSchema, node: Node, faults: readonly SchemaFault[], context: JudgeContext): NodeVerdict {
  if (faults.length === 0) return { is: 'good' };
  const found = certain(schema, node, faults, context.scope);
  if (typeof found === 'string') return { is: 'unsure', why: found };
  return { is: 'bad', details: [() => toDetail(found, node, context)] };
}

function toDetail({ expected, keyword, place }: SchemaFault, node: Node, context: JudgeContext): Detail {
  const value = at(node.value, place);
  const tells = value !== undefined && (keyword === 'type' || !isObject(value));
  const shown = tells && (keyword === 'type' && typeof value === 'string' ? `"${describeValue(value)}"` : describeValue(value));
  return detail(node, { message: expected, keyword, below: place, ...(shown === false ? {} : { value: shown }) }, context);
}

export function faultsOf(schema: CompiledSchema, { value }: Node, { budget }: Scope, all: boolean | 'whether'): readonly SchemaFault[] {
  budget?.schema(schema.weight, value);
  return schema.check(value, all);
}

/** All faults only where some places are uncertain, since a hostile body could make very many. */
const many = (node: Node): boolean => (node.places?.length ?? 0) > 0;

/** Whether the schema accepts a node, or why nobody can tell. */
export function accepts(schema: CompiledSchema, node: Node, scope: Scope): boolean | OpenPlace['why'] {
  const faults = faultsOf(schema, node, scope, many(node) || 'whether');
  if (faults.length === 0) return true;
  const found = many(node) ? certain(schema, node, faults, scope) : undefined;
  return typeof found === 'string' ? found : false;
}

/** In doubt it does not. */
export const fits = (schema: CompiledSchema, node: Node, scope: Scope): boolean => faultsOf(schema, node, scope, 'whether').length === 0;

/** The nodes that the schema accepts. One of which nobody can tell leaves the selection open. */
export function filterNodes(schema: CompiledSchema, s: Selection, scope: Scope): Selection {
  const out: Selection = { ...s, nodes: [] };
  for (const node of s.nodes) {
    const found = accepts(schema, node, scope);
    if (found === true) out.nodes.push(node);
    else if (found !== false && out.open === undefined) Object.assign(out, { open: found, openAt: node.observation });
  }
  return out;
}

export const schema = ({ operands, mayBeEmpty }: AssertionOf<'schema'>, s: Selection, context: JudgeContext): AssertionResult =>
  judgeNodes(s, context, mayBeEmpty, (node) =>
    verdictOf(operands, node, faultsOf(operands, node, context.scope, many(node) || (context.wordless ? 'whether' : false)), context),
  );
