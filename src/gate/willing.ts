// Whether a target lets itself be held to a spec, asked before somebody pays for the run: what it would end with, unless the target changes its mind. It sends
// what every run begins with, and nothing of the spec.
import { RobotsReader } from '../record/robots-reader.ts';
import { unreachable } from '../record/unreachable.ts';
import { heedFile, heedRobots } from '../run/opt-out.ts';
import { type ConsentLookUp, targetConsent } from './consent.ts';

/** Throws unreachable, declined, and consent-missing where the spec writes. */
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
}
