// A run as anybody may see it. It tells nothing of who asked.
import { quote } from '../contract/quote.ts';
import type { Run } from '../store/run.ts';
import type { BundledPacks } from './packs.ts';
import type { RunView } from './service.ts';

const instant = (ms: number): string => new Date(ms).toISOString();

export function viewOf(run: Run, packs: BundledPacks): RunView {
  const bundled = packs.withDigest(run.packDigest)?.document;
  return {
    id: run.id,
    kind: run.kind,
    target: run.target,
    pack: { digest: run.packDigest, ...(bundled ? { name: bundled.name, version: bundled.version } : {}) },
    state: run.state,
    createdAt: instant(run.createdAt),
    ...(run.startedAt === null ? {} : { startedAt: instant(run.startedAt) }),
    ...(run.endedAt === null ? {} : { endedAt: instant(run.endedAt) }),
    ...(run.reportDigest === null ? {} : { reportDigest: run.reportDigest }),
    ...(run.error === null ? {} : { error: { ...run.error, message: quote(run.error.message, 500) } }),
  };
}
