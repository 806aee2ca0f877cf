// The machine surfaces of a target: the literal URLs of a pack. Known before anything is sent, so that nothing about them depends on answers.

import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { location } from '../record/location.ts';
import { plansOf } from './probe/source-plan.ts';

const literals = new WeakMap<LoadedPack, readonly string[]>();

/** URLs of the literal requests of a pack, as it names them. */
function literalUrls(pack: LoadedPack): readonly string[] {
  let known = literals.get(pack);
  if (!known) {
    known = read(pack);
    literals.set(pack, known);
  }
  return known;
}

function read(pack: LoadedPack): readonly string[] {
  const plans = pack.probes.flatMap(({ probe }) => plansOf(probe));
  return ['/robots.txt', ...plans.flatMap(({ url, literalUrl }) => (literalUrl && !url.includes('{{') ? [url] : []))];
}

/** Absolute URLs of every literal request of the pack but the root's, and of robots.txt. */
export function surfaces(pack: LoadedPack, origin: string): ReadonlySet<string> {
  const places = literalUrls(pack).map((url) => location(url, origin));
  return new Set(places.filter((place) => place.pathname !== '/').map((place) => place.href));
}
