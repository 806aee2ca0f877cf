// What a path sees of an exchange: its closed members, and why nothing certain can be said of it. Its views are read elsewhere.
import type { Json, JsonObject } from '../../contract/json.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { Observation } from '../../record/observation.ts';

export const whyUnclear = (observation: Observation): Unclear | undefined =>
  observation.outcome.is === 'unclear' ? observation.outcome.why : undefined;

/** The closed members of an exchange (docs/language.md, What a rule sees); undefined where the exchange has none. */
const MEMBERS: { [name: string]: (observation: Observation) => Json | undefined } = {
  url: ({ record }) => record.url,
  request: ({ record: { request } }) => ({ method: request.method, url: request.url, headers: request.headers }),
  // A copy, so that it is the same kind of object whether it was received or recorded.
  headers: ({ record }) => ({ ...record.answer.headers }),
  status: ({ record }) => record.answer.status,
  type: ({ record }) => record.type,
  is: ({ record }) => record.is,
  outcome: ({ outcome }) => outcome.is,
  likeControl: ({ likeControl }) => likeControl,
  operations: ({ operations }) => operations && [...operations],
  operationsOpen: ({ operationsOpen }) => operationsOpen,
  redirects: ({ record }) => record.redirects.map((r) => ({ url: r.url, status: r.answer.status ?? 0 })),
  claimedBy: ({ claimedBy }) => claimedBy.map((c) => ({ ...c })),
  item: ({ item }) => item?.value,
};

const NAMES = Object.keys(MEMBERS);

/** One member, or undefined where the exchange has none. */
export function exchangeMember(observation: Observation, name: string): Json | undefined {
  return Object.hasOwn(MEMBERS, name) ? MEMBERS[name]?.(observation) : undefined;
}

/** Rules of a run of 52 exchanges ask for all members of one 259 times: made anew each time, they took 1 of the 25 ms of a replay. */
const whole = new WeakMap<Observation, JsonObject>();

/** All members as JSON, without views. Made once: rules look only at probes that have settled, and those do not change. */
export function exchangeMembers(observation: Observation): JsonObject {
  let known = whole.get(observation);
  if (!known) {
    known = {};
    for (const name of NAMES) {
      const value = exchangeMember(observation, name);
      if (value !== undefined) known[name] = value;
    }
    whole.set(observation, known);
  }
  return known;
}
