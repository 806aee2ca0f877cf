// Whether a check comes to its end without a look at the uncertain places of a value: then what it says hangs on none of them.
// It must not tell what stands there.
import { isObject, type Json } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';

type Step = string | number;
/** Places below a value, by their first step; true where the value itself is the place. */
type Places = Map<Step, Places | true>;

function add(here: Places, [step, ...rest]: Step[]): void {
  const below = here.get(step!);
  // What lies within an uncertain place is uncertain with it.
  if (below === true) return;
  if (rest.length === 0) here.set(step!, true);
  else {
    const inner: Places = below ?? new Map();
    here.set(step!, inner);
    add(inner, rest);
  }
}

/** null where one of them is the whole value, or what is missing from it. */
function treeOf(places: readonly OpenPlace[]): Places | null {
  const root: Places = new Map();
  for (const { path, why } of places) {
    // Of a body that was cut nobody knows what else is in it.
    if (path.length === 0 || why === 'cut') return null;
    add(root, path);
  }
  return root;
}

/** A copy that calls `seen` where one of the places is read. Where one of them is not found, it does so too. */
function watched(value: Json, places: Places, seen: () => void): Json {
  if (!isObject(value) && !Array.isArray(value)) {
    seen();
    return value;
  }
  const copy = Array.isArray(value) ? [...value] : Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
  for (const [step, below] of places) {
    const inner = Object.hasOwn(value, step) ? (value as { [step: Step]: Json })[step] : undefined;
    if (inner === undefined) seen();
    else if (below !== true) copy[step] = watched(inner, below, seen);
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
  const tree = treeOf(places);
  if (tree === null) return false;
  let untouched = true;
  const copy = watched(value, tree, () => {
    untouched = false;
  });
  return untouched && refuses(copy) && untouched;
}
