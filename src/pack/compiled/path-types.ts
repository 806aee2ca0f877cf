// The parsed form of a path of the allowed JSONPath subset (RFC 9535 names, indexes, slices, wildcards, unions, one descendant step).
export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start?: number; end?: number; step?: number }
  | { kind: 'wild' };

/** More than one selector is a union. */
export interface Segment {
  descendant: boolean;
  selectors: Selector[];
}

/** As much of a path as jsonpath-plus evaluates at once: only the first segment may select more than one member. */
export interface Stretch {
  /** Segments that it covers. */
  readonly length: number;
  /** One for each selector of the first segment: what the library is given, and the selectors that each of its hits must fit. */
  readonly ways: readonly { readonly expression: string; readonly selectors: readonly Selector[] }[];
}

export interface ParsedPath {
  text: string;
  segments: Segment[];
  /** The one that begins at each segment. */
  stretches: readonly Stretch[];
}
