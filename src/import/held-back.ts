// How a rule is kept from passing where part of its original was lost: it is inconclusive, since nobody looked, and blames nobody.
import type { Assertion, Probe } from '../contract/generated/types.ts';

const NAME = 'unjudged';

/** A list that is left after one request by its own bound stays unfinished: nothing that is to be counted at most can be said of it. */
export const HELD_BACK_PROBES: Record<string, Probe> = {
  [NAME]: { get: '/', bytes: 1024, repeat: { most: 1, merge: { url: '/?after={{ $.self.status }}' } } },
};

export const HELD_BACK: Assertion = { select: `$.${NAME}[*]`, count: { max: 1 }, else: 'not-imported' };
export const HELD_BACK_REASON = 'a part of the original has no equivalent, and is not judged';
