// Looks at every $ref of a document and says which lead nowhere or away. It must not follow what examples and enums hold.
import type { Json, JsonObject } from '../../contract/json.ts';
import { at, pointerOf } from '../../json/pointer.ts';
import { text } from '../members.ts';
import type { ReadContext } from './context.ts';
import { isData, isMap, localPointer, type RefFault } from './reference.ts';

interface Frame {
  value: JsonObject | Json[];
  names: string[];
  next: number;
  /** The value is a map of free names. */
  named: boolean;
  /** Below a schema with an $id, where `#` stands for that schema: followed only while judging. */
  apart: boolean;
  key: string;
}

function faultOf({ root, own, line, budget }: ReadContext, ref: string): RefFault | null {
  const pointer = localPointer(ref, own);
  if (pointer === null) return 'remote-ref';
  budget.spend(1 + (ref.length >> 4));
  // From 3.1 on a fragment without a slash is an anchor of a schema, found only while judging.
  if (pointer !== '' && !pointer.startsWith('/') && line >= '3.1') return null;
  return at(root, pointer) === undefined ? 'unresolved-ref' : null;
}

function frame(value: Json | undefined, key: string, parent: { named: boolean; apart: boolean }): Frame | null {
  if (typeof value !== 'object' || value === null) return null;
  const named = !parent.named && !Array.isArray(value) && isMap(key);
  const apart = parent.apart || (!named && text(value, '$id')?.startsWith('#') === false);
  return { value, names: Object.keys(value), next: 0, named, apart, key };
}

/** What a URI and a reference to it have in common, however each is written. */
const lastOf = (uri: string): string => /[^/]*$/.exec(uri.replace(/[?#].*$/s, ''))?.[0] ?? '';

/** Notes each reference that cannot be followed. Linear in the document, on a stack of its own. */
export function referenceRules(context: ReadContext): void {
  /** By the text of the reference, so that each is resolved once. */
  const faults = new Map<string, RefFault | null>();
  const identifies = context.line >= '3.1';
  const stack = [frame(context.root, '', { named: false, apart: false })!];
  /** Schemas that name themselves, and where references lead by name: which of them stay in the document is known at the end. */
  const ids = new Set<string>();
  const away: { name: string; place: string }[] = [];
  const place = () => pointerOf(stack.slice(1).map(({ key }) => key));
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const name = top.names[top.next++];
    if (name === undefined) {
      stack.pop();
      continue;
    }
    context.budget.spend();
    const value = Array.isArray(top.value) ? top.value[Number(name)] : top.value[name];
    if (identifies && name === '$id' && !top.named && typeof value === 'string') ids.add(lastOf(value));
    if (name === '$ref' && !top.named) {
      if (typeof value === 'string' && !faults.has(value)) faults.set(value, faultOf(context, value));
      const fault = typeof value === 'string' ? (faults.get(value) ?? null) : 'wrong-type';
      if (identifies && fault === 'remote-ref') away.push({ name: lastOf(String(value)), place: `${place()}/$ref` });
      else if (fault !== null && !(identifies && top.apart && fault === 'unresolved-ref'))
        context.problems.add(fault, () => `${place()}/$ref`);
      continue;
    }
    if (!top.named && isData(name)) continue;
    const below = frame(value, name, top);
    if (below !== null) stack.push(below);
  }
  for (const { name, place } of away) if (!ids.has(name)) context.problems.add('remote-ref', place);
}
