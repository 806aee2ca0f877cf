// Where a pinned report contradicts itself: it says its result twice and its spec twice, and a reader may rely on either place. Signer and reader refuse alike.
import type { Report } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import { pinnedVerdict } from '../report/pinned.ts';

/** undefined where there is none. */
export function contradiction(report: Report): string | undefined {
  if (report.kind !== 'PinnedVerificationReport') return undefined;
  const { passed, verdict } = report;
  if (passed !== verdict.passed) return `it says passed: ${passed}, and its verdict passed: ${verdict.passed}`;
  if (jcs(verdict.spec) !== jcs(verdict.pack)) return 'verdict.spec and verdict.pack name two packs';
  if (pinnedVerdict(verdict, verdict.ratified).passed !== passed) return `passed: ${passed} does not follow from its checks`;
  return undefined;
}
