// How fast a budget fills, and what is left of it. Types alone.

/** A token bucket: holds `burst` at most, and gains `perHour` an hour. */
export interface Rate {
  perHour: number;
  burst: number;
}

/** `retryAfter` is in whole seconds, and 0 when `ok`; `left` are whole tokens. */
export interface Spent {
  ok: boolean;
  retryAfter: number;
  left: number;
}
