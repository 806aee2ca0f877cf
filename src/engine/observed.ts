// All that the probes of a run saw, in the pack's order: each use, and each exchange once with every claim that it serves.
import { byOrder } from './ledger.ts';
import type { Seen } from './node.ts';
import type { Outcome } from './outcome.ts';
import type { Record } from './record.ts';
import type { Observed, ProbeValue, Scope } from './scope.ts';

export function observed(values: readonly ProbeValue[]): Observed {
  const uses = values.flatMap((value) => value.tried).sort(byOrder);
  const once = new Map<Record, Seen>();
  for (const seen of uses) {
    const first = once.get(seen.record);
    once.set(seen.record, first ? { ...first, claimedBy: [...first.claimedBy, ...seen.claimedBy] } : seen);
  }
  return { uses, exchanges: [...once.values()] };
}

/** A scope with second answers in place of first ones; everything else is as it was seen. */
export function secondScope(scope: Scope, second: ReadonlyMap<Record, Record>, outcomeOf: (record: Record) => Outcome): Scope {
  const again = (seen: Seen): Seen => {
    const record = second.get(seen.record);
    return record ? { ...seen, record, outcome: outcomeOf(record) } : seen;
  };
  const values = new Map<ProbeValue, ProbeValue>();
  const replaced = (value: ProbeValue): ProbeValue => {
    const known = values.get(value) ?? { ...value, seen: value.seen.map(again), tried: value.tried.map(again) };
    values.set(value, known);
    return known;
  };
  const first = scope.observed?.() ?? { uses: [], exchanges: [] };
  const seen: Observed = { uses: first.uses.map(again), exchanges: first.exchanges.map(again) };
  return {
    ...scope,
    probe: (name) => {
      const value = scope.probe(name);
      return value && replaced(value);
    },
    observed: () => seen,
  };
}
