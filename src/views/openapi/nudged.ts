// A body with the numbers that could not be held exactly moved to their neighbours: if that changes nothing, nothing hangs on them.
import type { Json } from '../../contract/json.ts';
import type { OpenPlace } from '../../contract/view.ts';

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

const move = (value: Json, away: boolean): Json => (typeof value === 'number' ? neighbour(value, away) : value);

/** Replaces what stands at a path; own members alone. */
function at(value: Json, path: readonly (string | number)[], away: boolean): Json {
  if (path.length === 0) return typeof value === 'object' ? everywhere(value, away) : move(value, away);
  const name = String(path[0]);
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  const holder = value as { [name: string]: Json };
  holder[name] = at(holder[name]!, path.slice(1), away);
  return value;
}

/** The places were too many to be told apart: every number that may be one of them. */
function everywhere(root: Json, away: boolean): Json {
  const waiting: Json[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value === null || typeof value !== 'object') continue;
    const holder = value as { [name: string]: Json };
    for (const [name, part] of Object.entries(holder)) {
      if (typeof part === 'object') waiting.push(part);
      else if (typeof part === 'number' && String(part).length >= LONG) holder[name] = neighbour(part, away);
    }
  }
  return root;
}

/** Both neighbours of a body; none when it holds no such number. */
export function nudged(body: Json, places: readonly OpenPlace[]): Json[] {
  const inexact = places.filter(({ why }) => why === 'inexact');
  if (inexact.length === 0) return [];
  return [true, false].map((away) => inexact.reduce<Json>((whole, { path }) => at(whole, path, away), structuredClone(body)));
}
