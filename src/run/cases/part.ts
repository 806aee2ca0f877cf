// One of several parts of what is run, so that several processes share it.

/** From 1. */
export interface Part {
  at: number;
  of: number;
}

/** Whether the nth, from 0, belongs to the part; all do where none is asked for. Neighbours go to different parts: they cost alike. */
export const isOfPart = (n: number, part?: Part): boolean => !part || n % part.of === part.at - 1;
