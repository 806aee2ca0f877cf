// What the cases of a pack show of it: reasons, each assertion true and false, candidates that won, paths that selected something. It judges no case.
import { readExchangeName } from '../../contract/exchange-name.ts';
import type { Assertion, Rule } from '../../contract/generated/types.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { select } from '../../engine/select/select.ts';
import { below } from '../../json/pointer.ts';
import { parsePath, withoutOne } from '../../pack/compiled/path.ts';
import type { CaseCoverage, CoverageRow } from '../../report/cases.ts';
import { assertionsOf } from './assertions.ts';
import { explain } from './explain.ts';
import { type PackSource, placeText } from './source.ts';

const SHARED = '(shared)';
type Column = Exclude<keyof CoverageRow, 'rule'>;

interface Part {
  column: Column;
  rule: string;
  pointer: string;
  text: string;
}

/** Each of several paths, and each name of a union. */
function alternatives(assertion: Assertion, pointer: string): { path: string; pointer: string }[] {
  const lists: [unknown, string][] = [
    ['select' in assertion ? assertion.select : undefined, below(pointer, 'select')],
    ['in' in assertion ? assertion.in.of : undefined, below(pointer, 'in', 'of')],
  ];
  return lists.flatMap(([value, here]) => {
    const paths = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
    return paths.flatMap((path, i) => {
      const at = Array.isArray(value) ? below(here, i) : here;
      const names = withoutOne(path);
      // What a union of two is without the one is the other.
      if (names.length === 2) return names.map((one) => ({ path: one.path, pointer: at }));
      return paths.length > 1 ? [{ path, pointer: at }] : [];
    });
  });
}

export class CasesCoverage {
  readonly #parts = new Map<string, Part>();
  readonly #seen = new Set<string>();

  constructor(private readonly source: PackSource) {
    const { rules, probes = {} } = source.pack.document;
    this.#candidates(probes, '/probes', SHARED);
    for (const [i, rule] of rules.entries()) {
      if (!source.own.has(rule.id)) continue;
      const here = below('/rules', i);
      for (const code of Object.keys(rule.reasons))
        this.#part('reasons', rule.id, below(here, 'reasons', code), `no case shows the reason ${code}`);
      for (const { assertion, pointer } of assertionsOf(rule)) {
        for (const value of ['true', 'false']) this.#part('assertions', rule.id, here + pointer, `never ${value}`);
        for (const one of alternatives(assertion, here + pointer)) this.#part('paths', rule.id, one.pointer, `nothing at ${one.path}`);
      }
      this.#candidates(rule.probes ?? {}, below(here, 'probes'), rule.id);
    }
  }

  #part(column: Column, rule: string, pointer: string, text: string): void {
    if (this.source.owns(pointer)) this.#parts.set(`${pointer} ${text}`, { column, rule, pointer, text });
  }

  #candidates(probes: NonNullable<Rule['probes']>, pointer: string, rule: string): void {
    for (const [name, probe] of Object.entries(probes))
      for (const i of (probe.firstOf ?? []).keys()) this.#part('candidates', rule, below(pointer, name, 'firstOf', i), 'never won');
  }

  /** Takes a finished run of a case of a rule. */
  add(interpreter: Interpreter, rule: Rule, index: number, said: readonly string[]): void {
    const { pack } = this.source;
    const here = below('/rules', index);
    for (const code of said) this.#seen.add(`${below(here, 'reasons', code)} no case shows the reason ${code}`);
    for (const { pointer, value } of explain(interpreter, pack, index)) this.#seen.add(`${here}${pointer} never ${value}`);
    const scope = interpreter.scope();
    for (const { assertion, pointer } of assertionsOf(rule))
      for (const { path, pointer: at } of alternatives(assertion, here + pointer))
        if (!path.startsWith('$.each') && select(parsePath(path), scope).nodes.length > 0) this.#seen.add(`${at} nothing at ${path}`);
    for (const { name, owner, probe } of pack.probes) {
      if (!probe.firstOf) continue;
      const winner = scope.probe(name)?.observations[0]?.name;
      if (winner === undefined) continue;
      const at = pack.document.rules.findIndex(({ id }) => id === owner);
      const above = owner === null ? '/probes' : below('/rules', at, 'probes');
      const [source = 0] = readExchangeName(winner).at;
      this.#seen.add(`${below(above, name, 'firstOf', source)} never won`);
    }
  }

  coverage(): CaseCoverage {
    const rows = new Map<string, CoverageRow>();
    const missing: string[] = [];
    for (const [key, { column, rule, pointer, text }] of this.#parts) {
      const row: CoverageRow = rows.get(rule) ?? { rule, reasons: [0, 0], assertions: [0, 0], candidates: [0, 0], paths: [0, 0] };
      rows.set(rule, row);
      row[column][1]++;
      if (this.#seen.has(key)) row[column][0]++;
      else missing.push(`${placeText(this.source.place(pointer))}: ${rule}: ${text}`);
    }
    return { rows: [...rows.values()], missing };
  }
}
