// In which order contained children get processors: what runs beside a new spec of a stranger goes first.
import { expect } from 'chai';
import { type ContainmentPiece, commandFor } from '../../../src/gate/containment/command.ts';

const niceness = (args: readonly string[]): number => Number(args[args.indexOf('-n') + 1]);

describe('the priority of contained children', () => {
  it('is below the service for runs, below those for runs of new specs, and last for validations', () => {
    const pieces = new Set<ContainmentPiece>(['priority']);
    const errands = ['run', 'first-run', 'validation'] as const;
    expect(errands.map((errand) => niceness(commandFor('package.json', pieces, errand).args))).to.deep.equal([10, 14, 19]);
  });
});
