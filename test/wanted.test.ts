// Verdicts that are known to be wrong (docs/rules/wanted.md): each case says what is to hold one day, and does not yet. One that begins to hold belongs among the cases of its rule.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { mismatches } from '../src/run/cases/case.ts';
import { Targets } from '../src/run/cases/folders.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { casesOf, judgeCase } from './cases.ts';
import { packAt } from './packs.ts';
import { ROOT } from './sources.ts';

describe('wanted verdicts', function () {
  this.timeout(30_000);
  const pack = packAt(join(ROOT, 'rules/ax'));
  const targets = new Targets(join(ROOT, 'fixtures/targets'));

  for (const kind of readdirSync(join(ROOT, 'fixtures/wanted')))
    for (const file of readdirSync(join(ROOT, 'fixtures/wanted', kind))) {
      const rule = basename(file, '.yaml');
      it(`are not there yet: ${kind} by ${rule}`, async () => {
        const holding: string[] = [];
        for (const one of casesOf(rule, join(ROOT, 'fixtures/wanted', kind))) {
          const target = targets.of(one);
          const came = await judgeCase(pack, rule, one, fixtureOrigin(target), fixture(target));
          if (mismatches(one, came).length === 0) holding.push(one.name);
        }
        expect(holding, 'move them to fixtures/cases/ax').to.deep.equal([]);
      });
    }
});
