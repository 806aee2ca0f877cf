// The gate's answer in words, for every renderer: passed or not, and every reason why not. It knows no output form and judges nothing.
import type { Check, PinnedVerificationReport, RuleVerdict } from '../contract/generated/types.ts';

export interface GateWords {
  word: 'PASSED' | 'NOT PASSED';
  ratified: 'ratified' | 'not ratified';
  /** One sentence each; why it passed when it did. Ids of checks are the pack's own text: the renderer makes them inert. */
  because: string[];
}

const LISTED = 12;

function checkNames(checks: readonly Check[], verdict: RuleVerdict): string {
  const ids = checks.filter((check) => check.verdict === verdict).map((check) => check.id);
  const more = ids.length > LISTED ? ` and ${ids.length - LISTED} more` : '';
  return `${ids.slice(0, LISTED).join(', ')}${more}`;
}

const has = (checks: readonly Check[], verdict: RuleVerdict): boolean => checks.some((check) => check.verdict === verdict);

export function gateWords({ passed, verdict }: PinnedVerificationReport): GateWords {
  const { checks, ratified } = verdict;
  const because: string[] = [];
  if (!ratified) because.push('Not ratified: no expected digest was given, so nobody vouches for this spec, and it never passes.');
  if (has(checks, 'fail')) because.push(`Failed: ${checkNames(checks, 'fail')}.`);
  if (has(checks, 'inconclusive')) because.push(`Could not be seen, so nothing is accepted: ${checkNames(checks, 'inconclusive')}.`);
  if (!has(checks, 'pass')) because.push('No check passes: nothing was proved.');
  if (because.length === 0) because.push('Every check of the ratified spec passes or does not apply.');
  return { word: passed ? 'PASSED' : 'NOT PASSED', ratified: ratified ? 'ratified' : 'not ratified', because };
}
