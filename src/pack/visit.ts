// Walks the parts of a pack that hold paths, templates, schemas and reason codes. It tolerates parts of any shape, so that one mistake hides no other.
import type { Pack } from '../contract/generated/types.ts';
import { isObject, listOf, type Members } from '../contract/json.ts';
import { below } from '../json/pointer.ts';
import { visitOperands } from './assertion-kinds.ts';
import { METHOD_KEYS } from './probe-shape.ts';

/** What may be named at the root of a path, beside probes, where it stands. */
export interface VisitContext {
  /** Id of the rule that the part belongs to; null for what is shared. */
  owner: string | null;
  /** Name of the probe that the part belongs to; null for a rule's own assertions. */
  probe: string | null;
  item?: boolean;
  self?: boolean;
  each?: boolean;
  /** $.value: what a source looks up in another answer. */
  value?: boolean;
}

export interface Visitor {
  path?(text: string, pointer: string, context: VisitContext): void;
  template?(text: string, pointer: string, context: VisitContext): void;
  schema?(schema: Members, pointer: string): void;
  /** Before what it is made of. */
  assertion?(assertion: Members, pointer: string, context: VisitContext): void;
}

/** One path, or a list of them. */
function paths(value: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  if (typeof value === 'string') visitor.path?.(value, pointer, context);
  else for (const [i, one] of listOf(value).entries()) if (typeof one === 'string') visitor.path?.(one, below(pointer, i), context);
}

/** Every string of a JSON value is a template. */
function templates(value: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  if (typeof value === 'string') visitor.template?.(value, pointer, context);
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) templates(one, below(pointer, i), context, visitor);
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) templates(one, below(pointer, key), context, visitor);
}

function headers(value: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  if (!isObject(value)) return;
  for (const [name, header] of Object.entries(value)) {
    const here = below(pointer, name);
    if (isObject(header)) templates(header.value, below(here, 'value'), context, visitor);
    else templates(header, here, context, visitor);
  }
}

const TEMPLATE_KEYS = [...METHOD_KEYS, 'accept', 'form', 'body'] as const;

function request(source: Members, pointer: string, context: VisitContext, visitor: Visitor): void {
  for (const key of TEMPLATE_KEYS) if (source[key] !== undefined) templates(source[key], below(pointer, key), context, visitor);
  if (source.headers !== undefined) headers(source.headers, below(pointer, 'headers'), context, visitor);
}

function visitRepeat(repeat: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  if (!isObject(repeat) || !isObject(repeat.merge)) return;
  const { merge } = repeat;
  const here = below(pointer, 'merge');
  templates(merge.url, below(here, 'url'), context, visitor);
  headers(merge.headers, below(here, 'headers'), context, visitor);
  templates(merge.body, below(here, 'body'), context, visitor);
}

const plain = ({ owner, probe }: VisitContext): VisitContext => ({ owner, probe });

function visitLooked({ of, at, where }: Members, pointer: string, context: VisitContext, visitor: Visitor): void {
  paths(of, below(pointer, 'of'), plain(context), visitor);
  paths(at, below(pointer, 'at'), context, visitor);
  if (isObject(where)) visitor.schema?.(where, below(pointer, 'where'));
}

export function visitSource(source: unknown, pointer: string, outer: VisitContext, visitor: Visitor): void {
  if (!isObject(source)) return;
  const context = plain(outer);
  const filling = { ...context, item: source.select !== undefined, value: source.value !== undefined };
  paths(source.select, below(pointer, 'select'), context, visitor);
  if (isObject(source.where)) visitor.schema?.(source.where, below(pointer, 'where'));
  paths(source.besides, below(pointer, 'besides'), context, visitor);
  visitAssertions(source.when, below(pointer, 'when'), context, visitor);
  for (const key of ['under', 'before'] as const) paths(source[key], below(pointer, key), { ...context, item: filling.item }, visitor);
  if (isObject(source.value)) visitLooked(source.value, below(pointer, 'value'), { ...context, item: filling.item }, visitor);
  request(source, pointer, filling, visitor);
  visitRepeat(source.repeat, below(pointer, 'repeat'), { ...filling, self: true }, visitor);
}

