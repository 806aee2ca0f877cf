// A run as it would be without the documents that its answers contradict: a surface that is not true is worth no more than one that is not
// there. It judges nothing.

import type { Observation } from '../record/observation.ts';
import type { Detail } from './assert/judged.ts';
import type { ProbeValue, Scope } from './select/scope.ts';

/** Documents whose claims are contradicted, by URL. What no document claims is a matter of its own check. */
export const liarsOf = (details: readonly Detail[]): ReadonlySet<string> =>
  new Set(
    details.flatMap(({ document, at = [] }) =>
      document ? [document] : at.flatMap((observation) => observation.claimedBy.map(({ url }) => url)),
    ),
  );

/** The same scope without these documents, and without what only they led to. usual: addresses that are asked for whoever names them. */
export function scopeWithout(scope: Scope, documents: ReadonlySet<string>, usual: ReadonlySet<string>): Scope {
  const all = scope.observed?.() ?? { uses: [], exchanges: [] };
  const stays = ({ record, claimedBy }: Observation): boolean =>
    !documents.has(record.url) &&
    (claimedBy.length === 0 || usual.has(record.request.url) || claimedBy.some(({ url }) => !documents.has(url)));
  const known = new Map<ProbeValue, ProbeValue>();
  const thinned = (value: ProbeValue): ProbeValue => {
    const thin = known.get(value) ?? { ...value, observations: value.observations.filter(stays), tried: value.tried.filter(stays) };
    known.set(value, thin);
    return thin;
  };
  const rest = { uses: all.uses.filter(stays), exchanges: all.exchanges.filter(stays) };
  return {
    ...scope,
    probe: (name) => {
      const value = scope.probe(name);
      return value && thinned(value);
    },
    observed: () => rest,
  };
}
