// Fills templates from a scope. A template selects exactly one scalar; otherwise nothing is filled and it says why.
import type { Json } from '../../contract/json.ts';
import { type Unclear, WAS_REDACTED } from '../../contract/unclear.ts';
import type { JsonTemplate } from '../../pack/compiled/compiler.ts';
import { nameOf } from '../../pack/compiled/path.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import { type CompiledTemplate, wholeValue } from '../../pack/compiled/template.ts';
import type { Node } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import { isOfCaller, select } from '../select/select.ts';

export type Filled<T> = { ok: true; value: T; from?: Node } | { ok: false; open?: Unclear; detail: string };

type Scalar = string | number | boolean | null;
const isScalar = (v: Json): v is Scalar => v === null || typeof v !== 'object';

/** Whether a value may stand in a request: a sure one, or in a cleanup one that was read whole from an answer of which nothing else is sure. */
const usable = (node: Node, scope: Scope): boolean =>
  !node.open ||
  (scope.lenient === true &&
    node.open !== 'redacted' &&
    node.open !== 'inexact' &&
    (typeof node.value !== 'number' || Number.isSafeInteger(node.value)));

/** What a lone node is instead of a scalar that may be filled in. */
function unusable({ value, open }: Node): string {
  if (!isScalar(value)) return 'no scalar';
  if (open === 'inexact') return 'a number that cannot be held exactly';
  return open === 'redacted' ? WAS_REDACTED : 'no scalar';
}

/** What cannot be sent for the sake of values that whoever asked has given says nothing of the target. Where one of the target's is among them, it may be that one. */
export function ofCaller(template: CompiledTemplate): { open?: Unclear } {
  const paths = template.flatMap((part) => ('path' in part ? [part.path] : []));
  return paths.length > 0 && paths.every(isOfCaller) ? { open: 'own-fault' } : {};
}

/** Null has no words of its own: `/things/null` is an address that nobody gave. */
const selectsNull = (path: ParsedPath): Extract<Filled<never>, { ok: false }> => ({
  ok: false,
  detail: `${path.text} selects null`,
  ...ofCaller([{ path }]),
});

/** The one scalar that a path selects. */
export function fillPath(path: ParsedPath, scope: Scope): Filled<Scalar> {
  const found = select(path, scope);
  const node = found.nodes[0];
  if (found.nodes.length === 1 && node && isScalar(node.value) && usable(node, scope)) return { ok: true, value: node.value, from: node };
  const open = found.open ?? node?.open;
  if (open === 'not-given') return { ok: false, detail: `${path.text} was not given`, open };
  const detail = `${path.text} selects ${found.nodes.length === 1 && node ? unusable(node) : `${found.nodes.length} nodes`}`;
  return { ok: false, detail, ...(open ? { open } : {}) };
}

/** The value of a template that stands as a whole JSON value: a lone path keeps its type. A next page that is null is none. */
function fillValue(template: CompiledTemplate, scope: Scope): Filled<Scalar> {
  const path = wholeValue(template);
  if (!path) return fillText(template, scope, String);
  const filled = fillPath(path, scope);
  return filled.ok && filled.value === null && nameOf(path.segments[0]) === 'self' ? selectsNull(path) : filled;
}

/** Text with every path replaced; write turns a scalar into text where it stands. */
export function fillText(
  template: CompiledTemplate,
  scope: Scope,
  write: (value: Exclude<Scalar, null>, before: string) => string | undefined,
): Filled<string> {
  let out = '';
  for (const part of template) {
    if (!('path' in part)) {
      out += part.text;
      continue;
    }
    const filled = fillPath(part.path, scope);
    if (!filled.ok) return filled;
    if (filled.value === null) return selectsNull(part.path);
    const written = write(filled.value, out);
    if (written === undefined) return { ok: false, detail: `${part.path.text} cannot stand there`, ...ofCaller([part]) };
    out += written;
  }
  return { ok: true, value: out };
}

/** A JSON body with every string filled. Depth is bounded by the pack's own. */
export function fillJson(json: JsonTemplate, scope: Scope): Filled<Json> {
  if ('text' in json) return fillValue(json.text, scope);
  if ('value' in json) return { ok: true, value: json.value };
  if ('items' in json) {
    const out: Json[] = [];
    for (const item of json.items) {
      const filled = fillJson(item, scope);
      if (!filled.ok) return filled;
      out.push(filled.value);
    }
    return { ok: true, value: out };
  }
  const members: [string, Json][] = [];
  for (const [name, member] of json.members) {
    const filled = fillJson(member, scope);
    if (!filled.ok) return filled;
    members.push([name, filled.value]);
  }
  return { ok: true, value: Object.fromEntries(members) };
}
