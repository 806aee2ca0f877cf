// Which cases may notice a mutant: those of the rules that look at what it changes. It runs none.
import type { Pack } from '../../contract/generated/types.ts';
import { tokensOf } from '../../json/pointer.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { schemaNamesIn } from '../../pack/visit.ts';
import { Resting } from '../cases/resting.ts';
import type { CaseRun } from './case-runs.ts';
import { type Mutant, OPERATORS } from './mutant.ts';

export class Touched {
  readonly resting: Resting;
  readonly #ids: readonly string[];
  /** Shared schemas of each rule, its probes and those schemas. */
  readonly #schemas: readonly ReadonlySet<string>[];
  readonly #shared: Pack['schemas'];

  constructor(pack: LoadedPack) {
    const { document, rules } = pack;
    this.resting = new Resting(pack);
    this.#shared = document.schemas;
    this.#ids = rules.map(({ rule }) => rule.id);
    this.#schemas = rules.map(({ rule }) => {
      const named = [...this.resting.of(rule.id)].map((name) => this.resting.nodes.get(name)?.probe);
      return schemaNamesIn([rule, named], document.schemas);
    });
  }

  /** Probes that a rule rests on: without the others it comes to the same, as far as its cases can tell. */
  needed(rule: number): ReadonlySet<string> {
    return this.resting.needed(this.#ids.slice(rule, rule + 1));
  }

  /** Probes that a mutant changes; undefined where every request is made of more than probes. */
  probes({ edits }: Mutant): ReadonlySet<string> | undefined {
    const parts = edits.map(({ pointer }) => tokensOf(pointer));
    if (parts.some(([part = '']) => !['probes', 'rules', 'schemas'].includes(part))) return undefined;
    return new Set(
      parts.flatMap(([part, name = '', third, probe = '']) => {
        if (part === 'probes') return [name];
        if (part === 'rules') return third === 'probes' ? [probe] : [];
        return [...this.resting.nodes.values()]
          .filter((node) => schemaNamesIn(node.probe, this.#shared).has(name))
          .map((node) => node.name);
      }),
    );
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
    if (part === 'probes') return (rule) => this.#restsOn(rule, name);
    if (part === 'schemas') return (rule) => this.#schemas[rule]?.has(name) === true;
    if (part !== 'rules') return () => true;
    // A rule may look at every exchange, those of other rules' probes among them.
    return (rule) => rule === Number(name) || (third === 'probes' && this.#restsOn(rule, probe));
  }

  #restsOn(rule: number, probe: string): boolean {
    return this.resting.of(this.#ids[rule] ?? '').has(probe);
  }
}
