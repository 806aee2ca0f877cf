// Pinned reports, one that is accepted and those that contradict themselves. It is no test.
import type { PinnedVerdict, PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { buildPinnedReport } from '../../src/report/build.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { evidence, issued } from '../report/sample.ts';
import { verdict } from './signed.ts';

/** The sample without what fails or was not seen. */
export const good = {
  ...verdict,
  conclusive: true,
  caps: [],
  checks: verdict.checks.map((check) => ({ ...check, verdict: 'pass' as const })),
};

export const pinned = (of: PinnedVerdict): PinnedVerificationReport =>
  buildPinnedReport({ verdict: of, evidence, issued: { ...issued, mode: 'attested-remote' } });
export const accepted = pinned(pinnedVerdict(good, true));

export const TORN: [name: string, report: PinnedVerificationReport][] = [
  ['passed above and not below', { ...accepted, passed: false }],
  ['passed below and not above', { ...pinned({ ...accepted.verdict, passed: false }), passed: true }],
  ['another spec than pack', pinned({ ...accepted.verdict, spec: { ...verdict.pack, version: '9.9.9' } })],
  ['passed without being ratified', pinned({ ...accepted.verdict, ratified: false })],
  ['passed without being conclusive', pinned({ ...accepted.verdict, conclusive: false })],
  ['passed with a check that fails', pinned({ ...accepted.verdict, checks: [{ ...good.checks[0]!, verdict: 'fail' }, ...good.checks] })],
  ['passed with nothing that passes', pinned({ ...accepted.verdict, checks: [{ ...good.checks[0]!, verdict: 'not-applicable' }] })],
  ['not passed where everything does', pinned({ ...accepted.verdict, passed: false })],
];
