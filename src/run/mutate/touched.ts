// Which cases may notice a mutant: those of the rules that look at what it changes. It runs none.
import type { Pack } from '../../contract/generated/types.ts';
import { tokensOf } from '../../json/pointer.ts';
import { probeNames } from '../../pack/compiled/graph.ts';
import type { CompiledProbe, LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { CaseRun } from './case-runs.ts';
import { type Mutant, OPERATORS } from './mutant.ts';

const PACK_SCHEMA = /"pack:([^"]+)"/g;

/** Names of the shared schemas that a part of a pack refers to, and that those refer to. */
function schemasOf(part: unknown, shared: Pack['schemas'] = {}): ReadonlySet<string> {
  const named = (value: unknown): string[] => [...JSON.stringify(value ?? null).matchAll(PACK_SCHEMA)].map((match) => match[1] as string);
  const all = new Set(named(part));
  for (const name of all) for (const one of named(shared[name])) all.add(one);
  return all;
}

export class Touched {
  /** Probes that each rule looks at, and those that they need. */
  readonly #probes: readonly ReadonlySet<string>[];
  /** Shared schemas of each rule, its probes and those schemas. */
  readonly #schemas: readonly ReadonlySet<string>[];
  readonly #nodes: ReadonlyMap<string, CompiledProbe>;
  readonly #shared: Pack['schemas'];
  /** Names of probes that the pack itself rests on, and the control. */
  readonly #common: ReadonlySet<string>;

  constructor({ document, probes, rules, operations }: LoadedPack) {
    const uses = new Map(probes.map((node) => [node.name, node]));
    this.#nodes = uses;
    this.#shared = document.schemas;
    const withNeeded = (names: Set<string>): ReadonlySet<string> => this.#withNeeded(names);
    this.#probes = rules.map(({ rule, uses: names, waitsForAll }) => {
      const all = new Set([...names, ...Object.keys(rule.probes ?? {})]);
      // What looks at every exchange looks at every probe.
      if (waitsForAll && JSON.stringify(rule).includes('$.exchanges')) for (const name of uses.keys()) all.add(name);
      return withNeeded(all);
    });
    this.#common = withNeeded(
      new Set([
        'control',
        ...operations.flatMap((path) => [...probeNames(path)]),
        ...probes.filter(({ probe }) => probe.cleanup).map(({ name }) => name),
      ]),
    );
    this.#schemas = rules.map(({ rule }, i) => {
      const named = [...(this.#probes[i] ?? [])].map((name) => uses.get(name)?.probe);
      return schemasOf([rule, named], document.schemas);
    });
  }

  /** Probes that a rule rests on: without the others it comes to the same, as far as its cases can tell. */
  needed(rule: number): ReadonlySet<string> {
    return new Set([...this.#common, ...(this.#probes[rule] ?? [])]);
  }

  /** Shared schemas of a rule, and of what it rests on. */
  schemas(rule: number): ReadonlySet<string> {
    return this.#schemas[rule] ?? new Set();
  }

  /** Probes that a mutant changes; undefined where every request is made of more than probes. */
  probes({ edits }: Mutant): ReadonlySet<string> | undefined {
    const parts = edits.map(({ pointer }) => tokensOf(pointer));
    if (parts.some(([part = '']) => !['probes', 'rules', 'schemas'].includes(part))) return undefined;
    return new Set(
      parts.flatMap(([part, name = '', third, probe = '']) => {
        if (part === 'probes') return [name];
        if (part === 'rules') return third === 'probes' ? [probe] : [];
        return [...this.#nodes.values()].filter((node) => schemasOf(node.probe, this.#shared).has(name)).map((node) => node.name);
      }),
    );
  }

  /** The same with the probes that they need. */
  upTo(names: ReadonlySet<string>): ReadonlySet<string> {
    return this.#withNeeded(new Set(['control', ...names]));
  }

  #withNeeded(names: Set<string>): ReadonlySet<string> {
    for (const name of names) for (const needed of this.#nodes.get(name)?.uses ?? []) names.add(needed);
    return names;
  }

  cases({ operator, edits }: Mutant, all: readonly CaseRun[]): CaseRun[] {
    const touches = edits.map(({ pointer }) => this.#touches(tokensOf(pointer)));
    const isWorth = OPERATORS[operator].class === 'worth';
    return all.filter(({ index, one: { expect } }) => {
      const isTouched = touches.some((one) => one(index));
      // Points, caps and bands change no verdict; those of one rule make the grade of every case.
      if (!isWorth) return isTouched;
      const told = operator === 'points' ? expect.points : operator === 'cap' ? expect.cap : undefined;
      return expect.grade !== undefined || expect.next !== undefined || (isTouched && told !== undefined);
    });
  }

  #touches([part, name = '', third, probe = '']: string[]): (rule: number) => boolean {
    if (part === 'probes') return (rule) => this.#probes[rule]?.has(name) === true;
    if (part === 'schemas') return (rule) => this.#schemas[rule]?.has(name) === true;
    if (part !== 'rules') return () => true;
    // A rule may look at every exchange, those of other rules' probes among them.
    return (rule) => rule === Number(name) || (third === 'probes' && this.#probes[rule]?.has(probe) === true);
  }
}
