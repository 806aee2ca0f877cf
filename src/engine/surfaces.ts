// The machine surfaces of a target: the literal URLs of a pack. Known before anything is sent, so that nothing about them depends on answers.

import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';

/** Absolute URLs of every literal request of the pack but the root's, and of robots.txt. */
export function surfaces(pack: LoadedPack, origin: string): ReadonlySet<string> {
  const named = pack.probes.flatMap(({ plans }) => plans.flatMap(({ surface, urlText }) => (surface ? [urlText] : [])));
  const places = ['/robots.txt', ...named].map((url) => new URL(url, origin));
  return new Set(places.filter((place) => place.pathname !== '/').map((place) => place.href));
}
