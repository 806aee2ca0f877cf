// Where the public page of a monitor is, and what stands beside it. It looks nothing up.
import type { MonitorFacts } from '../../store/monitor.ts';
import { pathOf } from '../target.ts';

/** Several monitors of one target are told apart by their rules: the name of a bundled pack, or the digest of a pinned spec. */
export const statusPath = ({ target, packName, packDigest }: MonitorFacts, file = '/status'): string =>
  pathOf(target, packName ?? packDigest, file);
