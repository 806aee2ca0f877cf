// What a scenario may have left at the target because a cleanup step could not be filled in: told in one check, whatever that came to. It changes no verdict.
import type { Check, Finding } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import type { CompiledProbe } from '../pack/compiled/loaded-pack.ts';
import type { ProbeValue } from './select/scope.ts';

const LONGEST_NAME = 100;

interface Settled {
  node: Pick<CompiledProbe, 'name' | 'probe'>;
  run: { value?: ProbeValue };
}

/** Whoever is asked to take away what it cannot name has been given something to name: an answer that was masked, not one that says no. */
const isMasked = ({ node, run }: Settled): boolean => node.probe.cleanup === true && run.value?.open === 'redacted';

const findingOf = ({ node: { name }, run }: Settled): Finding => ({
  code: 'redacted',
  level: 'should',
  message:
    `the cleanup step ${quote(name, LONGEST_NAME)} ${run.value?.observations.length ? 'was not sent for everything' : 'was not sent'}, because a value that it is filled in with looks like a credential or a personal address ` +
    'and was redacted: what was made may have been left behind. Name that value in the `secret` of the probe that is answered with it, ' +
    'then the step is sent with it, and it is not shown',
});

/** The checks of a run's end, with what may be left behind told first in one that nothing was seen of for that sake, or else in the first. */
export function tellLeftOver(checks: readonly Check[], probes: readonly Settled[]): readonly Check[] {
  const findings = probes.filter(isMasked).map(findingOf);
  const at = findings.length > 0 ? (checks.find(({ reason }) => reason.code === 'redacted') ?? checks[0]) : undefined;
  return at ? checks.map((check) => (check === at ? { ...check, findings: [...findings, ...check.findings] } : check)) : checks;
}
