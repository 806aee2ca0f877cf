// Whether a path asks for what may stand where the reading of a view stopped (the ends of a reading). It knows no view and reads nothing.
import type { Reading } from '../../contract/view.ts';
import type { Segment, Selector } from '../../pack/compiled/path-types.ts';

type Read = Extract<Reading, { ok: true }>;
type Place = readonly (string | number)[];

const names = (s: Selector, key: string | number): boolean =>
  s.kind === 'name' ? s.name === key : s.kind === 'index' && s.index >= 0 ? s.index === key : true;

/** The path goes as far as the place, or ends before it, by its own steps. */
function goes(path: readonly Segment[], to: Place): boolean {
  for (const [i, key] of to.entries()) {
    const segment = path[i];
    if (segment === undefined || segment.descendant) return true;
    if (!segment.selectors.some((s) => names(s, key))) return false;
  }
  return true;
}

/** What stands at an index from the front is certain once it is there. */
const fromFront = (s: Selector): boolean => s.kind === 'name' || (s.kind === 'index' && s.index >= 0);

/** The steps of the path below the view; found: how many nodes it selected there. */
export function mayGoOn(reading: Read, path: readonly Segment[], found: number): boolean {
  const beyond = (end: Place): boolean => {
    if (!goes(path, end)) return false;
    const next = path[end.length];
    const certain = next !== undefined && !next.descendant && next.selectors.every(fromFront);
    return !certain || path.slice(0, end.length).some((s) => s.descendant) || found === 0;
  };
  if (reading.ends?.some(beyond)) return true;
  // Nothing is there, and something might be.
  return found === 0 && (reading.places ?? []).some((place) => place.why === 'cut' && goes(path, place.path));
}
