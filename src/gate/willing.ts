// Whether a target lets itself be held to a spec, asked before somebody pays for the run: what it would end with, unless the target changes its mind. It sends
// what every run begins with, and nothing of the spec.
import { AxproofError } from '../contract/errors.ts';
import { RobotsReader } from '../record/robots-reader.ts';
import { unreachable } from '../record/unreachable.ts';
import { heedFile, heedRobots } from '../run/opt-out.ts';
import { within } from '../run/within.ts';
import { type ConsentLookUp, targetConsent } from './consent.ts';

interface Look extends ConsentLookUp {
  writes: boolean;
  deadline: number;
}

async function ask(look: Look, signal: AbortSignal): Promise<void> {
  const { origin, transport, agent } = look;
  const reader = new RobotsReader(origin, transport.registrable, agent);
  while (reader.hop) reader.give(await transport.send(reader.hop, signal));
  if (reader.unreachable) throw unreachable(origin, reader.unreachable);
  heedRobots(reader, origin);
  await heedFile(transport, reader, look, signal);
  if (look.writes) await targetConsent({ ...look, signal });
  // A request that was cut off tells nothing: what stands behind it may forbid the run.
  signal.throwIfAborted();
}

/** Throws unreachable, declined, consent-missing where the spec writes, and busy where the target took longer than `deadline` (milliseconds). */
export const targetWilling = (look: Look): Promise<void> =>
  within(look.deadline, look.signal, async (signal) => {
    try {
      await ask(look, signal);
    } catch (error) {
      // What it said before the end holds.
      if (error instanceof AxproofError || !signal.aborted) throw error;
      look.signal?.throwIfAborted();
      throw new AxproofError('busy', `${look.origin} did not say within ${look.deadline / 1000} s whether it takes part; nothing was paid`);
    }
  });
