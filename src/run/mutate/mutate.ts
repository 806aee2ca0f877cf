// Changes a pack in one place at a time and says which changes no case notices. A mutant that does not load is none.
import { AxproofError } from '../../contract/errors.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { ajvCompiler, type Compiler } from '../../pack/compiled/ajv-compiler.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { precompiledCheck } from '../../pack/compiled/precompiled.ts';
import { schemaChecks, schemaKey } from '../../pack/compiled/schema-check.ts';
import type { SchemaCheck } from '../../pack/compiled/schema-types.ts';
import { type LoadOptions, loadPackDocument } from '../../pack/load.ts';
import type { PlacedWaiver } from '../../transport/fixture/load.ts';
import { VIEW_NAMES } from '../../views/registry.ts';
import type { CaseFolders } from '../cases/folders.ts';
import { placedCases } from '../cases/read.ts';
import type { PackSource } from '../cases/source.ts';
import { Targets } from '../cases/targets.ts';
import { CaseRun } from './case-runs.ts';
import { type Mutant, mutated, OPERATORS } from './mutant.ts';
import { Touched } from './touched.ts';

export type Fate = 'noticed' | 'survived' | 'waived' | 'refused';

export interface Judged {
  mutant: Mutant;
  /** refused: the loader names it, so nobody could ship it. */
  fate: Fate;
}

export interface Mutation {
  judged: Judged[];
  /** Waivers of mutants that are noticed, or are none. */
  idle: PlacedWaiver[];
}

/** Every case of the pack. Throws bad-fixture or bad-file. */
function runsOf({ pack }: PackSource, folders: CaseFolders): CaseRun[] {
  const targets = new Targets(...folders.targets);
  const { cases: folder } = folders;
  if (folder === undefined) throw new AxproofError('bad-fixture', `there are no cases: no folder ${folders.looked.join(', no ')}`);
  return pack.document.rules.flatMap(({ id }, index) =>
    placedCases(id, folder).map(({ one, at }) => new CaseRun(id, index, one, targets.of(one), at)),
  );
}

class Mutating {
  readonly #pack: LoadedPack;
  /** Those that noticed a mutant last come first: they are likely to notice its neighbour. */
  #runs: readonly CaseRun[];
  readonly #touched: Touched;
  /** Of the unchanged pack, by all that they say: a mutant compiles its own schemas alone. */
  readonly #checks = new Map<string, SchemaCheck>();

  constructor(pack: LoadedPack, runs: readonly CaseRun[]) {
    this.#pack = pack;
    this.#runs = runs;
    this.#touched = new Touched(pack);
    const compile = ajvCompiler();
    const compiler: Compiler = (schema, shared) => {
      const check = compile(schema, shared);
      this.#checks.set(schemaKey(schema, shared), check);
      return check;
    };
    this.#loaded(pack.document, (shared) => schemaChecks(shared, { compiler }));
  }

  /** Undefined where the loader refuses it. */
  #loaded(
    document: Pack,
    checks: LoadOptions['checks'] = (shared) =>
      schemaChecks(shared, { precompiled: (key) => this.#checks.get(key) ?? precompiledCheck(key) }),
  ): LoadedPack | undefined {
    try {
      return loadPackDocument(document, { views: [...VIEW_NAMES], checks });
    } catch {
      return undefined;
    }
  }

  /** Runs the cases that these mutants touch. Throws bad-fixture where one does not hold: it could not tell a mutant. */
  async unchanged(mutants: readonly Mutant[]): Promise<void> {
    const touched = new Set(mutants.flatMap((mutant) => this.#touched.cases(mutant, this.#runs)));
    const wrong: string[] = [];
    for (const run of touched) {
      const texts = await run.unchanged(this.#pack, this.#touched.needed(run.index));
      wrong.push(...texts.map((text) => `${run.at}: ${run.rule}: ${run.one.name}: ${text}`));
    }
    if (wrong.length > 0) throw new AxproofError('bad-fixture', 'cases do not hold before anything is changed', wrong);
  }

  async fate(mutant: Mutant): Promise<Exclude<Fate, 'waived'>> {
    const pack = this.#loaded(mutated(this.#pack.document, mutant));
    if (!pack) return 'refused';
    const same = this.#touched.asksTheSame(mutant);
    for (const run of this.#touched.cases(mutant, this.#runs)) {
      if (!(await run.notices(pack, same).catch(() => true))) continue;
      this.#runs = [run, ...this.#runs.filter((one) => one !== run)];
      return 'noticed';
    }
    return 'survived';
  }
}

/** said: hears of each mutant as it is judged. */
export async function mutate(
  source: PackSource,
  folders: CaseFolders,
  mutants: readonly Mutant[],
  waivers: readonly PlacedWaiver[],
  said: (judged: Judged) => void,
): Promise<Mutation> {
  const mutating = new Mutating(source.pack, runsOf(source, folders));
  await mutating.unchanged(mutants);
  const waived = new Set(waivers.map(({ mutant }) => mutant));
  const judged: Judged[] = [];
  for (const mutant of mutants) {
    const fate = await mutating.fate(mutant);
    judged.push({ mutant, fate: fate === 'survived' && waived.has(mutant.name) ? 'waived' : fate });
    said(judged.at(-1) as Judged);
  }
  const noticed = new Set(judged.filter(({ fate }) => fate === 'noticed' || fate === 'refused').map(({ mutant }) => mutant.name));
  return { judged, idle: waivers.filter(({ mutant }) => noticed.has(mutant)) };
}

export const classOf = ({ operator }: Mutant): (typeof OPERATORS)[typeof operator]['class'] => OPERATORS[operator].class;