export function visitProbe(probe: unknown, pointer: string, owner: string | null, name: string, visitor: Visitor): void {
  if (!isObject(probe)) return;
  const context: VisitContext = { owner, probe: name };
  const lists = (['firstOf', 'eachOf'] as const).filter((k) => Array.isArray(probe[k]));
  for (const key of lists)
    for (const [i, source] of listOf(probe[key]).entries()) visitSource(source, below(below(pointer, key), i), context, visitor);
  const all = lists.flatMap((key) => listOf(probe[key]));
  if (lists.length === 0) visitSource(probe, pointer, context, visitor);
  else {
    const filling = { ...context, item: all.every((s) => isObject(s) && s.select !== undefined) };
    request({ accept: probe.accept, headers: probe.headers }, pointer, filling, visitor);
    visitRepeat(probe.repeat, below(pointer, 'repeat'), filling, visitor);
  }
  if (typeof probe.including === 'string') visitor.path?.(`$.${probe.including}`, below(pointer, 'including'), context);
  visitAssertions(probe.until, below(pointer, 'until'), { ...context, self: true }, visitor);
  paths(probe.secret, below(pointer, 'secret'), { ...context, self: true }, visitor);
}

export function visitAssertions(list: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  for (const [i, one] of listOf(list).entries()) visitAssertion(one, below(pointer, i), context, visitor);
}

function visitAssertion(value: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  if (!isObject(value)) return;
  visitor.assertion?.(value, pointer, context);
  visitAssertions(value.when, below(pointer, 'when'), context, visitor);
  paths(value.select, below(pointer, 'select'), context, visitor);
  visitOperands(value, pointer, {
    path: (text, at, each) => visitor.path?.(text, at, each ? { ...context, each } : context) as never,
    schema: (schema, at) => visitor.schema?.(schema, at) as never,
    assertion: (one, at) => visitAssertion(one, at, context, visitor) as never,
  });
}

function schemasOf(list: unknown, pointer: string, visitor: Visitor): void {
  for (const [i, one] of listOf(list).entries())
    if (isObject(one) && isObject(one.where)) visitor.schema?.(one.where, below(below(pointer, i), 'where'));
}

export function visitCoverage(list: unknown, pointer: string, context: VisitContext, visitor: Visitor): void {
  for (const [i, one] of listOf(list).entries()) {
    if (!isObject(one)) continue;
    const here = below(pointer, i);
    paths(one.select, below(here, 'select'), context, visitor);
    if (isObject(one.where)) visitor.schema?.(one.where, below(here, 'where'));
    for (const key of ['notAskable', 'untold']) schemasOf(one[key], below(here, key), visitor);
  }
}

/** The rules of a pack that are objects, each with its pointer. */
export const rulesOf = ({ rules }: Members): { rule: Members; pointer: string }[] =>
  listOf(rules).flatMap((rule, i) => (isObject(rule) ? [{ rule, pointer: `/rules/${i}` }] : []));

/** The name of the control among the probes of a pack, which no other probe may have. */
export const CONTROL = 'control';

/** A probe of a pack, wherever it is declared. */
export interface ProbeUse {
  name: string;
  owner: string | null;
  probe: Members;
  pointer: string;
}

/** All probes of a pack: the control, shared ones, then those of rules, in the order of the document. */
export function probesOf(pack: Members): ProbeUse[] {
  const out: ProbeUse[] = [];
  const take = (probes: unknown, pointer: string, owner: string | null): void => {
    if (!isObject(probes)) return;
    for (const [name, probe] of Object.entries(probes))
      if (isObject(probe)) out.push({ name, owner, probe, pointer: below(pointer, name) });
  };
  if (isObject(pack.control)) out.push({ name: CONTROL, owner: null, probe: pack.control, pointer: '/control' });
  take(pack.probes, '/probes', null);
  for (const { rule, pointer } of rulesOf(pack)) take(rule.probes, `${pointer}/probes`, String(rule.id));
  return out;
}

/** Visits all of a pack: probes, then rules. */
export function visitPack(pack: Members, visitor: Visitor): void {
  for (const { name, owner, probe, pointer } of probesOf(pack)) visitProbe(probe, pointer, owner, name, visitor);
  for (const { rule, pointer } of rulesOf(pack)) {
    const context: VisitContext = { owner: String(rule.id), probe: null };
    visitAssertions(rule.when, `${pointer}/when`, context, visitor);
    visitAssertions(rule.assert, `${pointer}/assert`, context, visitor);
    visitCoverage(rule.coverage, `${pointer}/coverage`, context, visitor);
  }
  paths(pack.operations, '/operations', { owner: null, probe: null }, visitor);
  if (isObject(pack.schemas))
    for (const [name, schema] of Object.entries(pack.schemas)) if (isObject(schema)) visitor.schema?.(schema, below('/schemas', name));
}

const SHARED_SCHEMA = /"\$ref":"pack:([^"]+)"/g;

/** Names of the shared schemas that a part of a pack refers to, and that those refer to. */
export function schemaNamesIn(part: unknown, shared: Pack['schemas'] = {}, all = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(SHARED_SCHEMA)) {
    if (!all.has(name)) schemaNamesIn(Object.hasOwn(shared, name) ? shared[name] : null, shared, all.add(name));
  }
  return all;
}
