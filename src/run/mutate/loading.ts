// Loads the mutants of a pack. What a mutant leaves alone is not checked again: one of assertions alone is checked with what its rule rests on, and the rest is that of the unchanged pack.
import type { Pack, Rule } from '../../contract/generated/types.ts';
import { tokensOf } from '../../json/pointer.ts';
import type { CompiledRule, LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { type LoadOptions, loadPackDocument } from '../../pack/load.ts';
import { schemaNamesIn } from '../../pack/visit.ts';
import { Touched } from './affected-rules.ts';
import { Checks } from './checks.ts';
import type { Mutant } from './mutant.ts';

const only = <T>(members: { [name: string]: T } | undefined, names: ReadonlySet<string>): { [name: string]: T } =>
  Object.fromEntries(Object.entries(members ?? {}).filter(([name]) => names.has(name)));

/** Index of the rule whose assertions are all that a mutant changes. */
function ruleOf({ edits }: Mutant): number | undefined {
  const indexes = edits.map(({ pointer }) => {
    const [part, index, list] = tokensOf(pointer);
    return part === 'rules' && (list === 'assert' || list === 'when') ? Number(index) : undefined;
  });
  return new Set(indexes).size === 1 ? indexes[0] : undefined;
}

export class Loading {
  readonly checks: Checks;
  readonly touched: Touched;
  /** Unchanged. Its schemas tell what they are held against. */
  readonly pack: LoadedPack;
  /** Whether the part that a rule rests on is a pack of its own. */
  readonly #isPack = new Map<number, boolean>();

  constructor({ document }: LoadedPack) {
    this.checks = new Checks(document);
    this.pack = loadPackDocument(document, { checks: this.checks.unchanged });
    this.touched = new Touched(this.pack);
  }

  /** Undefined where the loader refuses it. document: of the mutant. */
  mutant(mutant: Mutant, document: Pack): LoadedPack | undefined {
    const checks = this.checks.mutant(document.schemas === this.pack.document.schemas);
    const index = ruleOf(mutant);
    if (index === undefined || !this.#standsAlone(index)) return this.#loaded(document, checks);
    const [compiled] = this.#loaded(this.#part(document, index), checks)?.rules ?? [];
    return compiled && this.#with(document, index, compiled);
  }

  #loaded(document: Pack, checks: LoadOptions['checks']): LoadedPack | undefined {
    try {
      return loadPackDocument(document, { checks: checks as NonNullable<typeof checks> });
    } catch {
      return undefined;
    }
  }

  #standsAlone(index: number): boolean {
    const known = this.#isPack.get(index) ?? this.#loaded(this.#part(this.pack.document, index), this.checks.unchanged) !== undefined;
    this.#isPack.set(index, known);
    return known;
  }

  /** One rule with all that it rests on. A pack has points, so it gets one where it caps. */
  #part(document: Pack, index: number): Pack {
    const { cap: _, ...rule } = document.rules[index] as Rule;
    const names = this.touched.needed(index);
    const probes = { ...document.probes, ...Object.assign({}, ...document.rules.map((one) => one.probes ?? {})) } as NonNullable<
      Pack['probes']
    >;
    for (const name of Object.keys(rule.probes ?? {})) delete probes[name];
    const needed = only(probes, names);
    return {
      ...document,
      probes: needed,
      rules: [{ points: 1, ...rule } as Rule],
      schemas: only(document.schemas, schemaNamesIn([rule, needed], document.schemas)),
      ...(document.coverage ? { coverage: only(document.coverage as never, new Set([rule.id])) as never } : {}),
    };
  }

  #with(document: Pack, index: number, compiled: CompiledRule): LoadedPack {
    const rule = document.rules[index] as Rule;
    const waitsForAll = compiled.waitsForAll || (this.pack.rules[index] as CompiledRule).waitsForAll;
    const rules = this.pack.rules.map((one, i) => (i === index ? { ...compiled, rule, waitsForAll } : one));
    return { ...this.pack, document, rules };
  }
}
