// A case is asked what its rules rest on: no more than that, and whatever that needs.
import { join } from 'node:path';
import { expect } from 'chai';
import { Resting, withProbes } from '../../src/run/cases/resting.ts';
import { openSource } from '../../src/run/cases/source.ts';

describe('what a rule rests on', () => {
  const rows: [what: string, rules: string[], probes: string[]][] = [
    ['a probe, the one that it needs, and the control', ['shop-items'], ['control', 'home', 'shop']],
    ['a probe of its own', ['shop-claims'], ['control', 'home', 'shop', 'sold']],
    ['for several rules, all of theirs', ['shop-items', 'shop-claims'], ['control', 'home', 'shop', 'sold']],
    ['without rules, the control', [], ['control']],
  ];
  for (const [what, rules, probes] of rows)
    it(what, async () => {
      const { pack } = await openSource(join(import.meta.dirname, 'shop'));
      const needed = new Resting(pack).needed(rules);
      expect([...needed].sort()).to.deep.equal(probes);
      expect(withProbes(pack, needed).probes.map(({ name }) => name)).to.have.members(probes);
    });
});
