// What a rule rests on: the probes that it looks at, and those that they need. Without the others it comes to the same. It runs nothing.
import { probeNames } from '../../pack/compiled/graph.ts';
import type { CompiledProbe, CompiledRule, LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { CONTROL } from '../../pack/visit.ts';

/** A pack that asks no more than these probes. */
export const withProbes = (pack: LoadedPack, names: ReadonlySet<string>): LoadedPack => ({
  ...pack,
  probes: pack.probes.filter(({ name }) => names.has(name)),
});

export class Resting {
  readonly nodes: ReadonlyMap<string, CompiledProbe>;
  readonly #rules: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of probes that the pack itself rests on, and the control. */
  readonly #common: ReadonlySet<string>;

  constructor({ probes, rules, operations }: LoadedPack) {
    this.nodes = new Map(probes.map((node) => [node.name, node]));
    this.#rules = new Map(rules.map((rule) => [rule.rule.id, this.#lookedAt(rule)]));
    this.#common = this.upTo([
      ...operations.flatMap((path) => [...probeNames(path)]),
      ...probes.filter(({ probe }) => probe.cleanup).map(({ name }) => name),
    ]);
  }

  #lookedAt({ rule, uses, waitsForAll }: CompiledRule): ReadonlySet<string> {
    // What looks at every exchange looks at every probe.
    const all = waitsForAll && JSON.stringify(rule).includes('$.exchanges') ? this.nodes.keys() : [];
    return this.#withNeeded([...uses, ...Object.keys(rule.probes ?? {}), ...all]);
  }

  /** Probes that a rule looks at, with those that they need. */
  of(rule: string): ReadonlySet<string> {
    return this.#rules.get(rule) ?? new Set();
  }

  /** The same for several rules, with what every run asks. */
  needed(rules: readonly string[]): ReadonlySet<string> {
    return new Set([...this.#common, ...rules.flatMap((rule) => [...this.of(rule)])]);
  }

  /** These probes, with those that they need and the control. */
  upTo(names: Iterable<string>): ReadonlySet<string> {
    return this.#withNeeded([CONTROL, ...names]);
  }

  #withNeeded(names: Iterable<string>): ReadonlySet<string> {
    const all = new Set(names);
    for (const name of all) for (const needed of this.nodes.get(name)?.uses ?? []) all.add(needed);
    return all;
  }
}
