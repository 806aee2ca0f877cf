// Fingerprints of SARIF over seeds that draw different ids of one operation: they must tell the problem, and not the draw.
import { expect } from 'chai';
import type { Log } from 'sarif';
import { sarif } from '../../src/report/sarif.ts';
import { json, judged, pack, rule, type Table } from '../engine/world.ts';
import { graded } from './results.ts';

const IDS = Array.from({ length: 40 }, (_, i) => `tea-${i}`);
const schema = { type: 'object', required: ['price'] };
const get = {
  operationId: 'getTea',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: { description: 'A tea.', content: { 'application/json': { schema } } } },
};
const TABLE: Table = {
  '/openapi.json': json({ openapi: '3.1.0', info: { title: 'Teas', version: '1' }, paths: { '/teas/{id}': { get } } }),
  '/teas': json(IDS),
  ...Object.fromEntries(IDS.map((id) => [`/teas/${id}`, json({ id })])),
};
const PACK = pack(
  {
    api: { get: '/openapi.json' },
    list: { get: '/teas' },
    teas: { sample: 3, select: '$.list.json[*]', get: '/teas/{{ $.item }}' },
  },
  [
    rule('conforms', {
      assert: [{ select: '$.teas[*]', conforms: '$.api.openapi.operations[*]', else: 'bad' }],
      reasons: { pass: 'good', bad: 'An answer is not as declared.' },
    }),
  ],
);

describe('fingerprints of SARIF', () => {
  it('are one set whichever ids of an operation five seeds draw', async () => {
    const [drawn, prints] = [new Set<string>(), new Set<string>()];
    for (const seed of [1, 2, 3, 4, 5]) {
      const { verdict } = await judged(PACK, TABLE, { seed });
      const { results = [] } = (JSON.parse(sarif([graded(verdict)], '1.2.3')) as Log).runs[0]!;
      drawn.add(results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri).join());
      prints.add(JSON.stringify([...new Set(results.map(({ partialFingerprints }) => partialFingerprints?.['axproof/v2']))]));
    }
    expect(drawn.size, 'each seed draws others').to.equal(5);
    expect([...prints].map((set) => (JSON.parse(set) as string[]).length)).to.deep.equal([1]);
  });
});
