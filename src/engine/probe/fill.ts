// Fills templates from a scope. A template selects exactly one scalar; otherwise nothing is filled and it says why.

import type { Json } from '../../contract/json.ts';
import type { Unclear } from '../../contract/unclear.ts';
import { parseTemplate, type TemplatePart } from '../../pack/compiled/template.ts';
import type { Node } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import { select } from '../select/select.ts';

export type Filled<T> = { ok: true; value: T; from?: Node } | { ok: false; open?: Unclear; detail: string };

type Scalar = string | number | boolean | null;
const isScalar = (v: Json): v is Scalar => v === null || typeof v !== 'object';

const parsed = new Map<string, TemplatePart[]>();

/** Templates of a pack are few; those of hostile packs are bounded by its size. */
export function parts(template: string): TemplatePart[] {
  let known = parsed.get(template);
  if (!known) {
    if (parsed.size > 5000) parsed.clear();
    known = parseTemplate(template);
    parsed.set(template, known);
  }
  return known;
}

/** Whether a template asks for something that only answers can give ($.run is known from the start). */
export const isLiteral = (template: string): boolean =>
  parts(template).every((p) => !('path' in p) || p.path.segments[0]?.selectors.every((s) => s.kind === 'name' && s.name === 'run'));

/** Whether a value may stand in a request: a sure one, or in a cleanup one that was read whole from an answer of which nothing else is sure. */
const usable = (node: Node, scope: Scope): boolean =>
  !node.open ||
  (scope.lenient === true &&
    node.open !== 'redacted' &&
    node.open !== 'inexact' &&
    (typeof node.value !== 'number' || Number.isSafeInteger(node.value)));

/** Whether a template is the same text in every run. */
export const isConstant = (template: string): boolean => parts(template).every((p) => !('path' in p));

function one(part: TemplatePart & { path: unknown }, scope: Scope): Filled<Scalar> {
  const path = (part as Extract<TemplatePart, { path: unknown }>).path;
  const found = select(path, scope);
  const node = found.nodes[0];
  if (found.nodes.length === 1 && node && isScalar(node.value) && usable(node, scope)) return { ok: true, value: node.value, from: node };
  const open = found.open ?? node?.open;
  const detail = `${path.text} selects ${found.nodes.length === 1 ? 'no scalar' : `${found.nodes.length} nodes`}`;
  return { ok: false, detail, ...(open ? { open } : {}) };
}

/** The value of a template that stands as a whole JSON value: a lone path keeps its type. */
export function fillValue(template: string, scope: Scope): Filled<Scalar> {
  const [first, ...more] = parts(template);
  if (first && 'path' in first && more.length === 0) return one(first, scope);
  return fillText(template, scope, String);
}

/** Text with every path replaced; write turns a scalar into text where it stands. */
export function fillText(template: string, scope: Scope, write: (value: Scalar, before: string) => string | undefined): Filled<string> {
  let out = '';
  for (const part of parts(template)) {
    if (!('path' in part)) {
      out += part.text;
      continue;
    }
    const filled = one(part, scope);
    if (!filled.ok) return filled;
    const written = write(filled.value, out);
    if (written === undefined) return { ok: false, detail: `${part.path.text} cannot stand there` };
    out += written;
  }
  return { ok: true, value: out };
}

/** A JSON body with every string filled. Depth is bounded by the pack's own. */
export function fillJson(value: Json, scope: Scope): Filled<Json> {
  if (typeof value === 'string') return fillValue(value, scope);
  if (Array.isArray(value)) {
    const out: Json[] = [];
    for (const item of value) {
      const filled = fillJson(item, scope);
      if (!filled.ok) return filled;
      out.push(filled.value);
    }
    return { ok: true, value: out };
  }
  if (value === null || typeof value !== 'object') return { ok: true, value };
  const out: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    const filled = fillJson(item, scope);
    if (!filled.ok) return filled;
    if (key !== '__proto__') out[key] = filled.value;
    else Object.defineProperty(out, key, { value: filled.value, enumerable: true, configurable: true, writable: true });
  }
  return { ok: true, value: out };
}
