// Which cases may notice a mutant: those of the rules that look at what it changes. It runs none.
import { tokensOf } from '../../json/pointer.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { CaseRun } from './case-runs.ts';
import type { Mutant } from './mutant.ts';

const PACK_SCHEMA = /"pack:([^"]+)"/g;

export class Touched {
  /** Probes that each rule looks at, and those that they need. */
  readonly #probes: readonly ReadonlySet<string>[];
  /** Shared schemas of each rule, its probes and those schemas. */
  readonly #schemas: readonly ReadonlySet<string>[];

  constructor({ document, probes, rules }: LoadedPack) {
    const uses = new Map(probes.map((node) => [node.name, node]));
    this.#probes = rules.map(({ rule, uses: names, waitsForAll }) => {
      const all = new Set([...names, ...Object.keys(rule.probes ?? {})]);
      // What looks at every exchange looks at every probe.
      if (waitsForAll && JSON.stringify(rule).includes('$.exchanges')) for (const name of uses.keys()) all.add(name);
      for (const name of all) for (const needed of uses.get(name)?.uses ?? []) all.add(needed);
      return all;
    });
    this.#schemas = rules.map(({ rule }, i) => {
      const text = JSON.stringify([rule, [...(this.#probes[i] ?? [])].map((name) => uses.get(name)?.probe)]);
      const all = new Set([...text.matchAll(PACK_SCHEMA)].map((match) => match[1] as string));
      for (const name of all)
        for (const match of JSON.stringify(document.schemas?.[name] ?? null).matchAll(PACK_SCHEMA)) all.add(match[1] as string);
      return all;
    });
  }

  /** Those of the rule itself first. */
  cases({ operator, edits }: Mutant, all: readonly CaseRun[]): CaseRun[] {
    const touches = edits.map(({ pointer }) => this.#touches(tokensOf(pointer)));
    const found = all.filter(({ index }) => touches.some((one) => one(index)));
    if (operator !== 'points' && operator !== 'cap') return found;
    // Points and caps of one rule make the grade of every case.
    return [...found, ...all.filter((one) => !found.includes(one) && (one.one.expect.grade ?? one.one.expect.next) !== undefined)];
  }

  #touches([part, name = '', third, probe = '']: string[]): (rule: number) => boolean {
    if (part === 'probes') return (rule) => this.#probes[rule]?.has(name) === true;
    if (part === 'schemas') return (rule) => this.#schemas[rule]?.has(name) === true;
    if (part !== 'rules') return () => true;
    // A rule may look at every exchange, those of other rules' probes among them.
    return (rule) => rule === Number(name) || (third === 'probes' && this.#probes[rule]?.has(probe) === true);
  }
}

/** Whether a mutant leaves every request as it is. */
export const asksTheSame = ({ edits }: Mutant): boolean =>
  edits.every(({ pointer }) => /^\/rules\/\d+\/(?:when|assert)(?:\/|$)/.test(pointer));
