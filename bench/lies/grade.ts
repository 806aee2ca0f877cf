// One run against a generated site in process, and what of its verdict the bench asks about. It must not know what was planted.
import type { Check, VerificationReport } from '../../src/contract/generated/types.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { run } from '../../src/run/run.ts';
import type { Site } from './site.ts';
import { transportOf } from './transport.ts';

export interface Outcome {
  grade: string;
  points: number;
  conclusive: boolean;
  /** Honesty checks that fail: what blames. */
  blames: Check[];
  /** Honesty checks that could not be decided. */
  open: Check[];
  report: VerificationReport;
}

/** Honesty checks are those that cap: known by what they do, not by name. */
export function honestyChecks(pack: LoadedPack): Set<string> {
  return new Set(pack.document.rules.filter((rule) => rule.cap !== undefined).map((rule) => rule.id));
}

export async function grade(pack: LoadedPack, site: Site, seed: number): Promise<Outcome> {
  const report = await run({
    pack,
    target: site.origin,
    seed,
    seedOrigin: 'caller',
    transport: transportOf(site),
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const honesty = honestyChecks(pack);
  const checks = report.verdict.checks.filter((check) => honesty.has(check.id));
  return {
    grade: report.verdict.grade,
    points: report.verdict.score.points,
    conclusive: report.verdict.conclusive,
    blames: checks.filter((check) => check.verdict === 'fail'),
    open: checks.filter((check) => check.verdict === 'inconclusive'),
    report,
  };
}
