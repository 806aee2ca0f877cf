// The way to the target of a run: what of it may be reached, where its name was found to lead, and what of the service's own is about to be asked.
import type { Transport } from '../contract/transport.ts';
import { live } from '../transport/live/live.ts';
import { pinnedResolver } from '../transport/live/pinned.ts';
import type { RunJob } from './job.ts';

export const liveFor = ({ reach, target, pinned }: Pick<RunJob, 'reach' | 'target' | 'pinned'>): Transport =>
  live({
    private: reach === 'private',
    own: reach === 'own',
    coarse: reach === 'public',
    target: new URL(target),
    ...(pinned ? { resolve: pinnedResolver(target, pinned) } : {}),
  });

/** Says which path of the service's own it is about to ask, so that the service does not wait for a report that waits for it. */
export function announcing(transport: Transport, about: (path: string) => void): Transport {
  return {
    registrable: (host) => transport.registrable(host),
    send(hop, signal) {
      about(new URL(hop.request.url).pathname);
      return transport.send(hop, signal);
    },
    close: () => transport.close(),
  };
}
