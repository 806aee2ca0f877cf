// A third of the cases of every bundled pack over real sockets, or all of them: a transport changes no verdict (transport/fixture-equal.test.ts). Asked is
// what the rule rests on, as pack test asks, and of one case of every rule all of the pack: rules.test.ts asks all of it in every case.
import { join } from 'node:path';
import { expect } from 'chai';
import { mismatches, partOfCase } from '../src/run/cases/case.ts';
import { Targets } from '../src/run/cases/folders.ts';
import { Resting } from '../src/run/cases/resting.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { live } from '../src/transport/live/live.ts';
import { casesOf, judgeCase } from './cases.ts';
import { CASES, PACKS, packAt, RULES } from './packs.ts';
import { ROOT } from './sources.ts';
import { WHOLE } from './whole.ts';

describe('rules, over sockets', function () {
  this.timeout(60_000);
  const targets = new Targets(join(ROOT, 'fixtures/targets'));

  for (const name of PACKS) {
    const pack = packAt(join(RULES, name));
    const resting = new Resting(pack);
    for (const { id } of pack.document.rules)
      describe(`${pack.document.name} ${id}`, () => {
        for (const [at, one] of casesOf(id, join(CASES, name)).entries()) {
          if (one.socket === false || (!WHOLE && at % 3 !== 0)) continue;
          const asked = WHOLE || at === 0 ? pack : partOfCase(pack, resting, id, one);
          it(`${one.name}`, async () => {
            const server = await serveFixture(targets.of(one), { port: 0, wait: 0 });
            // Less than a run has, for the cases that are silent; and more than a busy machine is late by, since that would be a verdict of its own.
            const transport = live({ target: new URL(server.origin), private: true, limits: { firstByte: 4000, exchange: 10_000 } });
            try {
              expect(mismatches(one, await judgeCase(asked, id, one, server.origin, transport))).to.deep.equal([]);
            } finally {
              await transport.close();
              await server.close();
            }
          });
        }
      });
  }
});
