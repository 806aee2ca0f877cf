// An outcome as plain lines, for reporters whose form has room for text. Text of the target is made visible; escaping is the reporter's.
import type { Finding } from '../contract/generated/types.ts';
import { visible } from '../contract/quote.ts';
import { findingText, sentence } from './finding-text.ts';
import type { Outcome } from './outcomes.ts';

export function findingLine(finding: Finding): string {
  const { more } = finding;
  return visible(`${sentence(finding)}${more === undefined ? '' : ` (and ${more} more like it)`}`);
}

/** Reason, findings, what to do: everything that somebody needs who sees this text alone. */
export function outcomeText({ reason, findings, fix, known }: Outcome): string {
  const lines = [`${visible(reason.text)} [${visible(reason.code)}]`];
  if (known) lines.push('Known: the baseline has it.');
  for (const finding of findings) lines.push(`- ${findingText(finding).level}: ${findingLine(finding)}`);
  if (fix) lines.push('', 'How to fix it:', visible(fix.trim(), '\n'));
  return lines.join('\n');
}
