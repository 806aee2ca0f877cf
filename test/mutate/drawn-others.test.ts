// Every other pack, whole; and of every pack, that its waivers name mutants.
import { expect } from 'chai';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { PACKS } from '../packs.ts';
import { drawnTenth, opened } from './drawn.ts';

for (const name of PACKS.filter((one) => one !== 'ax')) drawnTenth(name, { all: () => true });

describe('waivers', () => {
  for (const name of PACKS)
    it(`of ${name} name mutants`, async () => {
      const { source, waivers } = await opened(name);
      const names = new Set(mutantsOf(source, { seed: 1, share: 1 }).map((one) => one.name));
      expect(waivers.flatMap(({ mutant }) => (names.has(mutant) ? [] : [mutant]))).to.deep.equal([]);
    });
});
