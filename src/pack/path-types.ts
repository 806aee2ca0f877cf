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

export interface ParsedPath {
  text: string;
  segments: Segment[];
}
