// What an import could not carry over: where it stands in the original, and why. Whatever is lost keeps its rule from passing.

export interface Loss {
  /** JSON pointer into the original. */
  pointer: string;
  why: string;
  /** Nothing was to be judged there, or it is judged more strictly now: no rule is held back. */
  harmless?: true;
}

export class Losses {
  readonly list: Loss[] = [];

  /** Something that was judged, and is not any more. */
  lost(pointer: string, why: string): undefined {
    this.list.push({ pointer, why });
    return undefined;
  }

  /** Something that changes no verdict to a pass. */
  note(pointer: string, why: string): void {
    this.list.push({ pointer, why, harmless: true });
  }
}
