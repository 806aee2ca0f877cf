// Open places of one value as a tree, by the steps that lead to them. It must not tell what stands there.
import type { OpenPlace } from '../contract/view.ts';

export class OpenTree {
  /** The value itself is an open place. */
  why?: OpenPlace['why'];
  /** Of the first open place below it. */
  below?: OpenPlace['why'];
  /** What holds open places, by names; indexes of lists are texts here. */
  readonly parts = new Map<string, OpenTree>();

  constructor(places: readonly OpenPlace[] = []) {
    for (const place of places) this.#add(place);
  }

  #add({ path, why }: OpenPlace): void {
    let at: OpenTree = this;
    for (const step of path) {
      at.below ??= why;
      const next = at.parts.get(String(step)) ?? new OpenTree();
      at.parts.set(String(step), next);
      at = next;
    }
    at.why ??= why;
  }
}
