// The way to the target of a run: what of it may be reached, and where its name was found to lead.
import type { Transport } from '../contract/transport.ts';
import { live } from '../transport/live/live.ts';
import { pinnedResolver } from '../transport/live/pinned.ts';
import type { Job } from './job.ts';

export const liveFor = ({ reach, target, pinned }: Pick<Job, 'reach' | 'target' | 'pinned'>): Transport =>
  live({
    private: reach === 'private',
    own: reach === 'own',
    coarse: reach === 'public',
    target: new URL(target),
    ...(pinned ? { resolve: pinnedResolver(target, pinned) } : {}),
  });
