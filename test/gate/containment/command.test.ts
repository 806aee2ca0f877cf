// In which order contained children get processors: what runs beside a new spec of a stranger goes first.
import { expect } from 'chai';
import { commandFor, type Piece } from '../../../src/gate/containment/command.ts';

const niceness = (args: readonly string[]): number => Number(args[args.indexOf('-n') + 1]);

describe('the priority of contained children', () => {
  it('is below the service for runs, and below runs for validations', () => {
    const pieces = new Set<Piece>(['priority']);
    const [run, validation] = (['run', 'validation'] as const).map((work) => niceness(commandFor('package.json', pieces, work).args));
    expect(run).to.equal(10);
    expect(validation).to.equal(19);
  });
});
