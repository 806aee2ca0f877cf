// All observations of a run in the pack's order, and each exchange once with every claim that it serves.
import { byOrder } from '../record/exchange-recorder.ts';
import type { Observation } from '../record/observation.ts';
import type { Outcome } from '../record/outcome.ts';
import type { Record } from '../record/record.ts';
import type { Observed, ProbeValue, Scope } from './select/scope.ts';

export function observe(values: readonly ProbeValue[]): Observed {
  const uses = values.flatMap((value) => value.tried).sort(byOrder);
  const once = new Map<Record, Observation>();
  for (const observation of uses) {
    const first = once.get(observation.record);
    once.set(observation.record, first ? { ...first, claimedBy: [...first.claimedBy, ...observation.claimedBy] } : observation);
  }
  return { uses, exchanges: [...once.values()] };
}

/** The same scope with other observations in place of those that were made, or without them. */
export function mappedScope(scope: Scope, map: (observation: Observation) => Observation | undefined): Scope {
  const mapped = (list: readonly Observation[]): Observation[] => list.flatMap((observation) => map(observation) ?? []);
  const { uses, exchanges } = scope.observed?.() ?? { uses: [], exchanges: [] };
  const observed: Observed = { uses: mapped(uses), exchanges: mapped(exchanges) };
  const values = new Map<ProbeValue, ProbeValue>();
  return {
    ...scope,
    probe: (name) => {
      const value = scope.probe(name);
      if (!value) return undefined;
      const other = values.get(value) ?? { ...value, observations: mapped(value.observations), tried: mapped(value.tried) };
      values.set(value, other);
      return other;
    },
    observed: () => observed,
  };
}

/** A scope with second answers in place of first ones; everything else is as it was seen. elect: what a probe comes to by them. */
export function secondScope(
  scope: Scope,
  second: ReadonlyMap<Record, Record>,
  outcomeOf: (record: Record) => Outcome,
  elect: (name: string, value: ProbeValue, scope: Scope) => ProbeValue,
): Scope {
  const seen = mappedScope(scope, (observation) => {
    const record = second.get(observation.record);
    return record ? { ...observation, record, outcome: outcomeOf(record) } : observation;
  });
  const probe = (name: string): ProbeValue | undefined => {
    const value = seen.probe(name);
    return value && elect(name, value, seen);
  };
  return { ...seen, probe };
}
