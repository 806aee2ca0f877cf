// Builds findings: where, what was expected in our own words, and the target's value through the quoter.

import { isObject, type Json } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { pointerOf } from '../../json/pointer.ts';
import type { Node } from '../../record/observation.ts';
import type { Context, Detail } from './judged.ts';

/** Findings of one assertion that are listed; the rest is counted. */
const LISTED = 5;
const LONGEST_VALUE = 200;
const LONGEST_MESSAGE = 800;
const LONGEST_KEYWORD = 60;

/** A short, inert rendering of any JSON value. */
export function describeValue(value: Json): string {
  if (typeof value === 'string') return quote(value, LONGEST_VALUE);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  return String(value);
}

export function placeOf(node: Node, more = ''): string | undefined {
  if (!node.observation) return undefined;
  const rest = pointerOf(node.path) + more;
  const view = node.view ? `.${node.view}` : '';
  return quote(`${node.observation.name}${view}${rest === '' ? '' : `#${rest}`}`, LONGEST_VALUE);
}

/** Name of the operation that an exchange was sent for, where its item has one. */
function operationOf(node: Node): string | undefined {
  const item = node.observation?.item?.value;
  return isObject(item) && typeof item.id === 'string' ? quote(item.id, LONGEST_VALUE) : undefined;
}

/** What a finding says of the exchange that its node belongs to. */
export function circumstances(node: Node): Pick<Detail, 'request' | 'operation' | 'claimedBy'> {
  const { observation } = node;
  if (!observation) return {};
  const { method, url } = observation.record.request;
  const claim = observation.claimedBy[0];
  const operation = operationOf(node);
  return {
    request: { method, url: quote(url, LONGEST_VALUE) },
    ...(operation ? { operation } : {}),
    ...(claim ? { claimedBy: quote(`${claim.url} ${claim.place}`, LONGEST_VALUE) } : {}),
  };
}

export interface Fault {
  message: string;
  keyword?: string;
  /** JSON pointer below the node. */
  below?: string;
  value?: string;
}

export function detail(node: Node, fault: Fault, context: Context): Detail {
  const place = placeOf(node, fault.below);
  return {
    code: context.code,
    level: context.level,
    // In our own words, which may name a type or a member as somebody else wrote it.
    message: quote(fault.message, LONGEST_MESSAGE),
    ...(place ? { place } : {}),
    ...(fault.keyword ? { keyword: quote(fault.keyword, LONGEST_KEYWORD) } : {}),
    ...(fault.value === undefined ? {} : { value: quote(fault.value, LONGEST_VALUE) }),
    ...circumstances(node),
    ...(node.observation ? { at: [node.observation] } : {}),
    // What stands in a body is said by that body itself.
    ...(node.observation && node.view ? { document: node.observation.record.url } : {}),
  };
}

/** A finding about a selection as a whole. */
export const bare = (message: string, context: Context, counts: { selected?: number; failed?: number } = {}): Detail => ({
  code: context.code,
  level: context.level,
  message: quote(message, LONGEST_MESSAGE),
  ...counts,
});

/** The first few, with the count of the rest on the last of them. */
export function listed(details: Detail[], selected: number): Detail[] {
  if (details.length === 0) return details;
  const failed = details.length;
  const kept = details.slice(0, LISTED).map((d) => ({ ...d, selected, failed }));
  const last = kept.at(-1);
  if (last && failed > LISTED) last.more = failed - LISTED;
  return kept;
}
