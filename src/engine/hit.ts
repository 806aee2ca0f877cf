// A value that a walk came to, and its place below the root. Plain data.
import type { Json } from '../contract/json.ts';

export type Place = (string | number)[];
export interface Hit {
  value: Json;
  path: Place;
}
