// A spec judged in a child comes to the same bytes as one judged here: on every third of the written targets, and on all where everything is run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { contain } from '../../../src/gate/containment/contain.ts';
import { jcs } from '../../../src/json/jcs.ts';
import { type JudgedPack, Recording, type RunJudgement } from '../../../src/record/recording.ts';
import { drive } from '../../../src/run/drive.ts';
import { judgeHere } from '../../../src/run/run.ts';
import { loadFixture } from '../../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../../src/transport/fixture/routes.ts';
import { fixture } from '../../../src/transport/fixture/transport.ts';
import { packAt } from '../../packs.ts';
import { ROOT } from '../../sources.ts';
import { WHOLE } from '../../whole.ts';
import { builtChild } from './built.ts';

const TARGETS = readdirSync(join(ROOT, 'fixtures/targets'))
  .filter((name) => name.endsWith('.yaml'))
  .filter((_, i) => WHOLE || i % 3 === 0);

async function judged(file: string, by: JudgedPack, seed: number): Promise<RunJudgement> {
  const target = loadFixture(join(ROOT, 'fixtures/targets', file));
  const transport = fixture(target);
  const recording = await Recording.start(by, { target: fixtureOrigin(target), seed, registrable: (host) => transport.registrable(host) });
  await drive(recording, { transport });
  return recording.result();
}

describe('containment: a good pack', function () {
  this.timeout(120_000);
  before(builtChild);

  it('is judged to the same bytes, by a child for each run', async () => {
    const pack = packAt(join(ROOT, 'rules/ax'));
    for (const [i, file] of TARGETS.entries()) {
      const contained = await contain(jcs(pack.document));
      expect(contained.digest).to.equal(pack.digest);
      const [here, there] = [await judged(file, judgeHere(pack), i), await judged(file, contained, i)];
      expect(jcs(there.verdict), file).to.equal(jcs(here.verdict));
      expect(jcs(there.evidence), file).to.equal(jcs(here.evidence));
      await contained.close();
    }
  });
});
