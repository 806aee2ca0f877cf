// Carries the open places of a value over to a value that is made from it. It decides nothing.
import type { Json } from '../contract/json.ts';
import type { OpenPlace, ReadableAnswer, View } from '../contract/view.ts';
import { OpenTree } from './open-tree.ts';

type Path = readonly (string | number)[];
type Why = OpenPlace['why'];

export class Carried {
  private readonly root: OpenTree;
  readonly places: OpenPlace[] = [];

  constructor(places: readonly OpenPlace[] = []) {
    this.root = new OpenTree(places);
  }

  /** Why what stands at the path is uncertain: the place, one around it or one inside it. */
  why(path: Path): Why | undefined {
    let at = this.root;
    for (const name of path) {
      if (at.why) return at.why;
      const next = at.parts.get(String(name));
      if (!next) return undefined;
      at = next;
    }
    return at.why ?? at.below;
  }

  /** What stands at `to` in the new value was made from what stands at `from`. */
  carry(from: Path, to: Path): void {
    const why = this.why(from);
    if (why) this.places.push({ path: [...to], why });
  }

  /** Members of a reading for these places: nothing when there are none. */
  get reading(): { places?: OpenPlace[] } {
    return this.places.length > 0 ? { places: this.places } : {};
  }
}

/** A view of the JSON document of a body: what is made of it, with the open places that are carried over. */
export const ofJson =
  (make: (document: Json, carried: Carried, answer: ReadableAnswer) => Json): View =>
  (answer) => {
    const body = answer.read('json');
    if (!body.ok) return body;
    const carried = new Carried(body.places);
    const value = make(body.value, carried, answer);
    return { ok: true, value, ...carried.reading };
  };
