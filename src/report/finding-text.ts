// A finding as one plain sentence, for every renderer. The parts that quote the target come as they are: the renderer makes them inert.
import type { Finding } from '../contract/generated/types.ts';

/** What was expected, in our words, and what belongs to it: label and quoted value. */
export interface FindingText {
  message: string;
  level: string;
  parts: { label: string; value: string }[];
  more: number;
}

const LEVELS: Record<Finding['level'], string> = { must: 'fault', should: 'advice', note: 'note' };

export function findingText(finding: Finding): FindingText {
  const { request, operation, place, value, claimedBy, more, level, message } = finding;
  const parts: FindingText['parts'] = [];
  if (request) parts.push({ label: 'request', value: `${request.method} ${request.url}` });
  if (operation !== undefined) parts.push({ label: 'operation', value: operation });
  if (place !== undefined) parts.push({ label: 'at', value: place });
  if (value !== undefined) parts.push({ label: 'found', value });
  if (claimedBy !== undefined) parts.push({ label: 'claimed by', value: claimedBy });
  return { message, level: LEVELS[level], parts, more: more ?? 0 };
}
