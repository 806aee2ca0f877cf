// Whether a target lets itself be held to a spec, asked before somebody pays for the run: what it would end with, unless the target changes its mind. It sends
// what every run begins with, and nothing of the spec.
import { AxproofError } from '../contract/errors.ts';
import { RobotsReader } from '../record/robots-reader.ts';
import { unreachable } from '../record/unreachable.ts';
import { heedFile, heedRobots } from '../run/opt-out.ts';
import { type ConsentLookUp, targetConsent } from './consent.ts';

/** Throws unreachable, declined, consent-missing where the spec writes, and busy where the target took longer than `deadline` (milliseconds). */
export async function targetWilling(look: ConsentLookUp & { writes: boolean; deadline: number }): Promise<void> {
  const { origin, transport, agent, deadline, writes } = look;
  const over = AbortSignal.timeout(deadline);
  const signal = look.signal ? AbortSignal.any([look.signal, over]) : over;
  const reader = new RobotsReader(origin, transport.registrable, agent);
  while (reader.hop) reader.give(await transport.send(reader.hop, signal));
  if (reader.unreachable) throw unreachable(origin, reader.unreachable);
  heedRobots(reader, origin);
  await heedFile(transport, reader, look, signal);
  if (writes) await targetConsent({ ...look, signal });
  // A request that was cut off tells nothing: what stands behind it may forbid the run.
  if (over.aborted)
    throw new AxproofError('busy', `${origin} did not say within ${deadline / 1000} s whether it takes part; nothing was paid`);
}
