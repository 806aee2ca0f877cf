// Following $ref inside one document: local ones only, cycle-safe. Nothing is ever fetched.
import type { Json } from '../../contract/json.ts';
import { at } from '../../json/pointer.ts';
import { text } from './members.ts';

export type RefFault = 'remote-ref' | 'unresolved-ref' | 'ref-cycle';

/** What a value is once its references are followed, and where that stands. `hops` counts them. */
export type Followed = { ok: true; value: Json; place: string; hops: number } | { ok: false; fault: RefFault; ref: string; hops: number };

const MAX_HOPS = 32;
const MAX_REF = 4096;

/** The JSON pointer of a local reference (`#/…`), percent-decoded; null when the reference is not one. */
export function localPointer(ref: string): string | null {
  if (!ref.startsWith('#')) return null;
  const fragment = ref.slice(1);
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Follows reference objects from a value that stands at `place`. */
export function follow(root: Json, value: Json, place: string): Followed {
  const seen = new Set<string>();
  let found: { value: Json; place: string } = { value, place };
  for (;;) {
    const ref = text(found.value, '$ref');
    const hops = seen.size;
    if (ref === undefined) return { ok: true, ...found, hops };
    if (seen.has(ref) || hops >= MAX_HOPS) return { ok: false, fault: 'ref-cycle', ref, hops };
    seen.add(ref);
    const pointer = localPointer(ref);
    if (pointer === null) return { ok: false, fault: 'remote-ref', ref, hops };
    const target = ref.length > MAX_REF ? undefined : at(root, pointer);
    if (target === undefined) return { ok: false, fault: 'unresolved-ref', ref, hops };
    found = { value: target, place: pointer };
  }
}
