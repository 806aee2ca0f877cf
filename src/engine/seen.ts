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

/** The closed members of an exchange (docs/language.md, What a rule sees); undefined where the exchange has none. */
const MEMBERS: { [name: string]: (seen: Seen) => Json | undefined } = {
  url: ({ record }) => record.url,
  request: ({ record: { request } }) => ({ method: request.method, url: request.url, headers: { ...request.headers } }),
  headers: ({ record }) => ({ ...record.answer.headers }),
  status: ({ record }) => record.answer.status,
  type: ({ record }) => record.type,
  is: ({ record }) => record.is,
  outcome: ({ outcome }) => outcome.is,
  redirects: ({ record }) => record.redirects.map((r) => ({ url: r.url, status: r.answer.status ?? 0 })),
  claimedBy: ({ claimedBy }) => claimedBy.map((c) => ({ ...c })),
  item: ({ item }) => item?.value,
};

/** One member as an object of it alone, or an empty one. */
export function exchangeMember(seen: Seen, name: string): JsonObject {
  const value = Object.hasOwn(MEMBERS, name) ? MEMBERS[name]?.(seen) : undefined;
  return value === undefined ? {} : { [name]: value };
}

/** All members as JSON, without views. */
export const exchangeMembers = (seen: Seen): JsonObject =>
  Object.assign({}, ...Object.keys(MEMBERS).map((name) => exchangeMember(seen, name)));
