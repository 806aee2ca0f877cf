// What a mistyped name is taken for, and that a pack of any number of names is told of its mistakes.
import { expect } from 'chai';
import { nearest, suggestion } from '../../src/pack/nearest.ts';

describe('the name that was meant', () => {
  const NAMES = ['llms', 'openapi', 'agents', 'y'];
  for (const [given, meant] of [
    ['opnapi', 'openapi'],
    ['OpenAPI', 'openapi'],
    ['lmls', 'llms'],
    ['stnega', 'agents'],
    ['x', undefined],
    ['control', undefined],
    ['o'.repeat(61), undefined],
  ] as const)
    it(`of ${given} is ${meant ?? 'none of them'}`, () => {
      expect(nearest(given, NAMES)).to.equal(meant);
      expect(suggestion(given, NAMES)).to.equal(meant === undefined ? '' : ` (did you mean ${meant}?)`);
    });

  it('is looked for among as many as a pack can have, and not among any number', () => {
    let looked = 0;
    const endless = function* (): Generator<string> {
      for (;;) yield `name${looked++}`;
    };
    expect(nearest('nume500', endless())).to.equal('name500');
    expect(looked).to.be.below(1000);
  });
});
