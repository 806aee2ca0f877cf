// A lie is worth no more than what is missing: scored rules are judged without the documents that honesty rules caught.
import { expect } from 'chai';
import type { Assertion, Pack, Probes } from '../../src/contract/generated/types.ts';
import { json, judged, pack, rule, type Table } from './world.ts';

const PROBES: Probes = {
  one: { get: '/one.json' },
  two: { get: '/two.json' },
  ones: { eachOf: [{ select: '$.one.json.links[*]', get: '{{ $.item }}' }] },
  twos: { eachOf: [{ select: '$.two.json.links[*]', get: '{{ $.item }}' }] },
};

const there = (probe: string): Assertion => ({ select: `$.${probe}[*].outcome`, schema: { const: 'found' }, else: 'dead' });
const names = (probe: string): Assertion => ({ select: `$.${probe}.json.api`, else: 'missing' });

/** Two honesty rules, each about what one document names, and a scored rule that is content with one of the two. */
const RULES = [
  ...['one', 'two'].map((probe) => rule(`honest-${probe}`, { cap: 'C', assert: [there(`${probe}s`)], reasons: { dead: 'dead' } })),
  rule('scored', { assert: [{ any: [names('one'), names('two')], else: 'missing' }], reasons: { missing: 'missing' } }),
];

const document = json({ api: '/api', links: ['/a'] });

async function scoredBy(table: Table, more: Partial<Pack> = {}): Promise<[string, string, string | undefined]> {
  const { checks } = (await judged(pack(PROBES, RULES, more), { '/a': json({}), ...table }, { given: { consent: { by: 'operator' } } }))
    .verdict;
  const { verdict, reason } = checks.find(({ id }) => id === 'scored')!;
  return [verdict, reason.code, /\(([^)]*)\)/.exec(reason.text)?.[1]];
}

describe('engine/untrue documents', () => {
  const lie = json({ api: '/api', links: ['/gone'] });
  const rows: [string, Table, Partial<Pack>, [string, string, string | undefined]][] = [
    ['two that are true', { '/one.json': document, '/two.json': document }, {}, ['pass', 'pass', undefined]],
    ['one that is untrue, beside one that is true', { '/one.json': lie, '/two.json': document }, {}, ['pass', 'pass', undefined]],
    ['the only one, untrue', { '/one.json': lie }, {}, ['fail', 'contradicted', 'honest-one']],
    ['two that are untrue', { '/one.json': lie, '/two.json': lie }, {}, ['fail', 'contradicted', 'honest-one, honest-two']],
    ['none', {}, {}, ['fail', 'missing', undefined]],
    ['the only one, untrue, of a pack that writes', { '/one.json': lie }, { consent: 'writes' }, ['fail', 'contradicted', 'honest-one']],
  ];
  for (const [name, table, more, expected] of rows)
    it(name, async () => expect(await scoredBy({ ...table, '/gone': json({}, 404) }, more)).to.deep.equal(expected));
});
