// Which cases may notice a mutant: those of the rules that look at what it changes. It runs none.
import type { Pack } from '../../contract/generated/types.ts';
import { tokensOf } from '../../json/pointer.ts';
import { probeNames } from '../../pack/compiled/graph.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
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
  /** Those of all probes. */
  readonly #asking: ReadonlySet<string>;

  /** Names of probes that the pack itself rests on, and the control. */
  readonly #common: ReadonlySet<string>;

  constructor({ document, probes, rules, operations }: LoadedPack) {
    const uses = new Map(probes.map((node) => [node.name, node]));
    const withNeeded = (names: Set<string>): ReadonlySet<string> => {
      for (const name of names) for (const needed of uses.get(name)?.uses ?? []) names.add(needed);
      return names;
    };
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
    this.#asking = schemasOf(
      probes.map(({ probe }) => probe),
      document.schemas,
    );
  }

  /** Probes that a rule rests on: without the others it comes to the same, as far as its cases can tell. */
  needed(rule: number): ReadonlySet<string> {
    return new Set([...this.#common, ...(this.#probes[rule] ?? [])]);
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

  /** Whether a mutant leaves every request as it is. */
  asksTheSame({ edits }: Mutant): boolean {
    return edits.every(({ pointer }) => {
      const [part, name = '', third = ''] = tokensOf(pointer);
      if (part === 'schemas') return !this.#asking.has(name);
      return part === 'rules' && ['when', 'assert', 'points', 'cap'].includes(third);
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
