// Whether a check comes to its end without a look at the uncertain places of a value: then what it says hangs on none of them.
// It must not tell what stands there.
import { isObject, type Json } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';
import { OpenTree } from '../../views/open-tree.ts';

/** A copy that calls `seen` where one of the places is read. Where one of them is not found, it does so too. */
function watched(value: Json, { parts }: OpenTree, seen: () => void): Json {
  if (!isObject(value) && !Array.isArray(value)) {
    seen();
    return value;
  }
  const copy = Array.isArray(value) ? [...value] : Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
  for (const [step, part] of parts) {
    const inner = Object.hasOwn(value, step) ? (value as { [step: string]: Json })[step] : undefined;
    if (inner === undefined) seen();
    else if (!part.why) copy[step] = watched(inner, part, seen);
    else {
      const get = (): Json => {
        seen();
        return inner;
      };
      Object.defineProperty(copy, step, { get, enumerable: true, configurable: true });
    }
  }
  return copy;
}

/** Whether the check refuses the value, whatever stands at the uncertain places. */
export function refusesUnseen(value: Json, places: readonly OpenPlace[], refuses: (value: Json) => boolean): boolean {
  const tree = new OpenTree(places);
  // One of them is the whole value, or what is missing from it: of a body that was cut nobody knows what else is in it.
  if (tree.why || places.some(({ why }) => why === 'cut')) return false;
  let untouched = true;
  const copy = watched(value, tree, () => {
    untouched = false;
  });
  return untouched && refuses(copy) && untouched;
}
