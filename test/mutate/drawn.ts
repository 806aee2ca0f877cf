// A drawn tenth of the mutants of a pack of ours: what survives stands in docs/rules/mutants.md, and no waiver is for nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { caseFolders } from '../../src/run/cases/folders.ts';
import { openSource } from '../../src/run/cases/source.ts';
import { WAIVERS } from '../../src/run/cases/test-pack.ts';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { mutate } from '../../src/run/mutate/mutate.ts';
import { readWaivers } from '../../src/transport/fixture/load.ts';
import { RULES } from '../packs.ts';
import { ROOT } from '../sources.ts';

export const drawnTenth = (names: readonly string[]): Mocha.Suite =>
  describe('a drawn tenth of the mutants', () => {
    const page = readFileSync(join(ROOT, 'docs/rules/mutants.md'), 'utf8');

    for (const name of names)
      it(`of ${name} comes to what the page says`, async function () {
        // Much of it is for running the cases unchanged: half a minute for mcp, one and a half for ax.
        this.timeout(600_000);
        const source = await openSource(join(RULES, name));
        const folders = caseFolders(source.path, source.bases, {});
        const waivers = readWaivers(join(folders.cases as string, WAIVERS));
        const all = new Set(mutantsOf(source, { seed: 15, share: 1 }).map((one) => one.name));
        expect(
          waivers.flatMap(({ mutant }) => (all.has(mutant) ? [] : [mutant])),
          'waivers of no mutant',
        ).to.deep.equal([]);
        const { judged, idle } = await mutate(source, folders, mutantsOf(source, { seed: 15, share: 0.1 }), waivers, () => {});
        const survived = judged.filter(({ fate }) => fate === 'survived').map(({ mutant }) => mutant.name);
        expect(judged.length).to.be.above(30);
        expect(survived.filter((one) => !page.includes(`- ${name}: \`${one}\``))).to.deep.equal([]);
        expect(idle.map(({ mutant }) => mutant)).to.deep.equal([]);
      });
  });
