// A baseline: what was known of every check at some time, and what a later run adds to that. It compares verdicts and never softens an error.
import type { Baseline, BaselineEntry, Check } from '../contract/generated/types.ts';
import type { Result } from './result.ts';

export interface BaselineNote {
  result: Result;
  check: string;
  /** What the baseline says; absent where it says nothing. */
  was?: BaselineEntry;
  now?: Check;
}

export interface BaselineComparison {
  /** Fails that the baseline does not know, or not for this reason. */
  regressions: BaselineNote[];
  /** Not seen, and not known to be bad. */
  unseen: BaselineNote[];
  /** Fails and unseen checks that the baseline has. */
  known: BaselineNote[];
  /** Failed or unseen then, and holds now. */
  fixed: BaselineNote[];
  /** In the baseline, and no longer in the pack. */
  gone: BaselineNote[];
}

type Place = Pick<BaselineEntry, 'target' | 'pack' | 'name' | 'nth'>;

const keyOf = ({ target, pack, name, nth }: Place, check = ''): string => JSON.stringify([target, pack, name ?? null, nth ?? 1, check]);

/** Where each result stands in a baseline; equal ones are told apart by their number. */
function places(results: readonly Result[]): Place[] {
  const times = new Map<string, number>();
  return results.map(({ target, pack, name }) => {
    const place: Place = { target, pack: pack.name, ...(name === undefined ? {} : { name }) };
    const nth = (times.get(keyOf(place)) ?? 0) + 1;
    times.set(keyOf(place), nth);
    return nth === 1 ? place : { ...place, nth };
  });
}

/** Why a check fails, or was not seen, by the codes that its rule names. */
export function codesOf({ verdict, reason, findings }: Check): string[] {
  if (verdict === 'pass' || verdict === 'not-applicable') return [];
  const faults = findings.filter((finding) => finding.level === 'must').map((finding) => finding.code);
  return [...new Set([reason.code, ...faults])].sort();
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Entries of these results replace the older ones of the same target and pack; the others stay. */
export function baselineOf(results: readonly Result[], before?: Baseline): Baseline {
  const at = places(results);
  const judged = new Set(at.filter((_, i) => results[i]!.report).map((place) => keyOf(place)));
  const kept = (before?.entries ?? []).filter((entry) => !judged.has(keyOf(entry)));
  const fresh = results.flatMap(({ report }, i) =>
    (report?.verdict.checks ?? []).map(
      (check): BaselineEntry => ({ ...at[i]!, check: check.id, verdict: check.verdict, codes: codesOf(check) }),
    ),
  );
  const entries = [...kept, ...fresh].sort((a, b) => order(keyOf(a, a.check), keyOf(b, b.check)));
  return { format: 1, kind: 'Baseline', entries };
}

const bad = (entry: BaselineEntry | undefined): entry is BaselineEntry => entry?.verdict === 'fail' || entry?.verdict === 'inconclusive';

function kindOf(now: Check, was: BaselineEntry | undefined): keyof BaselineComparison | undefined {
  if (now.verdict === 'fail')
    return was?.verdict === 'fail' && codesOf(now).every((code) => was.codes.includes(code)) ? 'known' : 'regressions';
  if (now.verdict === 'inconclusive') return bad(was) ? 'known' : 'unseen';
  return bad(was) ? 'fixed' : undefined;
}

/** A result without a report is in none of the lists: its error stands as it is. */
export function compareBaseline(baseline: Baseline, results: readonly Result[]): BaselineComparison {
  const comparison: BaselineComparison = { regressions: [], unseen: [], known: [], fixed: [], gone: [] };
  const before = new Map(baseline.entries.map((entry) => [keyOf(entry, entry.check), entry]));
  const grouped = new Map<string, BaselineEntry[]>();
  for (const entry of baseline.entries) {
    const group = grouped.get(keyOf(entry));
    if (group) group.push(entry);
    else grouped.set(keyOf(entry), [entry]);
  }
  const at = places(results);
  results.forEach((result, i) => {
    if (!result.report) return;
    const place = at[i]!;
    const { checks } = result.report.verdict;
    for (const now of checks) {
      const was = before.get(keyOf(place, now.id));
      const kind = kindOf(now, was);
      if (kind) comparison[kind].push({ result, check: now.id, now, ...(was ? { was } : {}) });
    }
    const here = new Set(checks.map(({ id }) => id));
    for (const was of grouped.get(keyOf(place)) ?? []) if (!here.has(was.check)) comparison.gone.push({ result, check: was.check, was });
  });
  return comparison;
}

/** The results with what the baseline knows of each, for renderers. */
export function markKnown(results: readonly Result[], { known }: BaselineComparison): Result[] {
  return results.map((result) => ({ ...result, known: known.filter((note) => note.result === result).map(({ check }) => check) }));
}
