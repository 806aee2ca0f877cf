// Whether a pack may grade: a grade asks less of a target than a pinned run may, since anybody can start one.
import { AxproofError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { bounds } from '../pack/bounds.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';

const CEILINGS = { requests: LIMITS.gradeRequests, bytes: LIMITS.gradeBytes } as const;

/** The pack, or beyond-grade where its worst case is more than a grade may send. */
export function gradable<T extends Pick<LoadedPack, 'document'>>(pack: T): T {
  const worst = bounds(pack.document);
  const beyond = (['requests', 'bytes'] as const).filter((name) => worst[name] > CEILINGS[name]);
  if (beyond.length === 0) return pack;
  const { name, version } = pack.document;
  throw new AxproofError(
    'beyond-grade',
    `${name} ${version} can send more than a grade may`,
    beyond.map((what) => `${what}: ${worst[what]} at worst, and a grade has at most ${CEILINGS[what]}`),
  );
}
