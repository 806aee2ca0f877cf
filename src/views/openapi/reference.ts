// Following $ref inside one document: local ones, also where they name the document itself. Cycle-safe; nothing is ever fetched.
// And which members of a description hold data, where a $ref means nothing, and which hold maps of free names.
import type { Json } from '../../contract/json.ts';
import { at, pointerOfFragment } from '../../json/pointer.ts';
import { text } from '../members.ts';

export type RefFault = 'remote-ref' | 'unresolved-ref' | 'ref-cycle';

/** What a value is once its references are followed, and where that stands. `hops` counts them. */
export type Followed = { ok: true; value: Json; place: string; hops: number } | { ok: false; fault: RefFault; ref: string; hops: number };

const MAX_HOPS = 32;
const MAX_REF = 4096;

const withoutFragment = (url: string): string => url.split('#', 1)[0]!;

/** What references by name have to come to in order to mean the document itself: its $self, else where it was read. */
export function ownUri(root: Json, url: string): string | null {
  const self = text(root, '$self') ?? '';
  return URL.canParse(self, url) ? withoutFragment(new URL(self, url).href) : null;
}

/** The JSON pointer of a local reference (`#/…`, also behind the name of the document), percent-decoded; null when the reference is not one. */
export function localPointer(ref: string, own: string | null = null): string | null {
  const from = ref.indexOf('#');
  if (from !== 0 && (own === null || !URL.canParse(ref, own) || withoutFragment(new URL(ref, own).href) !== own)) return null;
  return pointerOfFragment(from < 0 ? '' : ref.slice(from + 1));
}

/** Follows reference objects from a value that stands at `place`. */
export function follow(root: Json, value: Json, place: string, own: string | null): Followed {
  const seen = new Set<string>();
  let found: { value: Json; place: string } = { value, place };
  for (;;) {
    const ref = text(found.value, '$ref');
    const hops = seen.size;
    if (ref === undefined) return { ok: true, ...found, hops };
    if (seen.has(ref) || hops >= MAX_HOPS) return { ok: false, fault: 'ref-cycle', ref, hops };
    seen.add(ref);
    const pointer = ref.length > MAX_REF ? '' : localPointer(ref, own);
    if (pointer === null) return { ok: false, fault: 'remote-ref', ref, hops };
    const target = ref.length > MAX_REF ? undefined : at(root, pointer);
    if (target === undefined) return { ok: false, fault: 'unresolved-ref', ref, hops };
    found = { value: target, place: pointer };
  }
}

/** Members whose values are data, not parts of the description. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue']);
/** Maps whose member names are free, so that a name such as `default` or `example` means nothing there. */
const MAPS = new Set(
  'properties patternProperties $defs definitions dependentSchemas paths webhooks responses callbacks schemas parameters requestBodies headers securitySchemes links pathItems content mediaTypes additionalOperations'.split(
    ' ',
  ),
);

export const isData = (name: string): boolean => DATA.has(name) || name.startsWith('x-');
export const isMap = (name: string): boolean => MAPS.has(name);
