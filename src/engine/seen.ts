// An exchange as one probe sees it: the shared record under the probe's own name, with the item that it was sent for.
import type { Claim } from '../contract/generated/types.ts';
import type { Json, JsonObject } from '../contract/json.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { Outcome } from './outcome.ts';
import type { Record } from './record.ts';
import type { Node } from './selection.ts';

export interface Seen {
  /** llms, api[2], tools[0.1]: the id that checks and evidence use. */
  name: string;
  /** Sorts names as the pack does. */
  order: number[];
  record: Record;
  outcome: Outcome;
  item?: Node;
  claimedBy: Claim[];
}

export const whyUnclear = (seen: Seen): Unclear | undefined => (seen.outcome.is === 'unclear' ? seen.outcome.why : undefined);

const members = new WeakMap<Seen, JsonObject>();

/** The closed members of an exchange as JSON, without its views (docs/language.md, What a rule sees). */
export function exchangeMembers(seen: Seen): JsonObject {
  const known = members.get(seen);
  if (known) return known;
  const { record } = seen;
  const out: JsonObject = {
    url: record.url,
    request: { method: record.request.method, url: record.request.url, headers: { ...record.request.headers } },
    headers: { ...record.answer.headers },
    is: record.is,
    outcome: seen.outcome.is,
    redirects: record.redirects.map((r) => ({ url: r.url, status: r.answer.status ?? 0 })),
    claimedBy: seen.claimedBy.map((c) => ({ ...c })),
  };
  if (record.answer.status !== undefined) out.status = record.answer.status;
  if (record.type !== undefined) out.type = record.type;
  if (seen.item !== undefined) out.item = seen.item.value as Json;
  members.set(seen, out);
  return out;
}
