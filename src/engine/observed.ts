// All that the probes of a run saw, in the pack's order: each use, and each exchange once with every claim that it serves.
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

/** A scope with second answers in place of first ones; everything else is as it was seen. */
export function secondScope(scope: Scope, second: ReadonlyMap<Record, Record>, outcomeOf: (record: Record) => Outcome): Scope {
  const again = (observation: Observation): Observation => {
    const record = second.get(observation.record);
    return record ? { ...observation, record, outcome: outcomeOf(record) } : observation;
  };
  const values = new Map<ProbeValue, ProbeValue>();
  const replaced = (value: ProbeValue): ProbeValue => {
    const known = values.get(value) ?? { ...value, observations: value.observations.map(again), tried: value.tried.map(again) };
    values.set(value, known);
    return known;
  };
  const first = scope.observed?.() ?? { uses: [], exchanges: [] };
  const observation: Observed = { uses: first.uses.map(again), exchanges: first.exchanges.map(again) };
  return {
    ...scope,
    probe: (name) => {
      const value = scope.probe(name);
      return value && replaced(value);
    },
    observed: () => observation,
  };
}
