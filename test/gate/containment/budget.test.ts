// The steps of judging: counted alike every time, equal for equal pack and evidence, and the end of a run when they are spent.
import { expect } from 'chai';
import { StepBudget } from '../../../src/engine/budget.ts';
import { openPack } from '../../../src/pack/compiled/open-pack.ts';
import { Recording } from '../../../src/record/recording.ts';
import { drive } from '../../../src/run/drive.ts';
import { judgeHere } from '../../../src/run/run.ts';
import { json, ORIGIN, pack, rule, world } from '../../engine/world.ts';

const LARGE = { items: Array.from({ length: 500 }, (_, i) => ({ id: i, tags: ['a', 'b'] })) };

/** Steps left of `most` after judging a pack of one rule. */
async function left(select: string, most: number, schema = {}): Promise<number> {
  const document = pack({ home: { get: '/' } }, [rule('one', { assert: [{ select, schema, else: 'no' }], reasons: { no: 'no' } })]);
  const budget = new StepBudget(most);
  const opened = openPack(document);
  const transport = world({ '/': json(LARGE) });
  const recording = await Recording.start(judgeHere(opened, budget), {
    target: ORIGIN,
    seed: 1,
    registrable: (host) => transport.registrable(host),
  });
  await drive(recording, { transport });
  await recording.result();
  return budget.left;
}

const spent = async (select: string, schema = {}): Promise<number> => 1e9 - (await left(select, 1e9, schema));

describe('containment: counted steps', () => {
  it('come to the same every time', async () => {
    expect(await spent('$.home.json..*')).to.equal(await spent('$.home.json..*'));
  });

  it('grow with what a path looks at and with what a schema is', async () => {
    const [one, list, all] = [await spent('$.home.json.items[0]'), await spent('$.home.json.items[*]'), await spent('$.home.json..*')];
    expect(list).to.be.greaterThan(one + 500 * 40);
    expect(all).to.be.greaterThan(list + 1500 * 40);
    const wide = { anyOf: Array.from({ length: 200 }, (_, i) => ({ const: i })) };
    expect(await spent('$.home.json.items[*]', wide)).to.be.greaterThan(list + 500 * 100);
  });

  it('end the run when they are spent', async () => {
    const needed = await spent('$.home.json..*');
    expect(await left('$.home.json..*', needed)).to.equal(0);
    const outcome = await left('$.home.json..*', needed - 1).catch((error) => error.code);
    expect(outcome).to.equal('spec-too-costly');
  });
});
