// Asks a target whether it lets itself be held to a spec, for a run that is about to be paid for. It decides nothing.
import { targetWilling } from '../../gate/willing.ts';
import { liveFor } from '../live-for.ts';
import type { RunOrder } from '../run-request.ts';

/** Milliseconds: with what a facilitator may take, less than a run is held for. */
const MOST = 12_000;

/** Throws unreachable, declined and consent-missing. */
export async function willing({ origin, reach, digest }: RunOrder, writes: boolean, agent: string | undefined): Promise<void> {
  const transport = liveFor({ reach, target: origin });
  try {
    await targetWilling({ origin, transport, digest, writes, deadline: MOST, agent });
  } finally {
    await transport.close();
  }
}
