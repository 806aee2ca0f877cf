// What breaks clients between two documents, against a table judged by hand; and that nothing that breaks them is ever called safe.
import { expect } from 'chai';
import { contractChanges } from '../../src/run/contracts/changes.ts';
import { type Contract, readContract } from '../../src/run/contracts/read-contract.ts';
import { PAIRS } from './pairs.ts';

const contract = (document: unknown, name: string): Contract => readContract(Buffer.from(JSON.stringify(document)), name);

function verdict(old: unknown, now: unknown): { is: 'breaking' | 'unknown' | 'safe'; said: string } {
  const changes = contractChanges(contract(old, 'old.json'), contract(now, 'new.json')).flatMap((one) => one.changes);
  const is = changes.some(({ effect }) => effect === 'breaking') ? 'breaking' : changes.length > 0 ? 'unknown' : 'safe';
  return { is, said: JSON.stringify(changes) };
}

describe('Changes between two contracts', () => {
  it('are judged over at least 30 pairs', () => {
    expect(PAIRS.length).to.be.at.least(30);
    expect(new Set(PAIRS.map(({ name }) => name)).size).to.equal(PAIRS.length);
  });
  for (const { name, judged, because, old, new: now } of PAIRS)
    it(`${name}: ${judged}, for ${because}`, () => {
      const { is, said } = verdict(old, now);
      expect(is, said).to.equal(judged);
    });
});
