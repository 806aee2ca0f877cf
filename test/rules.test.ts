// Every bundled pack against its cases, in process; every reason of every rule is shown by one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { mismatches, unshown } from '../src/run/cases/case.ts';
import { askedRoutes, caseFaults, namedTwice } from '../src/run/cases/case-faults.ts';
import { placedCases, Targets } from '../src/run/cases/folders.ts';
import { WAIVERS } from '../src/run/cases/test-pack.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { judgeCase } from './cases.ts';
import { FINDINGS, faultsOf, told } from './findings.ts';
import { CASES, PACKS, packAt, RULES } from './packs.ts';
import { ROOT } from './sources.ts';

describe('rules', function () {
  this.timeout(60_000);
  /** All findings of all cases, as people read them. */
  const prose: string[] = [];
  let left = 0;

  for (const name of PACKS) {
    const pack = packAt(join(RULES, name));
    const folder = join(CASES, name);
    const targets = new Targets(join(ROOT, 'fixtures/targets'));
    describe(pack.document.name, () => {
      for (const rule of pack.document.rules) {
        const { id } = rule;
        describe(id, () => {
          const placed = placedCases(id, folder);
          const cases = placed.map(({ one }) => one);
          it('shows every reason', () => expect(unshown(pack, id, cases)).to.deep.equal([]));
          it('has no name twice', () => expect(namedTwice(placed)).to.deep.equal([]));
          for (const [at, one] of cases.entries()) {
            left += 1;
            it(`${one.name}`, async () => {
              const target = targets.of(one);
              const origin = fixtureOrigin(target);
              const came = await judgeCase(pack, id, one, origin, fixture(target));
              const { check, evidence } = came;
              prose.push(...told(`${id}: ${one.name}`, check));
              left -= 1;
              expect(mismatches(one, came)).to.deep.equal([]);
              expect(caseFaults(placed[at]!, rule, askedRoutes(target, evidence))).to.deep.equal([]);
              if (check.verdict === 'inconclusive') expect(check.reason.text).to.match(/^[A-Z].*\.$/);
              for (const finding of check.findings) expect(faultsOf(finding, pack), finding.message).to.deep.equal([]);
            });
          }
        });
      }
      it('has no case file without a rule', () => {
        const ids = new Set(pack.document.rules.map((r) => `${r.id}.yaml`));
        const files = existsSync(folder) ? readdirSync(folder).filter((file) => file !== WAIVERS) : [];
        expect(files.filter((f) => !ids.has(f))).to.deep.equal([]);
      });
    });
  }

  // A block of its own, since the tests of a block come before the blocks in it.
  describe('findings', () => {
    it('tells all findings of all cases as the reviewed golden file does', function () {
      // Some cases were left out by name.
      if (left > 0) this.skip();
      const text = `${prose.join('\n')}\n`;
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(FINDINGS, text);
      expect(text.split('\n')).to.deep.equal(readFileSync(FINDINGS, 'utf8').split('\n'));
    });
  });
});
