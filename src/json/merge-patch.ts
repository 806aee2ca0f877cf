// JSON merge patch (RFC 7396). It changes none of its arguments.
import { isObject, type Json } from '../contract/json.ts';

/** What the target becomes by the patch: members that are null in the patch are taken away. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const out = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) out.delete(key);
    else out.set(key, mergePatch(out.get(key), value));
  }
  return Object.fromEntries(out);
}
