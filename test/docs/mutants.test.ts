// docs/rules/mutants.md speaks of the packs as they are: a changed pack has to be measured again, or leave the table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { caseFolders } from '../../src/run/cases/folders.ts';
import { openSource } from '../../src/run/cases/source.ts';
import { WAIVERS } from '../../src/run/cases/test-pack.ts';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { mutate } from '../../src/run/mutate/mutate.ts';
import { readWaivers } from '../../src/transport/fixture/load.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

/** The packs at the bar whose mutants are drawn here: a tenth of all takes ten seconds. */
const DRAWN = ['agent-ready', 'auth', 'llms-txt'];
/** A tenth of mcp alone takes half a minute and one of ax two, most of it for running all cases unchanged. */
const AT_THE_BAR = [...DRAWN, 'mcp', 'ax'];
const BAR: { [kind: string]: number } = { core: 97, detail: 85, worth: 100 };

describe('docs/rules/mutants.md', () => {
  const page = readFileSync(join(ROOT, 'docs/rules/mutants.md'), 'utf8');
  const rows = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([, , digest = '']) => digest.startsWith('sha256:'));

  it('has a row a class of each pack that was measured, at its digest', () => {
    expect(rows.length).to.be.above(0);
    for (const [, name = '', digest] of rows) expect(digest, name).to.equal(packAt(join(ROOT, 'rules', name)).digest);
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

  for (const name of DRAWN)
    it(`says what a drawn tenth of the mutants of ${name} comes to`, async function () {
      this.timeout(120_000);
      const source = await openSource(join(ROOT, 'rules', name));
      const folders = caseFolders(source.path, source.bases, {});
      const waivers = readWaivers(join(folders.cases as string, WAIVERS));
      const { judged, idle } = await mutate(source, folders, mutantsOf(source, { seed: 15, share: 0.1 }), waivers, () => {});
      const survived = judged.filter(({ fate }) => fate === 'survived').map(({ mutant }) => mutant.name);
      expect(judged.length).to.be.above(30);
      expect(survived.filter((one) => !page.includes(`- ${name}: \`${one}\``))).to.deep.equal([]);
      expect(idle.map(({ mutant }) => mutant)).to.deep.equal([]);
    });

  it('counts every mutant once', () => {
    for (const [, name, , kind, ...counts] of rows) {
      const [mutants = 0, noticed = 0, waived = 0, survived = 0] = counts.map(Number);
      expect(noticed + waived + survived, `${name} ${kind}`).to.equal(mutants);
    }
  });
});
