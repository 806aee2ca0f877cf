// conforms: an exchange answers as the OpenAPI operation at a path declares.
import type { ConformsAssertion } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { parsePath } from '../../pack/path.ts';
import { type Fault, conforms as judge } from '../../views/openapi/conform.ts';
import { STEPS } from '../budget.ts';
import type { Node } from '../node.ts';
import { select } from '../select.ts';
import type { Selection } from '../selection.ts';
import { detail } from './detail.ts';
import type { Context, Detail, Judged } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

function operationPlace(node: Node | undefined): string | undefined {
  const value = node?.value;
  return isObject(value) && typeof value.place === 'string' ? value.place : undefined;
}

const details = (node: Node, faults: readonly Fault[], context: Context): Detail[] =>
  faults.map((f) => {
    const inBody = f.place === '' || f.place.startsWith('/');
    const found = detail(node, { message: f.message, keyword: f.keyword, ...(f.value === undefined ? {} : { value: f.value }) }, context);
    return { ...found, place: `${found.place ?? ''}${inBody ? `.body#${f.place}` : `.${f.place}`}` };
  });

function verdictOf(node: Node, operation: Node | undefined, context: Context): NodeVerdict {
  const place = operationPlace(operation);
  const source = node.seen?.record.source;
  if (!node.seen || !source || !operation?.seen || place === undefined) {
    return {
      is: 'bad',
      details: [detail(node, { message: 'expected an exchange with the operation that it was sent for', keyword: 'conforms' }, context)],
    };
  }
  const { request, read } = node.seen.record;
  const result = judge(operation.seen.record.read, place, { method: request.method, source, read });
  const note: Context = { ...context, level: 'should' };
  if (result.value === 'true') return { is: 'good', notes: notes(node, result.notes, note) };
  if (result.value === 'dropped') return { is: 'dropped', notes: notes(node, result.notes, note) };
  if (result.value === 'unclear') return { is: 'unsure', why: result.why };
  return { is: 'bad', details: details(node, result.faults, context).slice(0, 3) };
}

const notes = (node: Node, faults: readonly Fault[], context: Context): Detail[] =>
  details(node, faults, context).map((d) => ({ ...d, code: d.keyword ?? 'note', level: 'note' as const }));

export function conforms(assertion: ConformsAssertion, s: Selection, context: Context): Judged {
  const path = parsePath(assertion.conforms);
  return judgeNodes(s, context, assertion.optional === true, (node) => {
    context.scope.budget?.spend(STEPS.conforms + STEPS.byte * (node.seen?.record.source?.bytes.length ?? 0));
    const operation = select(path, { ...context.scope, each: node });
    if (operation.nodes.length === 0 && operation.open) return { is: 'unsure', why: operation.open };
    return verdictOf(node, operation.nodes[0], context);
  });
}
