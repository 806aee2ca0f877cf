// What the target of a report publishes: its evidence goes through the interpreter once more, so that no outcome is decided a second time. It asks no target.
import type { Discovery, Report } from '../contract/generated/types.ts';
import { readSurfaces } from '../engine/discovery.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { replayRun } from './rejudge.ts';

/** pack: the report's own. No rule is judged: outcomes do not depend on any. */
export async function discovery({ verdict, evidence, issued }: Report, pack: LoadedPack): Promise<Discovery> {
  const { interpreter } = await replayRun(pack, evidence, verdict.seed, []);
  return { target: verdict.target, at: issued.at, ...readSurfaces(pack, interpreter.scope(), evidence.unsent) };
}
