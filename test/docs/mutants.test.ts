// docs/rules/mutants.md speaks of the packs as they are: a changed pack has to be measured again, or leave the table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

const AT_THE_BAR = ['agent-ready', 'auth', 'ax', 'llms-txt', 'mcp'];
const BAR: { [kind: string]: number } = { core: 97, detail: 85, worth: 100 };

describe('docs/rules/mutants.md', () => {
  const page = readFileSync(join(ROOT, 'docs/rules/mutants.md'), 'utf8');
  const rows = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([, , digest = '']) => digest.startsWith('sha256:'));

  it('has a row a class of each pack that was measured, at its digest', () => {
    expect(rows.length).to.be.above(0);
    for (const [, name = '', digest] of rows)
      expect(digest, `${name}: npx tsx scripts/mutants.ts ${name}`).to.equal(packAt(join(ROOT, 'rules', name)).digest);
    for (const name of new Set(rows.map(([, one]) => one)))
      expect(rows.filter(([, one]) => one === name).map(([, , , kind]) => kind)).to.deep.equal(['core', 'detail', 'worth']);
  });

  for (const name of AT_THE_BAR) {
    it(`has ${name} at the bar`, () => {
      const own = rows.filter(([, one]) => one === name);
      expect(own).to.have.length(3);
      for (const [, , , kind = '', , , , , share = ''] of own) expect(Number.parseFloat(share), kind).to.be.at.least(BAR[kind] as number);
    });
  }

  it('counts every mutant once', () => {
    for (const [, name, , kind, ...counts] of rows) {
      const [mutants = 0, noticed = 0, waived = 0, survived = 0] = counts.map(Number);
      expect(noticed + waived + survived, `${name} ${kind}`).to.equal(mutants);
    }
  });
});
