// A drawn tenth of the mutants of a pack of ours: what survives stands in docs/rules/mutants.md, and no waiver is for nothing. What stands there as surviving is not
// tried again unless all is run: it could only be noticed, which nothing here forbids, and every case would have to be run for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Pack } from '../../src/contract/generated/types.ts';
import { tokensOf } from '../../src/json/pointer.ts';
import { type CaseFolders, caseFolders, casesIn } from '../../src/run/cases/folders.ts';
import { openSource, type PackSource } from '../../src/run/cases/source.ts';
import { WAIVERS } from '../../src/run/cases/test-pack.ts';
import type { Mutant } from '../../src/run/mutate/mutant.ts';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { mutate } from '../../src/run/mutate/mutate.ts';
import { readWaivers } from '../../src/transport/fixture/load.ts';
import { RULES } from '../packs.ts';
import { ROOT } from '../sources.ts';
import { WHOLE } from '../whole.ts';

const SEED = 15;

/** Which mutants of a pack are tried together: every one belongs to one part. Rules have cases of their own, so that few are run for two parts. */
type IsPart = (mutant: Mutant, pack: Pack) => boolean;

/** The rule that is changed; undefined where it is what rules share. */
export function ruleOf({ edits }: Mutant, { rules }: Pack): string | undefined {
  const [part, index] = tokensOf(edits[0]?.pointer ?? '');
  return part === 'rules' ? rules[Number(index)]?.id : undefined;
}

interface OpenedPack {
  source: PackSource;
  folders: CaseFolders;
  waivers: ReturnType<typeof readWaivers>;
}

export async function opened(name: string): Promise<OpenedPack> {
  const source = await openSource(join(RULES, name));
  const folders = caseFolders(source.path, source.bases, {});
  return { source, folders, waivers: readWaivers(join(casesIn(folders), WAIVERS)) };
}

export const drawnTenth = (name: string, parts: { [part: string]: IsPart }): Mocha.Suite =>
  describe(`a drawn tenth of the mutants of ${name}`, () => {
    const page = readFileSync(join(ROOT, 'docs/rules/mutants.md'), 'utf8');

    for (const [part, isPart] of Object.entries(parts))
      it(`comes to what the page says: ${part}`, async function () {
        // Much of it is for running the cases unchanged.
        this.timeout(1_200_000);
        const { source, folders, waivers } = await opened(name);
        const drawn = mutantsOf(source, { seed: SEED, share: 0.1 }).filter((mutant) => isPart(mutant, source.pack.document));
        expect(drawn.length).to.be.above(30);
        const isKnown = ({ name: one }: Mutant): boolean => page.includes(`- ${name}: \`${one}\``);
        const tried = WHOLE ? drawn : drawn.filter((one) => !isKnown(one));
        const { judged, idle } = await mutate(source, folders, tried, waivers, () => {});
        const survived = judged.flatMap(({ fate, mutant }) => (fate === 'survived' && !isKnown(mutant) ? [mutant.name] : []));
        expect(survived).to.deep.equal([]);
        expect(idle.map(({ mutant }) => mutant)).to.deep.equal([]);
      });
  });
