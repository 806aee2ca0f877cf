// Every bundled pack against its cases: in process and over a real socket; every reason of every rule is shown by one.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { mismatches, unshown } from '../src/run/cases/case.ts';
import { askedRoutes, caseFaults, namedTwice } from '../src/run/cases/case-faults.ts';
import { placedCases, Targets } from '../src/run/cases/folders.ts';
import { WAIVERS } from '../src/run/cases/test-pack.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { live } from '../src/transport/live/live.ts';
import { judgeCase } from './cases.ts';
import { FINDINGS, faultsOf, told } from './findings.ts';
import { packAt } from './packs.ts';
import { WHOLE } from './whole.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A pack without rule files of its own has the cases of the one that it extends. */
const hasRules = (folder: string): boolean => statSync(folder).isDirectory() && readdirSync(folder).some((file) => file !== 'pack.yaml');
const packs = readdirSync(join(root, 'rules')).filter((n) => hasRules(join(root, 'rules', n)));

describe('rules', function () {
  this.timeout(60_000);
  /** All findings of all cases, as people read them. */
  const prose: string[] = [];
  let left = 0;

  for (const name of packs) {
    const pack = packAt(join(root, 'rules', name));
    const folder = join(root, 'fixtures/cases', name);
    const targets = new Targets(join(root, 'fixtures/targets'));
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
            // A transport changes no verdict (transport/fixture-equal.test.ts): a third of the cases is tried over a socket unless all are asked for.
            if (one.socket === false || (!WHOLE && at % 3 !== 0)) continue;
            it(`${one.name} (over a socket)`, async () => {
              const server = await serveFixture(targets.of(one), { port: 0, wait: 0 });
              // Less than a run has, for the cases that are silent; and more than a busy machine is late by, since that would be a verdict of its own.
              const transport = live({ target: new URL(server.origin), private: true, limits: { firstByte: 4000, exchange: 10_000 } });
              try {
                expect(mismatches(one, await judgeCase(pack, id, one, server.origin, transport))).to.deep.equal([]);
              } finally {
                await transport.close();
                await server.close();
              }
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
