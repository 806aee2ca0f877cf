// docs/rules/mutants.md speaks of the packs as they are: a changed pack has to be measured again, or leave the table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

describe('docs/rules/mutants.md', () => {
  const rows = readFileSync(join(ROOT, 'docs/rules/mutants.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([, , digest = '']) => digest.startsWith('sha256:'));

  it('has a row a class of each pack that was measured, at its digest', () => {
    expect(rows.length).to.be.above(0);
    for (const [, name = '', digest] of rows) expect(digest, name).to.equal(packAt(join(ROOT, 'rules', name)).digest);
    for (const name of new Set(rows.map(([, one]) => one)))
      expect(rows.filter(([, one]) => one === name).map(([, , , kind]) => kind)).to.deep.equal(['core', 'detail', 'worth']);
  });

  it('counts every mutant once', () => {
    for (const [, name, , kind, ...counts] of rows) {
      const [mutants = 0, noticed = 0, waived = 0, survived = 0] = counts.map(Number);
      expect(noticed + waived + survived, `${name} ${kind}`).to.equal(mutants);
    }
  });
});
