// A body with the numbers that could not be held exactly moved to their neighbours: if that changes nothing, nothing hangs on them.
import type { Json } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';
import { changeNumbers } from '../../json/read-strict.ts';

const view = new DataView(new ArrayBuffer(8));
/** Numbers of fewer characters are held as they were written. */
const LONG = 16;

/** The double next to a finite one, away from zero or towards it. */
function neighbour(value: number, away: boolean): number {
  if (value === 0) return away ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + (away ? 1n : -1n));
  const next = view.getFloat64(0);
  return Number.isFinite(next) ? next : value;
}

/** Replaces what stands at a path; own members alone. */
function at(value: Json, path: readonly (string | number)[], away: boolean): Json {
  // Of a document as a whole the places were too many to be told apart: every number that may be one of them.
  if (path.length === 0 && typeof value === 'object')
    return changeNumbers(value, (part) => (String(part).length >= LONG ? neighbour(part, away) : part));
  if (path.length === 0) return typeof value === 'number' ? neighbour(value, away) : value;
  const name = String(path[0]);
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  const holder = value as { [name: string]: Json };
  holder[name] = at(holder[name]!, path.slice(1), away);
  return value;
}

/** Both neighbours of a body; none when it holds no such number. */
export function nudged(body: Json, places: readonly OpenPlace[]): Json[] {
  const inexact = places.filter(({ why }) => why === 'inexact');
  if (inexact.length === 0) return [];
  return [true, false].map((away) => inexact.reduce<Json>((whole, { path }) => at(whole, path, away), structuredClone(body)));
}
