// What a scenario made and could not take away again, since the id of it was masked, is told in a check; a pack that names the id as a secret takes it away.
import { expect } from 'chai';
import type { Check, Probes } from '../../src/contract/generated/types.ts';
import { sentence } from '../../src/report/finding-text.ts';
import { one } from './asking.ts';
import { json, judged, ORIGIN, pack } from './world.ts';

const TOKEN = `sk_test_${'4eC39HqLyjWDarjtT1zdp7dc'}`;

const steps = (more: object = {}): Probes => ({
  create: { post: '/things', body: { name: 'n' }, ...more },
  read: { get: '/things/{{ $.create.json.id }}', fresh: true },
  sweep: { cleanup: true, delete: '/things/{{ $.create.json.id }}' },
});

async function walk(probes: Probes, select: string, id: string = TOKEN): Promise<{ sent: string[]; check: Check; said: string }> {
  const document = pack(probes, [one([{ select, schema: { const: 'found' }, else: 'no' }])], { consent: 'writes' });
  const table = { 'POST /things': json({ id }, 201), [`/things/${id}`]: json({ id }), [`DELETE /things/${id}`]: json({}) };
  const { log, verdict } = await judged(document, table, { given: { consent: { by: 'operator' } } });
  const [check] = verdict.checks as [Check];
  return { sent: log.filter((line) => line.includes(`${ORIGIN}/things`)), check, said: check.findings.map(sentence).join(' ') };
}

describe('engine/left-over', () => {
  for (const [name, select, is] of [
    ['a check that saw nothing for that sake', '$.read.outcome', 'inconclusive'],
    ['a check that passes', '$.create.outcome', 'pass'],
  ] as const)
    it(`is told in ${name}, with the step and what helps`, async () => {
      const { sent, check, said } = await walk(steps(), select);
      expect([sent, check.verdict]).to.deep.equal([[`POST ${ORIGIN}/things`], is]);
      expect(said).to.match(/the cleanup step sweep was not sent.*was redacted.*may have been left behind.*`secret`/);
      expect(said).to.not.include(TOKEN);
    });

  it('is nothing where the id is named as a secret: the steps are sent with it', async () => {
    const { sent, check, said } = await walk(steps({ secret: ['$.self.json.id'] }), '$.read.outcome');
    expect(sent.map((line) => line.split(' ')[0])).to.deep.equal(['POST', 'GET', 'DELETE']);
    expect([check.verdict, said]).to.deep.equal(['pass', '']);
  });

  it('is nothing where cleanup was sent, or nothing was made', async () => {
    expect((await walk(steps(), '$.read.outcome', '5')).said).to.equal('');
    const refused = await judged(
      pack(steps(), [one([{ select: '$.create.status', schema: { const: 422 }, else: 'no' }])], { consent: 'writes' }),
      { 'POST /things': json({}, 422) },
      { given: { consent: { by: 'operator' } } },
    );
    expect(refused.verdict.checks[0]?.findings).to.deep.equal([]);
  });
});
