// Runs a pack to its end on what a command names: a fixture, a target on the network, or a recorded report, for which nothing is sent.
import { existsSync } from 'node:fs';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { openTarget } from '../../run/open-target.ts';
import { exploreTarget } from '../../run/run.ts';
import type { Io } from './io.ts';
import { openRecording } from './recording.ts';

export interface ExploreOptions {
  target: string;
  seed?: number;
}

export const isReport = (text: string): boolean => /\.json$/i.test(text) && existsSync(text);

/** Its transport is closed. */
export async function explore(pack: LoadedPack, { target, seed }: ExploreOptions, { signal }: Io): ReturnType<typeof exploreTarget> {
  if (isReport(target)) {
    const { origin, transport, given, agent, seed: recorded } = await openRecording(target);
    return exploreTarget(pack, { target: origin, seed: seed ?? recorded, ...given, agent }, { transport, signal, recorded: true });
  }
  const { origin, transport, file } = await openTarget(target);
  try {
    // A written target has nothing against being written to.
    const consent = file === undefined ? undefined : { by: 'operator' as const };
    return await exploreTarget(pack, { target: origin, seed: seed ?? 1, consent }, { transport, signal });
  } finally {
    await transport.close();
  }
}
