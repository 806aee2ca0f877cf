// The machine surfaces of a target: the literal URLs of a pack. Known before anything is sent, so that nothing about them depends on answers.
import type { LoadedPack } from '../pack/loaded-pack.ts';
import { sourcesOf } from '../pack/probe-shape.ts';
import { isLiteral } from './fill.ts';
import { methodOf } from './request.ts';

/** Absolute URLs of every literal request of the pack but the root's, and of robots.txt. */
export function surfaces(pack: LoadedPack, origin: string): ReadonlySet<string> {
  const urls = pack.probes.flatMap(({ probe }) => sourcesOf(probe).map((source) => methodOf(source).url));
  const literal = urls.filter(isLiteral).filter((url) => !url.includes('{{'));
  return new Set(
    ['/robots.txt', ...literal]
      .map((url) => new URL(url, origin))
      .filter((url) => url.pathname !== '/')
      .map((url) => url.href),
  );
}
