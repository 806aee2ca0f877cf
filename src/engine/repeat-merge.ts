// repeat.merge of a source: what its further requests change. It sends nothing.
import type { Source } from '../contract/generated/types.ts';
import { isObject, type Json } from '../contract/json.ts';
import { METHOD_KEYS } from '../pack/probe-shape.ts';

/** RFC 7396, without changing its arguments. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const out = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) out.delete(key);
    else out.set(key, mergePatch(out.get(key), value));
  }
  return Object.fromEntries(out);
}

/** A source with its repeat.merge applied. */
export function patched(source: Source): Source {
  const merge = source.repeat?.merge;
  if (!merge) return source;
  const out: Source = { ...source };
  if (merge.headers) out.headers = { ...source.headers, ...merge.headers };
  if (merge.body !== undefined) out.body = mergePatch(source.body as Json, merge.body as Json);
  if (merge.url !== undefined) for (const method of METHOD_KEYS) if (source[method] !== undefined) out[method] = merge.url;
  return out;
}
