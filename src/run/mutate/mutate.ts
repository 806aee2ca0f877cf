// Changes a pack in one place at a time and says which changes no case notices. A mutant that does not load is none.
import { AxproofError } from '../../contract/errors.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { PlacedWaiver } from '../../transport/fixture/load.ts';
import { type CaseFolders, casesIn, placedCases, Targets } from '../cases/folders.ts';
import type { PackSource } from '../cases/source.ts';
import { ProbeMutants } from './asking.ts';
import { CaseRun } from './case-runs.ts';
import { Likely } from './likely.ts';
import { Loading } from './loading.ts';
import { isOfProbes, type Mutant, mutated, OPERATORS } from './mutant.ts';

export type Fate = 'noticed' | 'survived' | 'waived' | 'refused';

export interface MutantResult {
  mutant: Mutant;
  /** refused: the loader names it, so nobody could ship it. */
  fate: Fate;
}

export interface Mutation {
  judged: MutantResult[];
  /** Waivers of mutants that are noticed, or are none. */
  idle: PlacedWaiver[];
}

/** Every case of the pack. Throws bad-fixture or bad-file. */
function runsOf({ pack }: PackSource, folders: CaseFolders): CaseRun[] {
  const targets = new Targets(...folders.targets);
  const folder = casesIn(folders);
  return pack.document.rules.flatMap(({ id }, index) =>
    placedCases(id, folder).map(({ one, at }) => new CaseRun(id, index, one, targets.of(one), at)),
  );
}

class Mutating {
  readonly #loading: Loading;
  readonly #asking: ProbeMutants;
  readonly #likely: Likely;

  constructor(
    pack: LoadedPack,
    private readonly runs: readonly CaseRun[],
  ) {
    this.#loading = new Loading(pack);
    this.#asking = new ProbeMutants(this.#loading);
    this.#likely = new Likely(this.#loading.pack.document, runs);
  }

  /** Runs a case of the unchanged pack before it is first tried. Throws bad-fixture where it does not hold: it could not tell a mutant. */
  async #runUnchanged(run: CaseRun): Promise<void> {
    if (run.wasRun) return;
    const { pack, checks, touched } = this.#loading;
    const wrong = await run.unchanged(pack, checks, touched.needed(run.index));
    if (wrong.length === 0) return;
    const places = wrong.map((text) => `${run.at}: ${run.rule}: ${run.one.name}: ${text}`);
    throw new AxproofError(
      'bad-fixture',
      'a case does not hold before anything is changed; `axproof pack test` lists all that do not',
      places,
    );
  }

  async fate(mutant: Mutant): Promise<Exclude<Fate, 'waived'>> {
    const { pack: unchanged, touched, checks } = this.#loading;
    const document = mutated(unchanged.document, mutant);
    const pack = this.#loading.mutant(mutant, document);
    if (!pack) return 'refused';
    const isOther = mutant.operator === 'schema' ? checks.differ(document) : undefined;
    const lost = mutant.edits.map((edit) => edit.lost);
    const asksElse = this.#asking.of(mutant, pack);
    for (const run of this.#likely.first(mutant, touched.cases(mutant, this.runs))) {
      await this.#runUnchanged(run);
      if (isOther && !isOther(run.seen)) continue;
      if (mutant.operator === 'path' && !run.looksAt(lost)) continue;
      const asksTheSame = !(await asksElse(run));
      if (asksTheSame && isOfProbes(mutant)) continue;
      if (await run.notices(pack, asksTheSame).catch(() => true)) return 'noticed';
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
  said: (judged: MutantResult) => void,
): Promise<Mutation> {
  const mutating = new Mutating(source.pack, runsOf(source, folders));
  const waived = new Set(waivers.map(({ mutant }) => mutant));
  const judged: MutantResult[] = [];
  for (const mutant of mutants) {
    const fate = await mutating.fate(mutant);
    judged.push({ mutant, fate: fate === 'survived' && waived.has(mutant.name) ? 'waived' : fate });
    said(judged.at(-1) as MutantResult);
  }
  const noticed = new Set(judged.filter(({ fate }) => fate === 'noticed' || fate === 'refused').map(({ mutant }) => mutant.name));
  return { judged, idle: waivers.filter(({ mutant }) => noticed.has(mutant)) };
}

export const classOf = ({ operator }: Mutant): (typeof OPERATORS)[typeof operator]['class'] => OPERATORS[operator].class;
