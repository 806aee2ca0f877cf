// Structural rules of a whole document against the table of shapes. It follows no reference and reads no schema.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { member } from '../members.ts';
import type { ReadContext } from './context.ts';
import type { Edition } from './document.ts';
import type { OpenApiProblemCode } from './problems.ts';
import { type Field, type ShapeName, shapeOf } from './shapes.ts';

const MISSING: Record<string, OpenApiProblemCode> = { info: 'missing-info', title: 'missing-title', version: 'missing-version' };
/** Maps whose own names beginning with x- are extensions. */
const EXTENSIBLE: ReadonlySet<ShapeName> = new Set<ShapeName>(['pathItem', 'response', 'callback']);
const COMPONENT_NAME = /^[A-Za-z0-9._-]+$/;

function typed(field: Field, value: Json): boolean {
  if (field.type === 'any') return true;
  if (field.type === 'schema') return isObject(value) || typeof value === 'boolean';
  if (field.type === 'array') return Array.isArray(value);
  if (field.type === 'object') return isObject(value);
  return typeof value === field.type;
}

const isKnownField = ({ line }: ReadContext, field: Field | undefined): boolean =>
  field !== undefined && (field.from === undefined || line >= field.from) && (field.to === undefined || line <= field.to);

function checkField(context: ReadContext, field: Field, value: Json, place: string): void {
  if (!typed(field, value)) {
    context.problems.add('wrong-type', place);
    return;
  }
  if (field.values && !field.values.includes(value as string)) context.problems.add('wrong-value', place);
  if (field.shape === undefined) return;
  if (!field.each) checkShape(context, field.shape, value, place);
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) checkShape(context, field.shape, item, below(place, index));
  else
    for (const name of Object.keys(value as JsonObject))
      if (!(name.startsWith('x-') && EXTENSIBLE.has(field.shape)))
        checkShape(context, field.shape, member(value, name)!, below(place, name));
}

/** Objects of the kind `shape` at `place`. Recursion is as deep as the document, which the json and yaml views bound. */
function checkShape(context: ReadContext, shape: ShapeName, value: Json, place: string): void {
  context.budget.spend();
  if (!isObject(value)) {
    context.problems.add('wrong-type', place);
    return;
  }
  const ref = member(value, '$ref');
  if (ref !== undefined && typeof ref !== 'string') context.problems.add('wrong-type', `${place}/$ref`);
  if (ref !== undefined && shape !== 'pathItem') return;
  if (shape === 'callback') {
    for (const name of Object.keys(value)) if (!name.startsWith('x-')) checkShape(context, 'pathItem', value[name]!, below(place, name));
    return;
  }
  const fields = shapeOf(shape);
  for (const name of Object.keys(value)) {
    context.budget.spend();
    if (name.startsWith('x-')) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined && isKnownField(context, field)) checkField(context, field, value[name]!, below(place, name));
    else context.problems.add('unknown-member', () => below(place, name));
  }
  for (const name in fields)
    if (fields[name]!.required && isKnownField(context, fields[name]) && member(value, name) === undefined)
      context.problems.add(shape === 'document' || shape === 'info' ? (MISSING[name] ?? 'missing-member') : 'missing-member', place);
  if (shape === 'response' && context.line < '3.2' && member(value, 'description') === undefined)
    context.problems.add('response-without-description', place);
}

function checkNames(context: ReadContext): void {
  const components = member(context.root, 'components');
  if (!isObject(components)) return;
  for (const kind of Object.keys(components)) {
    const named = components[kind];
    if (kind.startsWith('x-') || !isObject(named)) continue;
    for (const name of Object.keys(named))
      if (!COMPONENT_NAME.test(name)) context.problems.add('bad-component-name', () => below('/components', kind, name));
  }
}

/** Every structural fault that the shapes of the document show. */
export function documentRules(context: ReadContext, edition: Edition): void {
  const { root, line, problems } = context;
  if (!edition.proper) problems.add('bad-version-string', line === '2.0' ? '/swagger' : '/openapi');
  const holders = line < '3.1' ? ['paths'] : ['paths', 'components', 'webhooks'];
  if (holders.every((name) => member(root, name) === undefined)) problems.add('missing-paths', '');
  checkShape(context, 'document', root, '');
  if (line !== '2.0') checkNames(context);
}
