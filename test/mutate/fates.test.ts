// pack mutate leaves out what cannot tell a mutant; what it says is what running every case says.
import { join } from 'node:path';
import { expect } from 'chai';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { caseFolders, placedCases, Targets } from '../../src/run/cases/folders.ts';
import { openSource } from '../../src/run/cases/source.ts';
import { type Mutant, mutated } from '../../src/run/mutate/mutant.ts';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { type MutantResult, mutate } from '../../src/run/mutate/mutate.ts';
import { runCase } from '../cases.ts';

const PACK = join(import.meta.dirname, 'shop');

describe('fates of mutants', function () {
  this.timeout(60_000);

  it('are those that running all cases on the whole pack gives', async () => {
    const source = await openSource(PACK);
    const folders = caseFolders(source.path, source.bases, {});
    const targets = new Targets(...folders.targets);
    const cases = source.pack.rules.flatMap(({ rule: { id } }) =>
      placedCases(id, folders.cases as string).map(({ one }) => ({ id, one, target: targets.of(one) })),
    );
    const isNoticed = async (pack: LoadedPack): Promise<boolean> => {
      for (const { id, one, target } of cases) if ((await runCase(pack, id, one, target).catch(() => ['threw'])).length > 0) return true;
      return false;
    };
    const fateOf = async (mutant: Mutant): Promise<MutantResult['fate']> => {
      let pack: LoadedPack;
      try {
        pack = loadPackDocument(mutated(source.pack.document, mutant));
      } catch {
        return 'refused';
      }
      return (await isNoticed(pack)) ? 'noticed' : 'survived';
    };
    const mutants = mutantsOf(source, { seed: 1, share: 1 });
    const { judged } = await mutate(source, folders, mutants, [], () => {});
    const told = judged.map(({ mutant, fate }) => `${fate} ${mutant.name}`);
    const whole: string[] = [];
    for (const mutant of mutants) whole.push(`${await fateOf(mutant)} ${mutant.name}`);
    expect(told).to.deep.equal(whole);
    for (const fate of ['noticed', 'survived', 'refused'])
      expect(
        told.filter((one) => one.startsWith(fate)),
        fate,
      ).not.to.be.empty;
  });
});
