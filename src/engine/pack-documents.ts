// The documents that a pack carries, as answers that views can read. Nobody was asked for them, and they are no evidence.
import type { Pack } from '../contract/generated/types.ts';
import { isObject } from '../contract/json.ts';
import type { Observation } from '../record/observation.ts';
import { Record } from '../record/record.ts';

/** By name. Findings call one documents/NAME; what it says of servers stands against the target. */
export const carriedDocuments = ({ documents }: Pick<Pack, 'documents'>, target: string): ReadonlyMap<string, Observation> =>
  new Map(
    Object.entries(isObject(documents) ? documents : {}).map(([name, text]): [string, Observation] => {
      const called = `documents/${name}`;
      const base = new URL('/', target).href;
      const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: { text } };
      const record = new Record({ method: 'GET', url: base, headers: {} }, [], called, answer, undefined, base);
      return [name, { name: called, order: [], record, outcome: { is: 'found' }, claimedBy: [] }];
    }),
  );
