// A run as anybody may see it. It tells nothing of who asked.
import { AxproofError, type ErrorCode } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import type { Run, RunFault } from '../store/run.ts';
import type { BundledPacks } from './packs.ts';
import type { RunView } from './service.ts';

const instant = (ms: number): string => new Date(ms).toISOString();

/** What is thrown for a run that ended without a report; undefined for any other. */
export function failureOf({ state, error }: Pick<Run, 'state'> & { error?: RunFault | null }): AxproofError | undefined {
  if (state === 'failed' && error) return new AxproofError(error.code as ErrorCode, error.message, error.details);
  return state === 'interrupted' ? new AxproofError('run-interrupted', 'the run was cut off') : undefined;
}

/** Such as a caller gets who waits no longer. */
export const runGoesOn = (run?: string): AxproofError =>
  new AxproofError('busy', 'the run goes on; the same call joins it, or gets its report', [], { remedy: run === undefined ? {} : { run } });

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
